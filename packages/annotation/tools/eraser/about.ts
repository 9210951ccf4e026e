import type { NumberSetting, ToolSettings } from '../../settings.ts'
import { settingsOf } from '../../settings.ts'
import type { ToolAbout } from '../../tool-about.ts'
import { radiusSetting, stepSetting } from '../painting-settings.ts'

const all: Readonly<Record<'radius' | 'step' | 'minimumArea', NumberSetting>> = {
  radius: radiusSetting(30),
  step: stepSetting,
  /** In square image pixels; a smaller part that erasing leaves is erased, too. */
  minimumArea: {
    kind: 'number',
    usual: 10,
    least: 0,
    most: 10_000,
    unit: 'px²',
    label: { en: 'Smallest part that stays', ko: '남길 최소 면적' },
  },
}

export const eraserSettings: ToolSettings<'eraser', typeof all> = settingsOf('eraser', all)

export const eraserAbout: ToolAbout<'eraser'> = {
  id: 'eraser',
  group: 'drawing',
  key: 'e',
  words: {
    en: { name: 'Eraser', gesture: 'Drag' },
    ko: { name: '지우개', gesture: '끌기' },
  },
  icon: 'M19 20h-10.5l-4.21 -4.3a1 1 0 0 1 0 -1.41l10 -10a1 1 0 0 1 1.41 0l5 5a1 1 0 0 1 0 1.41l-9.2 9.3M18 13.3l-6.3 -6.3',
  adds: 'nothing',
  needs: 'annotation',
  withShift: null,
  isRemembered: true,
  settings: eraserSettings,
  search: null,
}
