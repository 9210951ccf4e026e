import type { NumberSetting, ToolSettings } from '../../settings.ts'
import { settingsOf } from '../../settings.ts'
import type { ToolAbout } from '../../tool-about.ts'
import { takingAreaAway } from '../../tool-about.ts'
import { radiusSetting, stepSetting } from '../painting-settings.ts'

const all: Readonly<Record<'radius' | 'step', NumberSetting>> = {
  radius: radiusSetting(15),
  step: stepSetting,
}

export const brushSettings: ToolSettings<'brush', typeof all> = settingsOf('brush', all)

export const brushAbout: ToolAbout<'brush'> = {
  id: 'brush',
  group: 'drawing',
  key: 'b',
  words: {
    en: { name: 'Brush', gesture: 'Drag' },
    ko: { name: '브러시', gesture: '끌기' },
  },
  icon: 'M3 21v-4a4 4 0 1 1 4 4h-4M21 3a16 16 0 0 0 -12.8 10.2M21 3a16 16 0 0 1 -10.2 12.8M10.6 9a9 9 0 0 1 4.4 4.4',
  adds: 'area',
  needs: 'annotation',
  withShift: takingAreaAway,
  isRemembered: true,
  settings: brushSettings,
  search: null,
}
