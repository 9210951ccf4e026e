import type { ToolAbout } from '../../tool-about.ts'

export const keypointsAbout: ToolAbout<'keypoints'> = {
  id: 'keypoints',
  group: 'drawing',
  key: 'k',
  words: {
    en: { name: 'Keypoints', gesture: 'Click, in the order of the labels' },
    ko: { name: '특징점', gesture: '라벨 순서대로 클릭' },
  },
  icon: 'M10 19a2 2 0 1 0 -4 0a2 2 0 0 0 4 0M18 5a2 2 0 1 0 -4 0a2 2 0 0 0 4 0M10 5a2 2 0 1 0 -4 0a2 2 0 0 0 4 0M6 12a2 2 0 1 0 -4 0a2 2 0 0 0 4 0M18 19a2 2 0 1 0 -4 0a2 2 0 0 0 4 0M14 12a2 2 0 1 0 -4 0a2 2 0 0 0 4 0M22 12a2 2 0 1 0 -4 0a2 2 0 0 0 4 0M6 12h4M14 12h4M15 7l-2 3M9 7l2 3M11 14l-2 3M13 14l2 3',
  adds: 'keypoints',
  needs: 'annotation',
  withShift: null,
  isRemembered: true,
  settings: null,
  search: null,
}
