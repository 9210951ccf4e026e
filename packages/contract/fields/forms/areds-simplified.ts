import type { Condition } from '../condition.ts'
import type { Field } from '../field.ts'

const source =
  'Age-Related Eye Disease Study Research Group, AREDS Report No. 18, Arch Ophthalmol 2005;123:1570-4 (PMC1473206)'
/** The scale sums over both eyes, so it is one of the visit. */
const common = { subject: 'visit', cannotTell: false, required: false, source } as const

const drusen = [
  { value: 'none', words: { en: 'None or below 63 µm', ko: '없음 또는 63 µm 미만' } },
  { value: 'intermediate', words: { en: 'Intermediate: 63 to 124 µm', ko: '중간: 63~124 µm' } },
  {
    value: 'large',
    words: {
      en: 'Large: 125 µm or more (a large vein at the disc)',
      ko: '큼: 125 µm 이상(유두 가장자리의 굵은 정맥 너비)',
    },
  },
]
const eyes = [
  { key: 'right', words: { en: 'right eye', ko: '우안' } },
  { key: 'left', words: { en: 'left eye', ko: '좌안' } },
] as const

const hasSigns: Condition = { field: 'areds_signs', in: [true] }
const isIn = (field: string, value: string | boolean): Condition => ({ field, in: [value] })

function fieldsOf({ key, words }: (typeof eyes)[number]): Field[] {
  const asked = { ...common, shownWhen: hasSigns, requiredWhen: hasSigns }
  const [advanced, size, pigment] = ['advanced', 'drusen', 'pigment'].map(
    (name) => `areds_${name}_${key}`,
  ) as [string, string, string]
  const isEarly: Condition = { all: [hasSigns, isIn(advanced, false)] }
  const ofEarly = { ...common, shownWhen: isEarly, requiredWhen: isEarly }
  return [
    {
      ...asked,
      key: advanced,
      type: 'yesNo',
      words: { en: `Neovascular AMD, ${words.en}`, ko: `신생혈관 황반변성, ${words.ko}` },
    },
    {
      ...ofEarly,
      key: size,
      type: 'choice',
      ordered: true,
      words: { en: `Largest drusen, ${words.en}`, ko: `가장 큰 드루젠, ${words.ko}` },
      options: drusen,
    },
    {
      ...ofEarly,
      key: pigment,
      type: 'yesNo',
      words: { en: `Pigment abnormality, ${words.en}`, ko: `색소 이상, ${words.ko}` },
    },
    {
      ...common,
      key: `areds_factors_${key}`,
      type: 'number',
      decimals: 0,
      words: { en: `Risk factors, ${words.en}`, ko: `위험 인자 수, ${words.ko}` },
      computed: {
        cases: [
          { if: isIn('areds_signs', false), value: 0 },
          { if: { all: [hasSigns, isIn(advanced, true)] }, value: 2 },
          { if: { all: [isEarly, isIn(size, 'large'), isIn(pigment, true)] }, value: 2 },
          {
            if: {
              all: [
                isEarly,
                { field: size, in: drusen.map(({ value }) => value) },
                { field: pigment, in: [true, false] },
                { any: [isIn(size, 'large'), isIn(pigment, true)] },
              ],
            },
            value: 1,
          },
          {
            if: {
              all: [isEarly, { field: size, in: ['none', 'intermediate'] }, isIn(pigment, false)],
            },
            value: 0,
          },
        ],
      },
    },
  ]
}

const eachEye = (test: (key: string) => Condition): Condition[] => eyes.map(({ key }) => test(key))
const bothIntermediate: Condition = {
  all: [
    hasSigns,
    ...eachEye((key) => isIn(`areds_advanced_${key}`, false)),
    ...eachEye((key) => isIn(`areds_drusen_${key}`, 'intermediate')),
  ],
}
const anyNotIntermediate: Condition = {
  any: [
    isIn('areds_signs', false),
    ...eachEye((key) => ({ all: [hasSigns, isIn(`areds_advanced_${key}`, true)] })),
    ...eachEye((key) => ({
      all: [hasSigns, { field: `areds_drusen_${key}`, in: ['none', 'large'] }],
    })),
  ],
}
/** An eye at risk is left. */
const notBothAdvanced: Condition = {
  any: [isIn('areds_signs', false), ...eachEye((key) => isIn(`areds_advanced_${key}`, false))],
}
const risks = ['0.5', '3', '12', '25', '50']

/** The simplified severity scale of AREDS: risk factors of both eyes, and what they stand for. */
export const aredsSimplified: readonly Field[] = [
  {
    ...common,
    key: 'areds_signs',
    type: 'yesNo',
    words: {
      en: 'Drusen or pigment abnormalities in either eye',
      ko: '어느 눈이든 드루젠 또는 색소 이상',
    },
    help: {
      en: 'Yes also for advanced age-related macular degeneration',
      ko: '진행된 나이관련황반변성도 예로 답합니다',
    },
    cannotTell: true,
    normal: false,
  },
  ...eyes.flatMap(fieldsOf),
  {
    ...common,
    key: 'areds_intermediate',
    type: 'number',
    decimals: 0,
    words: {
      en: 'Risk factor of intermediate drusen in both eyes',
      ko: '양안 중간 크기 드루젠의 위험 인자',
    },
    computed: {
      cases: [
        { if: bothIntermediate, value: 1 },
        { if: anyNotIntermediate, value: 0 },
      ],
    },
  },
  {
    ...common,
    key: 'areds_sum',
    type: 'number',
    decimals: 0,
    words: { en: 'AREDS simplified severity (0 to 4)', ko: 'AREDS 단순 중증도(0~4)' },
    computed: { sum: ['areds_factors_right', 'areds_factors_left', 'areds_intermediate'] },
  },
  {
    ...common,
    key: 'areds_risk',
    type: 'choice',
    ordered: true,
    words: {
      en: '5-year risk of advanced AMD in an eye',
      ko: '한 눈 이상에서 5년 내 진행된 황반변성 위험',
    },
    options: risks.map((risk) => ({
      value: risk,
      words: { en: `About ${risk} %`, ko: `약 ${risk} %` },
    })),
    computed: {
      cases: risks.map((risk, sum) => ({
        if: { all: [notBothAdvanced, { field: 'areds_sum', from: sum, to: sum }] },
        value: risk,
      })),
    },
  },
]
