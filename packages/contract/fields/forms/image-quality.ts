import type { Field } from '../field.ts'

const source =
  'Assessment of image quality and acceptability for grading, Br J Ophthalmol (bjo.bmj.com/highwire/markup/170546)'
const common = { subject: 'image', cannotTell: false, required: false, source } as const

const definitions = [
  {
    value: 'good',
    words: { en: 'Good: all features assessable', ko: '좋음: 모든 소견 판독 가능' },
  },
  {
    value: 'moderate',
    words: { en: 'Moderate: some small vessels hazy', ko: '보통: 일부 작은 혈관이 흐림' },
  },
  {
    value: 'poor',
    words: { en: 'Poor: small vessels not defined', ko: '나쁨: 작은 혈관을 구분할 수 없음' },
  },
]
const fields = [
  { value: 'full', words: { en: 'Full image', ko: '전체' } },
  { value: 'three_quarters', words: { en: 'More than 3/4', ko: '3/4 초과' } },
  { value: 'half', words: { en: 'Less than 3/4, more than 1/2', ko: '1/2 초과 3/4 미만' } },
  { value: 'less', words: { en: 'Less than 1/2', ko: '1/2 미만' } },
]

/** Whether a photograph can be graded, by its definition, its field and the fovea. */
export const imageQuality: readonly Field[] = [
  {
    ...common,
    key: 'quality_definition',
    type: 'choice',
    ordered: true,
    words: { en: 'Definition of the image', ko: '영상 선명도' },
    normal: 'good',
    options: definitions,
  },
  {
    ...common,
    key: 'quality_field',
    type: 'choice',
    ordered: true,
    words: { en: 'Field of the image seen', ko: '보이는 영상 범위' },
    normal: 'full',
    options: fields,
  },
  {
    ...common,
    key: 'quality_fovea',
    type: 'yesNo',
    words: { en: 'Fovea visible', ko: '중심와 보임' },
    normal: true,
  },
  {
    ...common,
    key: 'quality_accepted',
    type: 'yesNo',
    words: { en: 'Accepted for grading', ko: '판정에 적합' },
    help: {
      en: 'A photograph that shows a reason for referral is graded all the same.',
      ko: '의뢰할 이유가 보이는 사진은 그래도 판정합니다.',
    },
    computed: {
      cases: [
        {
          if: {
            any: [
              { field: 'quality_definition', in: ['poor'] },
              { field: 'quality_field', in: ['half', 'less'] },
              { field: 'quality_fovea', in: [false] },
            ],
          },
          value: false,
        },
        {
          if: {
            all: [
              { field: 'quality_definition', in: ['good', 'moderate'] },
              { field: 'quality_field', in: ['full', 'three_quarters'] },
              { field: 'quality_fovea', in: [true] },
            ],
          },
          value: true,
        },
      ],
    },
  },
]
