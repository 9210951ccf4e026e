import type { Condition } from '../condition.ts'
import type { Field } from '../field.ts'

const source =
  'Levels of the NHS Diabetic Eye Screening Programme in England, as printed in Eye 2016;30:987-91, tables A1 and A2 (doi 10.1038/eye.2016.60). The programme has changed its levels since.'
const common = { subject: 'image', cannotTell: false, required: false, source } as const

const background = [
  {
    value: 'ma_haemorrhage',
    words: { en: 'Microaneurysm or haemorrhage', ko: '미세동맥류 또는 출혈' },
  },
  { value: 'venous_loop', words: { en: 'Venous loop', ko: '정맥 고리' } },
]
/** Features of background retinopathy only in the presence of another one. */
const accompanying = [
  { value: 'exudate', words: { en: 'Exudate', ko: '삼출물' } },
  { value: 'cotton_wool', words: { en: 'Cotton wool spot', ko: '면화반' } },
]
const preproliferative = [
  {
    value: 'venous_beading',
    words: { en: 'Venous beading or reduplication', ko: '정맥 염주 변화 또는 중복' },
  },
  { value: 'irma', words: { en: 'IRMA', ko: '망막내 미세혈관 이상(IRMA)' } },
  {
    value: 'blots',
    words: {
      en: 'Multiple deep, round or blot haemorrhages',
      ko: '다발성 심부·원형·반점 출혈',
    },
  },
]
const proliferative = [
  { value: 'new_vessels', words: { en: 'New vessels', ko: '신생혈관' } },
  {
    value: 'preretinal_haemorrhage',
    words: { en: 'Preretinal or vitreous haemorrhage', ko: '망막앞 또는 유리체 출혈' },
  },
  {
    value: 'fibrosis',
    words: {
      en: 'Preretinal fibrosis, with or without tractional detachment',
      ko: '망막앞 섬유화(견인망막박리 유무와 무관)',
    },
  },
  { value: 'advanced', words: { en: 'Advanced retinopathy', ko: '진행된 망막병증' } },
]
const macular = [
  {
    value: 'exudate_near',
    words: { en: 'Exudate within 1 DD of the fovea', ko: '중심와 1 유두직경 이내 삼출물' },
  },
  {
    value: 'exudate_group',
    words: {
      en: 'Circinate or group of exudates in the macula',
      ko: '황반 내 윤상 또는 군집 삼출물',
    },
  },
  {
    value: 'thickening',
    words: {
      en: 'Retinal thickening within 1 DD of the centre (stereo)',
      ko: '중심에서 1 유두직경 이내 망막 비후(입체 사진)',
    },
  },
]
const redNear = {
  value: 'red_near',
  words: {
    en: 'Microaneurysm or haemorrhage within 1 DD of the fovea',
    ko: '중심와 1 유두직경 이내 미세동맥류 또는 출혈',
  },
}
const redElsewhere = {
  value: 'red_macula',
  words: {
    en: 'Microaneurysm or haemorrhage elsewhere in the macula',
    ko: '황반의 다른 곳 미세동맥류 또는 출혈',
  },
}

const hasFeatures: Condition = { field: 'nhs_features', in: [true] }
const anyOf = (field: string, options: readonly { value: string }[]): Condition => ({
  all: [hasFeatures, { field, in: options.map(({ value }) => value) }],
})
const inRetina = [...background, ...accompanying, ...preproliferative, ...proliferative]
const inMacula = [...macular, redNear, redElsewhere]
const hasInRetina = anyOf('nhs_retina', inRetina)
const hasInMacula = anyOf('nhs_macula', inMacula)
/** Features that are not named yet have no level. */
const isAnswered: Condition = {
  any: [{ field: 'nhs_features', in: [false] }, hasInRetina, hasInMacula],
}
const hasRedInMacula = anyOf('nhs_macula', [redNear, redElsewhere])
const seesWell: Condition = { field: 'nhs_acuity', in: ['6_9'] }
const seesBadly: Condition = { field: 'nhs_acuity', in: ['6_12'] }

/** The features and levels of the NHS Diabetic Eye Screening Programme; both levels follow from the features. */
export const nhsScreening: readonly Field[] = [
  {
    ...common,
    key: 'nhs_features',
    type: 'yesNo',
    words: { en: 'Features of diabetic retinopathy', ko: '당뇨망막병증 소견' },
    cannotTell: true,
    normal: false,
  },
  {
    ...common,
    key: 'nhs_retina',
    type: 'choices',
    words: { en: 'Retinopathy features', ko: '망막병증 소견' },
    help: {
      en: 'Exudates and cotton wool spots count only beside another feature.',
      ko: '삼출물과 면화반은 다른 소견이 함께 있을 때만 셉니다.',
    },
    shownWhen: hasFeatures,
    requiredWhen: { all: [hasFeatures, { not: hasInMacula }] },
    options: inRetina,
  },
  {
    ...common,
    key: 'nhs_macula',
    type: 'choices',
    words: { en: 'Maculopathy features', ko: '황반병증 소견' },
    shownWhen: hasFeatures,
    options: inMacula,
  },
  {
    ...common,
    key: 'nhs_acuity',
    type: 'choice',
    words: { en: 'Visual acuity of the eye', ko: '이 눈의 시력' },
    shownWhen: hasRedInMacula,
    requiredWhen: hasRedInMacula,
    ordered: true,
    options: [
      { value: '6_9', words: { en: '6/9 or better', ko: '6/9(0.67) 이상' } },
      { value: '6_12', words: { en: '6/12 or worse', ko: '6/12(0.5) 이하' } },
    ],
  },
  {
    ...common,
    key: 'nhs_r',
    type: 'choice',
    words: { en: 'Retinopathy level', ko: '망막병증 단계' },
    ordered: true,
    options: [
      { value: 'R0', words: { en: 'R0 No retinopathy', ko: 'R0 망막병증 없음' } },
      { value: 'R1', words: { en: 'R1 Background', ko: 'R1 배경' } },
      { value: 'R2', words: { en: 'R2 Pre-proliferative', ko: 'R2 증식전' } },
      { value: 'R3', words: { en: 'R3 Proliferative', ko: 'R3 증식' } },
    ],
    computed: {
      cases: [
        { if: anyOf('nhs_retina', proliferative), value: 'R3' },
        { if: anyOf('nhs_retina', preproliferative), value: 'R2' },
        { if: anyOf('nhs_retina', background), value: 'R1' },
        { if: isAnswered, value: 'R0' },
      ],
    },
  },
  {
    ...common,
    key: 'nhs_m',
    type: 'choice',
    words: { en: 'Maculopathy level', ko: '황반병증 단계' },
    ordered: true,
    options: [
      { value: 'M0', words: { en: 'M0 No maculopathy', ko: 'M0 황반병증 없음' } },
      { value: 'MNR', words: { en: 'MNR Not referable', ko: 'MNR 의뢰 불필요' } },
      { value: 'M1', words: { en: 'M1 Maculopathy', ko: 'M1 황반병증' } },
    ],
    computed: {
      cases: [
        { if: anyOf('nhs_macula', macular), value: 'M1' },
        { if: { all: [anyOf('nhs_macula', [redNear]), seesBadly] }, value: 'M1' },
        { if: { all: [hasRedInMacula, seesWell] }, value: 'MNR' },
        {
          if: {
            all: [isAnswered, { any: [{ not: hasRedInMacula }, seesBadly] }],
          },
          value: 'M0',
        },
      ],
    },
  },
]
