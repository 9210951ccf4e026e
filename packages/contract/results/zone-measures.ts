import type { MeasureGroupDescription } from './description.ts'

/** Measures of the vessels, disc and fovea of an eye, defined in docs/measures.md. */
export const zoneMeasures: readonly MeasureGroupDescription[] = [
  {
    title: { en: 'Calibres, zone B', ko: '혈관 직경, 구역 B' },
    measures: [
      {
        key: 'crae',
        name: { en: 'CRAE', ko: 'CRAE' },
        inDiscs: 'craeInDiscs',
        course: 1,
        long: { en: 'Central retinal arteriolar equivalent', ko: '중심망막동맥등가직경' },
      },
      {
        key: 'crve',
        name: { en: 'CRVE', ko: 'CRVE' },
        inDiscs: 'crveInDiscs',
        course: 2,
        long: { en: 'Central retinal venular equivalent', ko: '중심망막정맥등가직경' },
      },
      {
        key: 'avr',
        name: { en: 'AVR', ko: 'AVR' },
        course: 3,
        long: { en: 'Arteriole-to-venule ratio', ko: '동정맥비' },
      },
    ],
  },
  {
    title: { en: 'Calibres, zone C', ko: '혈관 직경, 구역 C' },
    measures: [
      {
        key: 'craeZoneC',
        name: { en: 'CRAE', ko: 'CRAE' },
        inDiscs: 'craeZoneCInDiscs',
        coded: { en: 'CRAE, zone C', ko: 'CRAE, zone C' },
      },
      {
        key: 'crveZoneC',
        name: { en: 'CRVE', ko: 'CRVE' },
        inDiscs: 'crveZoneCInDiscs',
        coded: { en: 'CRVE, zone C', ko: 'CRVE, zone C' },
      },
      {
        key: 'avrZoneC',
        name: { en: 'AVR', ko: 'AVR' },
        coded: { en: 'AVR, zone C', ko: 'AVR, zone C' },
      },
    ],
  },
  {
    title: { en: 'Whole field', ko: '시야 전체' },
    measures: [
      { key: 'vesselDensity', name: { en: 'Vessel density', ko: '혈관 밀도' }, course: 4 },
      { key: 'arteriolarDensity', name: { en: 'Arteriolar density', ko: '세동맥 밀도' } },
      { key: 'venularDensity', name: { en: 'Venular density', ko: '세정맥 밀도' } },
      { key: 'fractalDimension', name: { en: 'Fractal dimension', ko: '프랙털 차원' }, course: 5 },
      {
        key: 'arteriolarFractalDimension',
        name: { en: 'Arteriolar fractal dimension', ko: '세동맥 프랙털 차원' },
      },
      {
        key: 'venularFractalDimension',
        name: { en: 'Venular fractal dimension', ko: '세정맥 프랙털 차원' },
      },
    ],
  },
  {
    title: { en: 'Disc, fovea and arcades', ko: '시신경유두, 황반, 혈관궁' },
    measures: [
      { key: 'discFoveaDistance', name: { en: 'Disc to fovea', ko: '유두-황반 거리' } },
      { key: 'discFoveaAngle', name: { en: 'Disc-fovea angle', ko: '유두-황반 각도' } },
      {
        key: 'arteriolarArcadeAngle',
        name: { en: 'Arteriolar arcade angle', ko: '세동맥 혈관궁 각도' },
      },
      { key: 'venularArcadeAngle', name: { en: 'Venular arcade angle', ko: '세정맥 혈관궁 각도' } },
      {
        key: 'verticalCupToDisc',
        name: { en: 'Cup-to-disc ratio, vertical', ko: '유두함몰비(수직)' },
      },
      {
        key: 'horizontalCupToDisc',
        name: { en: 'Cup-to-disc ratio, horizontal', ko: '유두함몰비(수평)' },
      },
      { key: 'cupToDiscArea', name: { en: 'Cup-to-disc ratio, area', ko: '유두함몰비(면적)' } },
    ],
  },
  {
    title: { en: 'Shape, zone C', ko: '형태, 구역 C' },
    measures: [
      { key: 'arteriolarTortuosity', name: { en: 'Arteriolar tortuosity', ko: '세동맥 굴곡도' } },
      { key: 'venularTortuosity', name: { en: 'Venular tortuosity', ko: '세정맥 굴곡도' } },
      { key: 'arteriolarCurvature', name: { en: 'Arteriolar curvature', ko: '세동맥 곡률' } },
      { key: 'venularCurvature', name: { en: 'Venular curvature', ko: '세정맥 곡률' } },
      {
        key: 'arteriolarSquaredCurvature',
        name: { en: 'Arteriolar squared curvature', ko: '세동맥 제곱 곡률' },
      },
      {
        key: 'venularSquaredCurvature',
        name: { en: 'Venular squared curvature', ko: '세정맥 제곱 곡률' },
      },
      {
        key: 'arteriolarTortuosityDensity',
        name: { en: 'Arteriolar tortuosity density', ko: '세동맥 굴곡 밀도' },
      },
      {
        key: 'venularTortuosityDensity',
        name: { en: 'Venular tortuosity density', ko: '세정맥 굴곡 밀도' },
      },
      {
        key: 'arteriolarBranchingCoefficient',
        name: { en: 'Arteriolar branching coefficient', ko: '세동맥 분지 계수' },
      },
      {
        key: 'venularBranchingCoefficient',
        name: { en: 'Venular branching coefficient', ko: '세정맥 분지 계수' },
      },
      {
        key: 'arteriolarBranchingAngle',
        name: { en: 'Arteriolar branching angle', ko: '세동맥 분지각' },
      },
      {
        key: 'venularBranchingAngle',
        name: { en: 'Venular branching angle', ko: '세정맥 분지각' },
      },
      { key: 'branchings', name: { en: 'Branchings', ko: '분지 수' } },
      { key: 'crossings', name: { en: 'Arteriovenous crossings', ko: '동정맥 교차' } },
      {
        key: 'nickingCandidates',
        name: { en: 'Crossings where nicking is possible', ko: '협착이 의심되는 동정맥 교차' },
      },
    ],
  },
]
