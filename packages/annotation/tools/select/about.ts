import type { ToolAbout, WithShift } from '../../tool-about.ts'
import { selectSettings } from './settings.ts'

const selectingSeveral: WithShift = {
  words: {
    en: { choice: 'Select one or several', usual: 'One', withShift: 'Several' },
    ko: { choice: '하나 또는 여러 개 선택', usual: '하나', withShift: '여러 개' },
  },
  concerns: 'selection',
}

export const selectAbout: ToolAbout<'select'> = {
  id: 'select',
  group: 'selecting',
  key: 's',
  words: {
    en: { name: 'Select' },
    ko: { name: '선택' },
  },
  icon: 'M7.904 17.563a1.2 1.2 0 0 0 2.228 .308l2.09 -3.093l4.907 4.907a1.067 1.067 0 0 0 1.509 0l1.047 -1.047a1.067 1.067 0 0 0 0 -1.509l-4.907 -4.907l3.113 -2.09a1.2 1.2 0 0 0 -.309 -2.228l-13.582 -3.904l3.904 13.563',
  adds: 'nothing',
  needs: 'nothing',
  withShift: selectingSeveral,
  isRemembered: true,
  settings: selectSettings,
  search: null,
  describesHover: (view) => selectSettings.valuesIn(view.preferences).showText,
}
