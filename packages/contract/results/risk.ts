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
  reported: { step: { en: 'Risk', ko: '위험도' }, place: 2 },
})
