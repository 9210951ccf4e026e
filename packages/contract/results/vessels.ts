import { VesselNumbers } from '../analysis-numbers.ts'
import { resultKind } from './description.ts'

export const vessels = resultKind({
  id: 'vessels',
  name: 'Vessels',
  title: { en: 'Vessels', ko: '망막혈관' },
  purpose: 'findings',
  numbers: VesselNumbers,
  icon: 'photograph',
  notes: [
    {
      if: [{ at: ['method'], is: 'classical' }],
      text: {
        en: 'Found by classical filters, because no network could be run on the server. Arterioles and venules are not told apart.',
        ko: '서버에서 모델을 실행할 수 없어 고전적 필터로 찾았습니다. 세동맥과 세정맥은 구별되지 않습니다.',
      },
      panel: 'warning',
      report: 'sure',
    },
  ],
  facts: [
    {
      at: ['density'],
      uncertainty: ['densityUncertainty'],
      name: { en: 'Vessel density', ko: '혈관 밀도' },
      unit: 'share',
      missing: { en: 'Not measurable', ko: '측정 불가' },
    },
  ],
  marks: [
    {
      name: { en: 'Vessel: the more opaque, the surer', ko: '혈관: 진할수록 확실함' },
      look: { form: 'fading', colour: '#00e5ff' },
    },
  ],
  areas: { vessels: { name: { en: 'Vessels', ko: '혈관' }, categories: /vessel|혈관/i } },
  wholeArea: 'vessels',
  overview: 1,
  layer: { name: { en: 'Vessels', ko: '망막혈관' }, place: 5 },
  reported: {
    step: { en: 'Vessels', ko: '망막혈관' },
    place: 5,
    plain: {
      lookedAt: { en: 'the blood vessels at the back of the eye', ko: '눈 안쪽의 혈관' },
    },
  },
})
