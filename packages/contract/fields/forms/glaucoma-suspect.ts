import type { Condition } from '../condition.ts'
import type { Field } from '../field.ts'

const source =
  'ISGEO scheme (P. J. Foster et al., 2002), as printed in Br J Ophthalmol 2004;88:1493-7, table 1, with the percentiles of ratios on photographs of the Nigerian national survey, BMC Ophthalmol 2015 (doi 10.1186/s12886-015-0160-6), table 2'
const common = { subject: 'image', cannotTell: false, required: false, source } as const

const hasSigns: Condition = { field: 'glaucoma_signs', in: [true] }
const from = (field: string, least: number): Condition => ({
  all: [hasSigns, { field, from: least }],
})

/**
 * The disc criteria of a glaucoma suspect, as far as photographs show them: the 97.5th and 99.5th percentiles of
 * ratio and difference, which differ between populations.
 */
export const glaucomaSuspect: readonly Field[] = [
  {
    ...common,
    key: 'glaucoma_signs',
    type: 'yesNo',
    words: { en: 'Disc suspicious of glaucoma', ko: '녹내장이 의심되는 유두' },
    cannotTell: true,
    normal: false,
  },
  {
    ...common,
    key: 'glaucoma_vcdr',
    type: 'number',
    min: 0,
    max: 1,
    decimals: 2,
    words: { en: 'Vertical cup-to-disc ratio', ko: '수직 유두함몰비' },
    shownWhen: hasSigns,
    requiredWhen: hasSigns,
  },
  {
    ...common,
    key: 'glaucoma_asymmetry',
    type: 'number',
    min: 0,
    max: 1,
    decimals: 2,
    words: { en: 'Difference of the ratio from the other eye', ko: '반대 눈과의 유두함몰비 차이' },
    shownWhen: hasSigns,
  },
  {
    ...common,
    key: 'glaucoma_haemorrhage',
    type: 'yesNo',
    words: { en: 'Haemorrhage at the disc margin', ko: '유두 가장자리 출혈' },
    shownWhen: hasSigns,
    requiredWhen: hasSigns,
  },
  {
    ...common,
    key: 'glaucoma_explained',
    type: 'yesNo',
    words: {
      en: 'Other explanation (dysplastic disc, marked anisometropia)',
      ko: '다른 설명(유두 형성이상, 심한 굴절부등)',
    },
    shownWhen: hasSigns,
    requiredWhen: hasSigns,
  },
  {
    ...common,
    key: 'glaucoma_grade',
    type: 'choice',
    ordered: true,
    words: { en: 'Glaucoma by the disc', ko: '유두로 본 녹내장' },
    help: {
      en: 'Suspect from ratio 0.7 or difference 0.1, category 2 from 0.75 or 0.2. Diagnosis needs fields.',
      ko: '비 0.7 또는 차이 0.1부터 의심, 0.75 또는 0.2부터 2범주. 진단에는 시야 검사가 필요합니다.',
    },
    options: [
      { value: 'none', words: { en: 'Not suspected', ko: '의심되지 않음' } },
      { value: 'suspect', words: { en: 'Suspect', ko: '의심' } },
      {
        value: 'category_2',
        words: { en: 'Disc criterion of category 2', ko: '2범주의 유두 기준' },
      },
    ],
    computed: {
      cases: [
        {
          if: {
            all: [
              { field: 'glaucoma_explained', in: [false] },
              { any: [from('glaucoma_vcdr', 0.75), from('glaucoma_asymmetry', 0.2)] },
            ],
          },
          value: 'category_2',
        },
        {
          if: {
            all: [
              { field: 'glaucoma_explained', in: [false] },
              { any: [from('glaucoma_vcdr', 0.7), from('glaucoma_asymmetry', 0.1)] },
            ],
          },
          value: 'suspect',
        },
        {
          if: { all: [hasSigns, { field: 'glaucoma_haemorrhage', in: [true] }] },
          value: 'suspect',
        },
        {
          if: {
            any: [
              { field: 'glaucoma_signs', in: [false] },
              {
                all: [
                  hasSigns,
                  { field: 'glaucoma_vcdr', from: 0 },
                  { field: 'glaucoma_haemorrhage', in: [false] },
                  { field: 'glaucoma_explained', in: [true, false] },
                ],
              },
            ],
          },
          value: 'none',
        },
      ],
    },
  },
]
