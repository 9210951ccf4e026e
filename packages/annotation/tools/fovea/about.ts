import type { ToolAbout } from '../../tool-about.ts'

export const foveaAbout: ToolAbout<'fovea'> = {
  id: 'fovea',
  group: 'drawing',
  key: 'f',
  words: {
    en: { name: 'Fovea', gesture: 'Click; again to move it' },
    ko: { name: '중심와', gesture: '클릭. 다시 클릭하면 이동' },
  },
  icon: 'M12 12m-2 0a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M12 2v5M12 17v5M2 12h5M17 12h5M12 12m-8 0a8 8 0 1 0 16 0a8 8 0 1 0 -16 0',
  adds: 'keypoints',
  needs: 'fovea',
  withShift: null,
  isRemembered: false,
  settings: null,
  search: null,
}
