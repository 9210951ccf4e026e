import type { ToolAbout } from '../../tool-about.ts'

export const measureAbout: ToolAbout<'measure'> = {
  id: 'measure',
  group: 'measuring',
  key: 'm',
  words: {
    en: { name: 'Measure', gesture: 'Drag, or clicks and Enter; drag a point to move it' },
    ko: { name: '길이 재기', gesture: '끌기, 또는 클릭 후 Enter. 점을 끌면 이동' },
  },
  icon: 'M17 3l4 4l-14 14l-4 -4l14 -14M16 7l-1.5 -1.5M13 10l-1.5 -1.5M10 13l-1.5 -1.5M7 16l-1.5 -1.5',
  adds: 'nothing',
  needs: 'nothing',
  withShift: null,
  isRemembered: false,
  settings: null,
  search: null,
}
