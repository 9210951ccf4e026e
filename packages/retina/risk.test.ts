import { describe, expect, test } from 'vitest'

import type { EyeMeasures } from './eye-measures.ts'
import { measureEye } from './measures.ts'
import { publishedReferences, referenceCalibre } from './reference-values.ts'
import type { Person } from './risk.ts'
import { assessRisk, defaultRiskSettings } from './risk.ts'
import { drawEye } from './testing/drawn-eye.ts'

const woman: Person = { ageYears: 50, sex: 'female' }
const man: Person = { ageYears: 50, sex: 'male' }
const blank = measureEye(drawEye({ diameterPx: 400, arterioles: [], venules: [] }))

/** Measures with calibres that differ so much from the reference of a person. */
function eyeOf(
  { ageYears, sex }: Person,
  { narrower, wider, uncertainty = 0 }: { narrower: number; wider: number; uncertainty?: number },
): EyeMeasures {
  const of = (name: 'crae' | 'crve', difference: number) =>
    ({
      value:
        (referenceCalibre(publishedReferences[name], ageYears ?? 0, sex ?? 'female') ?? 0) +
        difference,
      uncertainty,
      unit: 'µm',
      reference: null,
    }) as const
  const [crae, crve] = [of('crae', -narrower), of('crve', wider)]
  const measures = { ...blank.measures, crae, crve, craeInDiscs: crae, crveInDiscs: crve }
  return { ...blank, measures }
}

/** References that the site has measured with its own cameras and this program. */
const ownReferences = {
  ...defaultRiskSettings,
  references: { ...publishedReferences, betweenProgramsMicrometres: 0 },
}

function outcomesOf(eye: EyeMeasures, person: Person, settings = ownReferences) {
  const index = assessRisk(eye, person, settings)
  if (index.kind !== 'risk-index') throw new Error(index.reasons.join())
  const hazards = index.outcomes.flatMap((found) =>
    found.kind === 'relative-hazard' ? [found] : [],
  )
  return { index, hazards }
}

describe('the risk index', () => {
  test('of average calibres is 1 and low', () => {
    const { hazards } = outcomesOf(eyeOf(woman, { narrower: 0, wider: 0 }), woman)
    expect(hazards.map(({ outcome }) => outcome)).toEqual(['coronary-heart-disease', 'stroke'])
    for (const { ratio, low, high, band } of hazards) {
      expect([ratio, low, high]).toEqual([1, 1, 1])
      expect(band).toBe('low')
    }
  })

  test('of a woman with calibres 20 µm off has both published ratios as its factors', () => {
    const { hazards } = outcomesOf(eyeOf(woman, { narrower: 20, wider: 20 }), woman)
    const [heart, stroke] = hazards
    expect(heart?.ratio).toBeCloseTo(1.16 * 1.17, 9)
    expect(stroke?.ratio).toBeCloseTo(1.15 * 1, 9)
    expect(heart?.contributions.map(({ logHazard }) => Math.exp(logHazard))).toEqual([
      expect.closeTo(1.16, 9),
      expect.closeTo(1.17, 9),
    ])
    expect(heart?.evidence.source.doi).toBe('10.7326/0003-4819-151-6-200909150-00005')
  })

  test('gives the published interval for one calibre measured exactly', () => {
    const { hazards } = outcomesOf(eyeOf(woman, { narrower: 0, wider: 20 }), woman)
    expect(hazards[0]?.low).toBeCloseTo(1.06, 1)
    expect(hazards[0]?.high).toBeCloseTo(1.26, 1)
    expect(hazards[0]?.band).toBe('moderate')
  })

  test('is wider the less sure the measurement is, and then can be told from 1 no more', () => {
    const exact = outcomesOf(eyeOf(woman, { narrower: 0, wider: 20 }), woman).hazards[0]
    const rough = eyeOf(woman, { narrower: 0, wider: 20, uncertainty: 15 })
    const found = outcomesOf(rough, woman).hazards[0]
    expect(found?.ratio).toBe(exact?.ratio)
    expect(found?.low).toBeLessThan(1)
    expect(found?.band).toBe('cannot-be-told')
    // ln 1.16 and its error from the interval, with 15 µm of each calibre.
    const error = Math.hypot(
      Math.log(1.26 / 1.06) / 3.92,
      0.75 * Math.log(1.16),
      0.75 * Math.log(1.17),
    )
    expect(found?.high).toBeCloseTo(1.16 * Math.exp(1.96 * error), 6)
  })

  test('carries what other cameras and programs would have measured, until a site has its own references', () => {
    const eye = eyeOf(woman, { narrower: 0, wider: 20 })
    const rough = eyeOf(woman, { narrower: 0, wider: 20, uncertainty: 15 })
    const [found] = outcomesOf(eye, woman, defaultRiskSettings).hazards
    const [same] = outcomesOf(rough, woman).hazards
    expect([found?.low, found?.high]).toEqual([
      expect.closeTo(same?.low ?? 0, 9),
      expect.closeTo(same?.high ?? 0, 9),
    ])
  })

  test.each([
    { narrower: 0, wider: -10, uncertainty: 0, band: 'low' },
    { narrower: 0, wider: 0, uncertainty: 15, band: 'cannot-be-told' },
    { narrower: 0, wider: 3, uncertainty: 8, band: 'cannot-be-told' },
    { narrower: 0, wider: 20, uncertainty: 0, band: 'moderate' },
    { narrower: 60, wider: 60, uncertainty: 0, band: 'high' },
  ])('of $narrower µm and $wider µm ± $uncertainty is $band', ({ band, ...calibres }) => {
    expect(outcomesOf(eyeOf(woman, calibres), woman).hazards[0]?.band).toBe(band)
  })

  test('has bands that can be set', () => {
    const eye = eyeOf(woman, { narrower: 60, wider: 60 })
    const [heart] = outcomesOf(eye, woman).hazards
    expect(heart?.band).toBe('high')
    const bands = { moderateAbove: 2, highAbove: 3 }
    expect(outcomesOf(eye, woman, { ...ownReferences, bands }).hazards[0]?.band).toBe(
      'cannot-be-told',
    )
  })

  test('of a man says that the heart shows almost no effect, instead of a number', () => {
    const { index, hazards } = outcomesOf(eyeOf(man, { narrower: 30, wider: 30 }), man)
    expect(index.outcomes[0]).toMatchObject({
      kind: 'almost-no-effect',
      outcome: 'coronary-heart-disease',
    })
    expect(index.outcomes[0]).not.toHaveProperty('ratio')
    expect(hazards.map(({ outcome }) => outcome)).toEqual(['stroke'])
  })
})

describe('no index, but the reasons', () => {
  const eye = eyeOf(woman, { narrower: 0, wider: 0 })

  test.each([
    { person: { ageYears: null, sex: null }, reasons: ['age-missing', 'sex-missing'] },
    { person: { ageYears: 30, sex: 'male' }, reasons: ['age-outside-reference'] },
    { person: { ageYears: 95, sex: 'female' }, reasons: ['age-outside-reference'] },
  ] as const)('for $reasons', ({ person, reasons }) => {
    expect(assessRisk(eye, person)).toEqual({ kind: 'no-risk-index', reasons })
  })

  test('without a scale', () => {
    expect(assessRisk({ ...eye, scale: null }, woman)).toEqual({
      kind: 'no-risk-index',
      reasons: ['scale-missing'],
    })
  })

  test('where the calibres cannot be measured', () => {
    expect(assessRisk(blank, woman)).toEqual({
      kind: 'no-risk-index',
      reasons: ['calibres-not-measurable'],
    })
  })
})

test('the reference goes along the published ages', () => {
  const { crve, crae } = publishedReferences
  const mean = (years: number): number =>
    ((referenceCalibre(crve, years, 'male') ?? 0) +
      (referenceCalibre(crve, years, 'female') ?? 0)) /
    2
  expect([50, 60, 70, 85].map(mean)).toEqual([230, 227.5, 225, 217])
  const [women = 0, men = 0] = [
    referenceCalibre(crve, 50, 'female'),
    referenceCalibre(crve, 50, 'male'),
  ]
  expect(men - women).toBeCloseTo(5.34)
  expect(referenceCalibre(crae, 60, 'male')).toBeCloseTo(139.5)
  expect(referenceCalibre(crve, 86, 'male')).toBeUndefined()
})
