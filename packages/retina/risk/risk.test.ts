import { describe, expect, test } from 'vitest'

import type { EyeMeasures } from '../eye-measures.ts'
import { measureEye } from '../measures.ts'
import { placeAmong } from './place-among.ts'
import { referenceOf, type SiteReference } from './reference-values.ts'
import type { Person, RiskSettings } from './risk.ts'
import { assessRisk, defaultRiskSettings } from './risk.ts'
import { drawEye } from '../testing/drawn-eye.ts'

const woman: Person = { ageYears: 50, sex: 'female' }
const man: Person = { ageYears: 50, sex: 'male' }
const blank = measureEye(drawEye({ diameterPx: 400, arterioles: [], venules: [] }))

function meanOf(measure: 'crae' | 'crve', ageYears: number, sex: 'female' | 'male'): number {
  return referenceOf(measure, { ageYears, sex }, [])?.mean ?? 0
}

/** Measures with calibres that differ by this much from the reference of a person. */
function eyeOf(
  { ageYears, sex }: Person,
  { narrower, wider, uncertainty = 0 }: { narrower: number; wider: number; uncertainty?: number },
): EyeMeasures {
  const of = (name: 'crae' | 'crve', difference: number) =>
    ({
      value: meanOf(name, ageYears ?? 0, sex ?? 'female') + difference,
      uncertainty,
      unit: 'µm',
      reference: null,
    }) as const
  const [crae, crve] = [of('crae', -narrower), of('crve', wider)]
  const measures = { ...blank.measures, crae, crve, craeInDiscs: crae, crveInDiscs: crve }
  return { ...blank, measures }
}

/** References that the site has measured with its own cameras and this program in very many people. */
const site = (['crae', 'crve'] as const).flatMap((measure) =>
  (['female', 'male'] as const).map((sex): SiteReference => ({
    measure,
    sex,
    ageFrom: 50,
    ageTo: 50,
    mean: meanOf(measure, 50, sex),
    deviation: 1e-9,
    people: 1e6,
    source: 'measured here',
  })),
)
const ownReferences = { ...defaultRiskSettings, site }

function outcomesOf(eye: EyeMeasures, person: Person, settings: RiskSettings = ownReferences) {
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
      for (const each of [ratio, low, high]) expect(each).toBeCloseTo(1, 9)
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

  test('is wider for a less certain measurement, which then may not differ from 1', () => {
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

  test('includes the variation between cameras and programs, until a site has its own references', () => {
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

  test('if the calibres cannot be measured', () => {
    expect(assessRisk(blank, woman)).toEqual({
      kind: 'no-risk-index',
      reasons: ['calibres-not-measurable'],
    })
  })
})

test('the reference follows the published ages', () => {
  const mean = (years: number): number =>
    (meanOf('crve', years, 'male') + meanOf('crve', years, 'female')) / 2
  expect([50, 60, 70, 85].map(mean)).toEqual([230, 227.5, 225, 217])
  expect(meanOf('crve', 50, 'male') - meanOf('crve', 50, 'female')).toBeCloseTo(5.34)
  expect(meanOf('crae', 60, 'male')).toBeCloseTo(139.5)
  expect(referenceOf('crve', { ageYears: 86, sex: 'male' }, [])).toBeUndefined()
})

describe('the place among people of the same age and sex', () => {
  const eye = eyeOf(woman, { narrower: 0, wider: 22.2, uncertainty: 5 })
  const placed = (person: Person, references: readonly SiteReference[] = []) =>
    placeAmong(eye, person, references).measures

  test('is the percentile of the published mean and deviation, with its limits', () => {
    const { crae, crve } = placed(woman)
    expect(crae).toMatchObject({ percentile: { value: expect.closeTo(50, 5) } })
    expect(crve).toMatchObject({
      percentile: { value: expect.closeTo(84.13, 1), sources: ['myers-2012', 'sun-2008'] },
    })
    // One standard deviation off, with an error of hypot(5, 15) µm either way.
    const { low, high } = ('percentile' in crve ? crve.percentile : undefined) ?? {
      low: 0,
      high: 0,
    }
    expect(low).toBeCloseTo(34.6, 0)
    expect(high).toBeCloseTo(99.2, 0)
  })

  test('is missing for a person outside of all studies', () => {
    expect(placed({ ageYears: 20, sex: 'female' }).crve).not.toHaveProperty('percentile')
    expect(placed({ ageYears: 50, sex: null }).crve).not.toHaveProperty('percentile')
  })

  test('is the site’s if it has entered references, and so is the range', () => {
    const own: SiteReference = {
      measure: 'crve',
      sex: null,
      ageFrom: 40,
      ageTo: 59,
      mean: 240,
      deviation: 20,
      people: 400,
      source: 'Healthy staff, 2026',
    }
    const { crve, crae } = placed(woman, [own])
    expect(crve).toMatchObject({
      reference: { low: 200.8, high: 279.2, source: 'site-1' },
      percentile: { sources: ['site-1'] },
    })
    expect(crae).toMatchObject({ percentile: { sources: ['sun-2008', 'wong-2003'] } })
    const older = placed({ ageYears: 70, sex: 'female' }, [own]).crve
    expect(older).toMatchObject({ reference: null })
    expect(older).not.toHaveProperty('percentile')
  })
})
