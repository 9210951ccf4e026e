import type { ToolAbout } from '../../tool-about.ts'
import { takingAreaAway } from '../../tool-about.ts'

export const boxAbout: ToolAbout<'box'> = {
  id: 'box',
  group: 'drawing',
  key: 'r',
  words: {
    en: { name: 'Bounding box', gesture: 'Two clicks, or drag' },
    ko: { name: '경계 상자', gesture: '두 번 클릭 또는 끌기' },
  },
  icon: 'M3 5a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14',
  adds: 'area',
  needs: 'annotation',
  withShift: takingAreaAway,
  isRemembered: true,
  settings: null,
  search: null,
}
