import type { Condition } from '../condition.ts'
import type { Field } from '../field.ts'

const source =
  'T. Y. Wong and P. Mitchell, N Engl J Med 2004;351:2310-7; A. Grosso et al., Br J Ophthalmol 2005;89:1646-54, table 3'
const common = { subject: 'image', cannotTell: false, required: false, source } as const

const arteriolar = [
  { value: 'generalised', words: { en: 'Generalised narrowing', ko: '전반적 세동맥 협착' } },
  { value: 'focal', words: { en: 'Focal narrowing', ko: '국소 세동맥 협착' } },
  { value: 'nicking', words: { en: 'Arteriovenous nicking', ko: '동정맥 교차 징후' } },
  { value: 'opacity', words: { en: 'Opacity of the wall', ko: '세동맥벽 혼탁' } },
]
const retinal = [
  { value: 'haemorrhage', words: { en: 'Haemorrhage', ko: '출혈' } },
  { value: 'microaneurysm', words: { en: 'Microaneurysm', ko: '미세동맥류' } },
  { value: 'cotton_wool', words: { en: 'Cotton wool spot', ko: '면화반' } },
  { value: 'hard_exudate', words: { en: 'Hard exudate', ko: '경성 삼출물' } },
]

const hasSigns: Condition = { field: 'htn_signs', in: [true] }
const anyOf = (field: string, options: readonly { value: string }[]): Condition => ({
  all: [hasSigns, { field, in: options.map(({ value }) => value) }],
})
const isModerate = anyOf('htn_retinal', retinal)

/**
 * Hypertensive retinopathy by Wong and Mitchell. The grade follows from the signs.
 */
export const hypertensiveRetinopathy: readonly Field[] = [
  {
    ...common,
    key: 'htn_signs',
    type: 'yesNo',
    words: { en: 'Signs of hypertensive retinopathy', ko: '고혈압망막병증 징후' },
    cannotTell: true,
    normal: false,
  },
  {
    ...common,
    key: 'htn_arteriolar',
    type: 'choices',
    words: { en: 'Arteriolar signs', ko: '세동맥 징후' },
    shownWhen: hasSigns,
    options: arteriolar,
  },
  {
    ...common,
    key: 'htn_retinal',
    type: 'choices',
    words: { en: 'Retinal signs', ko: '망막 징후' },
    shownWhen: hasSigns,
    options: retinal,
  },
  {
    ...common,
    key: 'htn_disc_swelling',
    type: 'yesNo',
    words: { en: 'Swelling of the optic disc', ko: '시신경유두 부종' },
    shownWhen: isModerate,
    requiredWhen: isModerate,
  },
  {
    ...common,
    key: 'htn_grade',
    type: 'choice',
    words: { en: 'Hypertensive retinopathy', ko: '고혈압망막병증' },
    ordered: true,
    options: [
      { value: 'none', words: { en: 'None', ko: '없음' } },
      { value: 'mild', words: { en: 'Mild', ko: '경도' } },
      { value: 'moderate', words: { en: 'Moderate', ko: '중등도' } },
      { value: 'malignant', words: { en: 'Malignant', ko: '악성' } },
    ],
    computed: {
      cases: [
        {
          if: { all: [isModerate, { field: 'htn_disc_swelling', in: [true] }] },
          value: 'malignant',
        },
        { if: isModerate, value: 'moderate' },
        { if: anyOf('htn_arteriolar', arteriolar), value: 'mild' },
        { if: { field: 'htn_signs', in: [false] }, value: 'none' },
      ],
    },
  },
]
