import type { ToolSettings } from '../../settings.ts'
import { settingsOf } from '../../settings.ts'

const all = {
  /** In screen pixels. */
  tolerance: {
    kind: 'number',
    usual: 10,
    least: 1,
    most: 50,
    unit: 'px',
    label: { en: 'Reach of a click', ko: '클릭 허용 거리' },
  },
  showText: {
    kind: 'switch',
    usual: true,
    label: { en: 'Text at the pointer', ko: '포인터 옆 설명' },
    inStrip: true,
  },
} as const

/** A separate file, because hit testing needs these settings too. */
export const selectSettings: ToolSettings<'select', typeof all> = settingsOf('select', all)
