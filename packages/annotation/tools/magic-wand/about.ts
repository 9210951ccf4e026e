import { byHand } from '../../origin.ts'
import type { SearchAbout, WandSearch } from '../../search.ts'
import type { ToolSettings } from '../../settings.ts'
import { settingsOf } from '../../settings.ts'
import type { ToolAbout } from '../../tool-about.ts'
import { takingAreaAway } from '../../tool-about.ts'

const all = {
  threshold: {
    kind: 'number',
    usual: 30,
    least: 0,
    most: 255,
    unit: '',
    label: { en: 'Threshold', ko: '임계값' },
    inStrip: true,
  },
  blur: {
    kind: 'number',
    usual: 40,
    least: 0,
    most: 100,
    unit: '%',
    label: { en: 'Smoothing', ko: '매끄럽게' },
    inStrip: true,
  },
  largest: {
    kind: 'number',
    usual: 3,
    least: 1,
    most: 100,
    unit: '%',
    sliderEnd: 25,
    label: { en: 'Largest area', ko: '최대 영역' },
    hint: {
      en: 'Share of the photograph. The wand takes no more unasked: instead, what stands out at a lower threshold.',
      ko: '사진에서 차지하는 비율입니다. 이보다 넓으면 더 낮은 임계값에서 두드러지는 부분을 선택하고, 전체는 확인 후에만 선택합니다.',
    },
    inStrip: true,
  },
} as const

/** See `#raster/magic-wand`. */
export const magicWandSettings: ToolSettings<'magicWand', typeof all> = settingsOf('magicWand', all)

export const wandSearch: SearchAbout<WandSearch> = {
  kind: 'wand',
  by: byHand,
  overlays: ({ at }, takesAway) => [{ kind: 'cross', at, dashed: takesAway }],
  limitWords({ threshold: wanted, most = Infinity }, { threshold, isStopped }, { width, height }) {
    const percent = Math.round((100 * most) / (width * height))
    const lowered = threshold < wanted
    const en = [
      ...(isStopped ? [`Stopped at the largest area of ${percent} %.`] : []),
      ...(lowered ? [`At threshold ${threshold}; at ${wanted} it exceeds ${percent} %.`] : []),
    ]
    const ko = [
      ...(isStopped ? [`최대 영역인 ${percent}%에서 멈췄습니다.`] : []),
      ...(lowered
        ? [`임계값 ${threshold} 적용: ${wanted}에서는 최대 영역 ${percent}%를 넘습니다.`]
        : []),
    ]
    return { en: en.join(' '), ko: ko.join(' ') }
  },
  withoutLimit: ({ most, ...search }) => (most === undefined ? null : search),
  wait: null,
}

export const magicWandAbout: ToolAbout<'magicWand'> = {
  id: 'magicWand',
  group: 'drawing',
  key: 'w',
  words: {
    en: {
      name: 'Magic wand',
      gesture: 'Click, or drag over it to take more',
      fixedKeys: { action: 'Subtract with the magic wand', keys: 'Shift+Click' },
    },
    ko: {
      name: '마술봉',
      gesture: '클릭, 또는 끌어서 넓히기',
      fixedKeys: { action: '마술봉으로 빼기', keys: 'Shift+클릭' },
    },
  },
  icon: 'M6 21l15 -15l-3 -3l-15 15l3 3M15 6l3 3M9 3a2 2 0 0 0 2 2a2 2 0 0 0 -2 2a2 2 0 0 0 -2 -2a2 2 0 0 0 2 -2M19 13a2 2 0 0 0 2 2a2 2 0 0 0 -2 2a2 2 0 0 0 -2 -2a2 2 0 0 0 2 -2',
  adds: 'area',
  needs: 'annotation',
  withShift: takingAreaAway,
  isRemembered: true,
  settings: magicWandSettings,
  search: wandSearch,
}
