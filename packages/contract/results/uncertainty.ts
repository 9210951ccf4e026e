import { UncertaintyNumbers } from '../analysis-numbers.ts'
import { resultKind } from './description.ts'

export const uncertainty = resultKind({
  id: 'uncertainty',
  name: 'Uncertainty map',
  title: { en: 'Uncertainty map', ko: '불확실한 부분' },
  purpose: 'findings',
  numbers: UncertaintyNumbers,
  icon: 'photograph',
  meaning: {
    en: 'Where it is open whether there is a vessel, or whether it is an arteriole or a venule. Look there first when you check the result.',
    ko: '혈관인지, 세동맥인지 세정맥인지 확실하지 않은 부분입니다. 결과를 확인할 때 먼저 살펴보세요.',
  },
  facts: [
    {
      at: ['share'],
      name: { en: 'Uncertain share of the field', ko: '시야에서 확실하지 않은 비율' },
      unit: 'share',
    },
  ],
  marks: [
    {
      name: { en: 'The more opaque, the less sure', ko: '진할수록 불확실함' },
      look: { form: 'fading', colour: '#ffe140' },
    },
  ],
  layer: { name: { en: 'Uncertainty', ko: '불확실성' }, place: 6 },
})
