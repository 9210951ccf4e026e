import type { Overlay } from '../../overlay.ts'
import type { ClickSearch, SearchAbout } from '../../search.ts'
import type { WithShift, ToolAbout } from '../../tool-about.ts'

const clickSearch: SearchAbout<ClickSearch> = {
  kind: 'clicks',
  // A person points at the object, and an algorithm draws it.
  by: { kind: 'semiautomatic', algorithms: [] },
  overlays: ({ clicks }) => clickOverlays(clicks),
  wait: {
    en: {
      waiting: 'Outlining the object…',
      cancel: 'Cancel outlining',
      failed: 'The object could not be outlined',
    },
    ko: {
      waiting: '대상의 윤곽을 찾는 중…',
      cancel: '윤곽 찾기 취소',
      failed: '대상의 윤곽을 찾지 못했습니다',
    },
  },
}

/** Handles on the object, and crosses beside it. */
export function clickOverlays(clicks: ClickSearch['clicks']): readonly Overlay[] {
  return clicks.map(({ inside, ...at }): Overlay =>
    inside
      ? { kind: 'handle', role: 'vertex', at, active: true }
      : { kind: 'cross', at, dashed: false },
  )
}

const excludingPlaces: WithShift = {
  words: {
    en: { choice: 'Include or exclude places', usual: 'Include', withShift: 'Exclude' },
    ko: { choice: '포함 또는 제외', usual: '포함', withShift: '제외' },
  },
  concerns: 'drawing',
}

export const clicksAbout: ToolAbout<'clicks'> = {
  id: 'clicks',
  group: 'drawing',
  key: 'i',
  words: {
    en: {
      name: 'Outline by clicks',
      gesture: 'Click the object; click again to correct; Enter to finish',
      fixedKeys: { action: 'Exclude a place from the outline', keys: 'Shift+Click' },
    },
    ko: {
      name: '클릭으로 윤곽 그리기',
      gesture: '대상 클릭, 다시 클릭해 수정, Enter로 완료',
      fixedKeys: { action: '윤곽에서 제외할 곳 지정', keys: 'Shift+클릭' },
    },
  },
  icon: 'M3 12a4 4 0 0 1 4 -5c3 0 3 -3 6 -3s5 3 5 6M13 13l7 3l-3 1.5l-1.5 3zM6 17v4M4 19h4',
  adds: 'area',
  needs: 'annotation',
  withShift: excludingPlaces,
  isRemembered: true,
  settings: null,
  search: clickSearch,
}
