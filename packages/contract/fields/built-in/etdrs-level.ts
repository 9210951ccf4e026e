import type { Field } from '../field.ts'

const levels: readonly (readonly [level: string, en: string, ko: string])[] = [
  ['10', 'Retinopathy absent', '망막병증 없음'],
  ['20', 'Microaneurysms only', '미세동맥류만'],
  ['35', 'Mild NPDR', '경도 비증식'],
  ['43', 'Moderate NPDR', '중등도 비증식'],
  ['47', 'Moderately severe NPDR', '중등고도 비증식'],
  ['53', 'Severe NPDR', '고도 비증식'],
  ['61', 'Mild PDR', '경도 증식'],
  ['65', 'Moderate PDR', '중등도 증식'],
  ['71', 'High-risk PDR', '고위험 증식'],
  ['75', 'High-risk PDR', '고위험 증식'],
  ['81', 'Advanced PDR, centre of the macula attached', '진행 증식, 황반 중심 부착'],
  ['85', 'Advanced PDR, fundus obscured or centre detached', '진행 증식, 안저 가림 또는 중심 박리'],
  ['90', 'Cannot grade', '판정 불가'],
]

/**
 * Diabetic retinopathy by the levels of the final ETDRS scale for one eye. A reader chooses the level: its
 * definition counts lesions over several fields, which no single photograph shows.
 */
export const etdrsLevel: Field = {
  key: 'etdrs_level',
  type: 'choice',
  subject: 'eye',
  words: { en: 'ETDRS level', ko: 'ETDRS 단계' },
  help: {
    en: 'Final retinopathy severity scale of the Early Treatment Diabetic Retinopathy Study, for one eye',
    ko: '당뇨망막병증 조기치료 연구(ETDRS)의 최종 중증도 단계, 한 눈',
  },
  source:
    'Early Treatment Diabetic Retinopathy Study, final retinopathy severity scale for individual eyes, as printed in Br J Ophthalmol (bjo.bmj.com/highwire/markup/210502)',
  cannotTell: false,
  required: false,
  normal: '10',
  ordered: true,
  options: levels.map(([value, en, ko]) => ({
    value,
    words: { en: `${value} ${en}`, ko: `${value} ${ko}` },
  })),
}
