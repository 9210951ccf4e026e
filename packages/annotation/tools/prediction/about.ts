import { boxOfRing, polygonOfBox } from '#geometry/box'
import type { Point } from '#geometry/point'
import { ringOf } from '#geometry/polygon'
import type { Overlay } from '../../overlay.ts'
import { handlesAt, lineAround } from '../../overlay.ts'
import type { ExtremesSearch, SearchAbout } from '../../search.ts'
import type { ToolSettings } from '../../settings.ts'
import { settingsOf } from '../../settings.ts'
import type { ToolAbout } from '../../tool-about.ts'
import { takingAreaAway } from '../../tool-about.ts'

const all = {
  padding: {
    kind: 'number',
    usual: 50,
    least: 0,
    most: 500,
    unit: 'px',
    label: { en: 'Context', ko: '주변 여백' },
    inStrip: true,
  },
  threshold: {
    kind: 'number',
    usual: 80,
    least: 1,
    most: 99,
    unit: '',
    label: { en: 'Threshold', ko: '임계값' },
    inStrip: true,
  },
} as const

/** As the call for a prediction takes them. */
export const predictionSettings: ToolSettings<'prediction', typeof all> = settingsOf(
  'prediction',
  all,
)

/** The points so far, and a box around them and the next one. */
export function extremesOverlays(
  points: readonly Point[],
  { next, takesAway }: { next: Point; takesAway: boolean },
): readonly Overlay[] {
  return [...boxAround([...points, next], takesAway), ...handlesAt(points)]
}

const extremesSearch: SearchAbout<ExtremesSearch> = {
  kind: 'extremes',
  // A person has pointed at it, and an algorithm draws it.
  by: { kind: 'semiautomatic', algorithms: [] },
  overlays(search, takesAway) {
    const box = boxOfRing(ringOf(search.points))
    const area: Overlay[] =
      box === null ? [] : [{ kind: 'area', area: [polygonOfBox(box)], dark: takesAway }]
    return [...area, ...boxAround(search.points, takesAway), ...handlesAt(search.points, true)]
  },
  wait: {
    en: {
      waiting: 'Predicting the area…',
      cancel: 'Cancel prediction',
      failed: 'The area could not be predicted',
    },
    ko: {
      waiting: '영역을 예측하는 중…',
      cancel: '예측 취소',
      failed: '영역을 예측하지 못했습니다',
    },
  },
}

function boxAround(points: readonly Point[], dashed: boolean): readonly Overlay[] {
  const box = boxOfRing(ringOf(points))
  return box === null ? [] : [{ kind: 'line', line: lineAround(box), dashed }]
}

export const predictionAbout: ToolAbout<'prediction'> = {
  id: 'prediction',
  group: 'drawing',
  key: 'o',
  words: {
    en: {
      name: 'Prediction from 4 points',
      gesture: 'Click its 4 outermost points',
    },
    ko: { name: '4점 예측', gesture: '가장 바깥쪽 네 점 클릭' },
  },
  icon: 'M4 8v-2a2 2 0 0 1 2 -2h2M4 16v2a2 2 0 0 0 2 2h2M16 4h2a2 2 0 0 1 2 2v2M16 20h2a2 2 0 0 0 2 -2v-2M12 12.5l4 -2.5M8 10l4 2.5v4.5l4 -2.5v-4.5l-4 -2.5l-4 2.5M8 10v4.5l4 2.5',
  adds: 'area',
  needs: 'annotation',
  withShift: takingAreaAway,
  isRemembered: true,
  settings: predictionSettings,
  search: extremesSearch,
}
