import type { ToolAbout } from '../../tool-about.ts'

export const angleAbout: ToolAbout<'angle'> = {
  id: 'angle',
  group: 'measuring',
  key: 'j',
  words: {
    en: { name: 'Angle', gesture: 'Three clicks; the second is the apex. Drag a point to move it' },
    ko: { name: '각도 재기', gesture: '세 번 클릭. 두 번째가 꼭짓점. 점을 끌면 이동' },
  },
  icon: 'M21 19h-18l9 -15M20.6 15.1h.01M17.4 10.1h.01M12.8 6.6h.01',
  adds: 'nothing',
  needs: 'nothing',
  withShift: null,
  isRemembered: false,
  settings: null,
  search: null,
}
