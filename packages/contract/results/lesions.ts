import { LesionNumbers } from '../analysis-numbers.ts'
import { resultKind } from './description.ts'

/** Findings of an assistant's network; a hospital's own names its areas freely. */
export const lesions = resultKind({
  id: 'lesions',
  name: 'Assistant findings',
  title: { en: 'Assistant findings', ko: '보조 모델의 탐색 결과' },
  purpose: 'proposals',
  numbers: LesionNumbers,
  icon: 'photograph',
  areas: {
    microaneurysm: {
      name: { en: 'Microaneurysms', ko: '미세동맥류' },
      categories: /micro.?aneurysm|미세동맥류/i,
    },
    haemorrhage: {
      name: { en: 'Haemorrhages', ko: '출혈' },
      categories: /ha?emorrhage|출혈/i,
    },
    hard_exudate: {
      name: { en: 'Hard exudates', ko: '경성 삼출물' },
      categories: /hard.?exudate|경성/i,
    },
    soft_exudate: {
      name: { en: 'Soft exudates', ko: '연성 삼출물' },
      categories: /soft.?exudate|cotton|연성|면화/i,
    },
  },
  inPieces: true,
})
