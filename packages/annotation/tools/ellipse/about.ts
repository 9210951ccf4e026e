import type { ToolAbout } from '../../tool-about.ts'

export const ellipseAbout: ToolAbout<'ellipse'> = {
  id: 'ellipse',
  group: 'drawing',
  key: 'd',
  words: {
    en: {
      name: 'Ellipse',
      gesture: 'Drag, or two clicks; Shift: circle, Alt: from the centre',
    },
    ko: {
      name: '타원',
      gesture: '끌기 또는 두 번 클릭. Shift: 원, Alt: 중심부터',
    },
  },
  icon: 'M6 12a6 9 0 1 0 12 0a6 9 0 1 0 -12 0M10.7 3h2.6v-1.5h-2.6v1.5M10.7 22.5h2.6v-1.5h-2.6v1.5M4.7 13.3h1.3v-2.6h-1.3v2.6M18 13.3h1.3v-2.6h-1.3v2.6',
  adds: 'area',
  needs: 'category',
  withShift: null,
  isRemembered: true,
  settings: null,
  search: null,
}
