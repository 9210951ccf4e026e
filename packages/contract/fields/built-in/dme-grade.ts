import type { Field } from '../field.ts'

/** Diabetic macular oedema by the International Clinical Diabetic Macular Edema severity scale. */
export const dmeGrade: Field = {
  key: 'dme_grade',
  type: 'choice',
  subject: 'image',
  words: { en: 'DME grade', ko: '당뇨황반부종 등급' },
  help: {
    en: 'International Clinical Diabetic Macular Edema scale: thickening or hard exudates',
    ko: '국제 당뇨황반부종 중증도 분류: 망막 비후나 경성 삼출물',
  },
  source: 'C. P. Wilkinson et al., Ophthalmology 2003;110:1677-82',
  cannotTell: true,
  required: false,
  normal: '0',
  ordered: true,
  options: [
    { value: '0', words: { en: '0 Apparently absent', ko: '0 없음' } },
    { value: '1', words: { en: '1 Mild: distant from the centre', ko: '1 경도: 중심에서 떨어짐' } },
    {
      value: '2',
      words: { en: '2 Moderate: approaching the centre', ko: '2 중등도: 중심에 접근' },
    },
    { value: '3', words: { en: '3 Severe: involving the centre', ko: '3 중증: 중심 침범' } },
  ],
}
