import type { ToolAbout } from '../../tool-about.ts'

export const splitAbout: ToolAbout<'split'> = {
  id: 'split',
  group: 'drawing',
  key: 'x',
  words: {
    en: { name: 'Split by a line', gesture: 'Drag across, or clicks and Enter' },
    ko: { name: '선으로 나누기', gesture: '가로질러 끌기, 또는 클릭 후 Enter' },
  },
  icon: 'M6 4a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0 -5M6 15a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0 -5M8.2 8L20 17M8.2 16L20 7',
  adds: 'nothing',
  needs: 'annotation',
  withShift: null,
  isRemembered: false,
  settings: null,
  search: null,
}
