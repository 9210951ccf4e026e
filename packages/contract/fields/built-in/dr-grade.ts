import type { Field } from '../field.ts'

const sct = 'http://snomed.info/sct'

/** Diabetic retinopathy by the International Clinical Diabetic Retinopathy severity scale. */
export const drGrade: Field = {
  key: 'dr_grade',
  type: 'choice',
  subject: 'image',
  words: { en: 'DR grade', ko: '당뇨망막병증 등급' },
  help: {
    en: 'International Clinical Diabetic Retinopathy severity scale',
    ko: '국제 당뇨망막병증 중증도 분류(ICDR)',
  },
  codes: [{ system: sct, code: '4855003', display: 'Retinopathy due to diabetes mellitus' }],
  source: 'C. P. Wilkinson et al., Ophthalmology 2003;110:1677-82',
  cannotTell: true,
  required: false,
  normal: '0',
  ordered: true,
  options: [
    { value: '0', words: { en: '0 No apparent retinopathy', ko: '0 망막병증 없음' } },
    {
      value: '1',
      words: { en: '1 Mild NPDR', ko: '1 경도 비증식' },
      codes: [
        {
          system: sct,
          code: '312903003',
          display: 'Mild nonproliferative retinopathy due to diabetes mellitus',
        },
      ],
    },
    {
      value: '2',
      words: { en: '2 Moderate NPDR', ko: '2 중등도 비증식' },
      codes: [
        {
          system: sct,
          code: '312904009',
          display: 'Moderate nonproliferative retinopathy due to diabetes mellitus',
        },
      ],
    },
    {
      value: '3',
      words: { en: '3 Severe NPDR', ko: '3 중증 비증식' },
      codes: [
        {
          system: sct,
          code: '312905005',
          display: 'Severe nonproliferative retinopathy due to diabetes mellitus',
        },
      ],
    },
    {
      value: '4',
      words: { en: '4 Proliferative DR', ko: '4 증식' },
      codes: [
        {
          system: sct,
          code: '59276001',
          display: 'Proliferative retinopathy due to diabetes mellitus',
        },
      ],
    },
  ],
}
