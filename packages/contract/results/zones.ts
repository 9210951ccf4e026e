import { ZoneNumbers } from '../analysis-numbers.ts'
import { resultKind, type MarkDescription } from './description.ts'
import { zoneMeasures } from './zone-measures.ts'

export const zoneB: MarkDescription = {
  name: {
    en: 'Zone B: 0.5 to 1 disc diameters from the disc',
    ko: '구역 B: 유두 가장자리에서 0.5~1 유두직경',
  },
  look: { form: 'lines', colour: '#00e5ff' },
}

export const measuredVessels: readonly MarkDescription[] = [
  {
    name: { en: 'Measured arteriole, by number', ko: '측정한 세동맥(번호)' },
    look: { form: 'dot', colour: '#ff405c' },
  },
  {
    name: { en: 'Measured venule, by number', ko: '측정한 세정맥(번호)' },
    look: { form: 'square', colour: '#4096ff' },
  },
]

export const zones = resultKind({
  id: 'zones',
  name: 'Measurements',
  title: { en: 'Measurements', ko: '측정값' },
  purpose: 'findings',
  numbers: ZoneNumbers,
  icon: 'chart',
  measures: zoneMeasures,
  sr: {
    tracking: 'Retinal vessels',
    finding: { value: '59820001', meaning: 'Blood vessel' },
  },
  fhir: {
    key: 'calibres',
    code: 'vessel-calibre',
    display: 'Retinal vessel calibre',
    definition:
      'Summary calibres of the retinal vessels around the optic disc (Knudtson 2003, zone B).',
    text: { en: 'Vessel calibres (zone B)', ko: '망막혈관 직경(B구역)' },
    method: {
      en: 'Knudtson 2003, six largest vessels of each kind, zone B',
      ko: 'Knudtson 2003, 종류별 굵은 혈관 6개, B구역',
    },
    measures: [
      {
        code: 'crae',
        display: 'Central retinal artery equivalent',
        definition:
          'The calibre of one arteriole equivalent to the six largest ones that cross zone B.',
        digits: 1,
        digitsInDiscs: 4,
      },
      {
        code: 'crve',
        display: 'Central retinal vein equivalent',
        definition:
          'The calibre of one venule equivalent to the six largest ones that cross zone B.',
        digits: 1,
        digitsInDiscs: 4,
      },
      {
        code: 'avr',
        display: 'Arteriole-to-venule ratio',
        definition:
          'The central retinal artery equivalent over the central retinal vein equivalent.',
        digits: 3,
      },
    ],
  },
  marks: [
    zoneB,
    {
      name: { en: 'Zone C: up to 2 disc diameters', ko: '구역 C: 2 유두직경까지' },
      look: { form: 'dashes', colour: '#00e5ff' },
    },
    ...measuredVessels,
  ],
  isCorrectable: true,
  overview: 2,
  layer: { name: { en: 'Measured vessels', ko: '측정한 혈관' }, place: 3 },
  printed: { legend: null },
  reported: {
    step: { en: 'Measurements', ko: '측정값' },
    place: 3,
    plain: {
      lookedAt: { en: 'the width of these blood vessels', ko: '이 혈관의 굵기' },
      cases: {
        inside: {
          en: 'The width of the blood vessels is within the range used for comparison.',
          ko: '혈관의 굵기가 비교에 쓰는 범위 안에 있습니다.',
        },
        outside: {
          en: 'The width of some blood vessels is outside the range used for comparison. Your clinician can explain whether this matters.',
          ko: '일부 혈관의 굵기가 비교에 쓰는 범위 밖에 있습니다. 그 의미는 의료진이 설명해 드립니다.',
        },
        'not-compared': {
          en: 'The blood vessels were measured but not compared with those of other people, because the size of the photograph is not known.',
          ko: '혈관을 측정했지만 사진의 실제 크기를 알 수 없어 다른 사람들과 비교하지 않았습니다.',
        },
        'not-measured': {
          en: 'The width of the blood vessels could not be measured.',
          ko: '혈관의 굵기를 측정하지 못했습니다.',
        },
      },
    },
  },
})
