import { RiskNumbers } from '../analysis-numbers.ts'
import { resultKind } from './description.ts'
import { measuredVessels, zoneB } from './zones.ts'

export const risk = resultKind({
  id: 'risk',
  name: 'Cardiovascular risk',
  title: { en: 'Cardiovascular risk', ko: '심혈관질환 위험도' },
  purpose: 'findings',
  numbers: RiskNumbers,
  icon: 'heart',
  marks: [zoneB, ...measuredVessels],
  reported: {
    step: { en: 'Risk', ko: '위험도' },
    place: 2,
    plain: {
      lookedAt: null,
      cases: {
        low: {
          en: '{{outcome}}: the blood vessels do not point to more than the average risk.',
          ko: '{{outcome}}: 혈관으로 보아 평균보다 위험이 높다고 할 수 없습니다.',
        },
        'cannot-be-told': {
          en: '{{outcome}}: it cannot be told from the blood vessels whether the risk is below or above average.',
          ko: '{{outcome}}: 혈관만으로는 위험이 평균보다 낮은지 높은지 알 수 없습니다.',
        },
        moderate: {
          en: '{{outcome}}: the blood vessels are of a width that studies link with a somewhat higher risk than average.',
          ko: '{{outcome}}: 연구에서 평균보다 다소 높은 위험과 관련된 혈관 굵기입니다.',
        },
        high: {
          en: '{{outcome}}: the blood vessels are of a width that studies link with a higher risk than average.',
          ko: '{{outcome}}: 연구에서 평균보다 높은 위험과 관련된 혈관 굵기입니다.',
        },
        'no-effect': {
          en: '{{outcome}}: the blood vessels tell almost nothing about the risk.',
          ko: '{{outcome}}: 혈관으로는 위험을 거의 알 수 없습니다.',
        },
        none: {
          en: 'Nothing is said about the risk of stroke or heart disease.',
          ko: '뇌졸중이나 심장 질환의 위험은 평가하지 않았습니다.',
        },
        'plugged-in': {
          en: 'A model of this hospital has assessed a risk ({{outcome}}). Your clinician explains the result.',
          ko: '이 병원의 모델이 위험({{outcome}})을 평가했습니다. 결과는 의료진이 설명해 드립니다.',
        },
      },
    },
  },
})
