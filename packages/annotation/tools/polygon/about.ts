import type { ToolSettings } from '../../settings.ts'
import { settingsOf } from '../../settings.ts'
import type { ToolAbout } from '../../tool-about.ts'
import { takingAreaAway } from '../../tool-about.ts'

const all = {
  /** In screen pixels, as is the next. */
  completeDistance: {
    kind: 'number',
    usual: 5,
    least: 1,
    most: 50,
    unit: 'px',
    label: { en: 'Closing distance', ko: '닫힘 거리' },
  },
  minDistance: {
    kind: 'number',
    usual: 2,
    least: 1,
    most: 50,
    unit: 'px',
    label: { en: 'Smallest distance of points', ko: '점 사이 최소 거리' },
  },
  /** Tolerance for smoothing a dragged line, once, when it is drawn: in image pixels. */
  simplify: {
    kind: 'number',
    usual: 1,
    least: 0,
    most: 10,
    unit: 'px',
    label: { en: 'Simplification', ko: '단순화' },
  },
  /** Within how many image pixels of the pointer the photograph's colour is looked at. */
  radius: {
    kind: 'number',
    usual: 10,
    least: 1,
    most: 100,
    unit: 'px',
    label: { en: 'Reach of the line colour', ko: '선 색 참조 반경' },
  },
  /** Whether a line leads from the last point to the pointer. */
  guidance: {
    kind: 'switch',
    usual: true,
    label: { en: 'Line to the pointer', ko: '포인터까지 안내선' },
    inStrip: true,
  },
  /** Whether the line's colour contrasts with the photograph beneath it. */
  auto: {
    kind: 'switch',
    usual: true,
    label: { en: 'Line colour by the photograph', ko: '안저사진에 맞춘 선 색' },
    inStrip: true,
  },
  /** Whether that colour is black or white; else it is the opposite of the photograph's. */
  blackOrWhite: {
    kind: 'switch',
    usual: true,
    needs: 'auto',
    label: { en: 'Black or white', ko: '검정 또는 흰색' },
    inStrip: true,
  },
} as const

export const polygonSettings: ToolSettings<'polygon', typeof all> = settingsOf('polygon', all)

export const polygonAbout: ToolAbout<'polygon'> = {
  id: 'polygon',
  group: 'drawing',
  key: 'v',
  words: {
    en: { name: 'Polygon', gesture: 'Clicks, or drag' },
    ko: { name: '다각형', gesture: '클릭 또는 끌기' },
  },
  icon: 'M10 5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M17 8a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M3 11a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M13 19a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M6.5 9.5l3.5 -3M14 5.5l3 1.5M18.5 10l-2.5 7M13.5 17.5l-7 -5',
  adds: 'area',
  needs: 'annotation',
  withShift: takingAreaAway,
  isRemembered: true,
  settings: polygonSettings,
  search: null,
}
