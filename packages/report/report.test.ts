import { describe, expect, test } from 'vitest'

import type { EyeReport } from '#contract/reports'

import { describeDoubt, describeEye, patientName } from './eye.ts'
import { moment, writingIn } from './language.ts'
import {
  notGradableNumbers,
  sampleNumbers,
  sampleReport,
  sampleReview as review,
} from './testing/sample-report.ts'

const languages = ['en', 'ko'] as const
const woman = { ageYears: 64, sex: 'female' } as const
const man = { ageYears: 64, sex: 'male' } as const

function textOf(report: EyeReport, language: 'en' | 'ko' = 'en') {
  return describeEye(report, writingIn(language, 'UTC'), 'Fovea 1.0.0')
}

describe('every report', () => {
  const reports = {
    woman: sampleReport(sampleNumbers(woman, { crae: 100, crve: 280 })),
    man: sampleReport(sampleNumbers(man)),
    unknown: sampleReport(sampleNumbers({ ageYears: null, sex: null }), { eye: 'unknown' }),
    notGradable: sampleReport(notGradableNumbers),
    stale: sampleReport(sampleNumbers(woman), { review, reviews: [review] }),
    none: sampleReport(notGradableNumbers, { analysis: null }),
  }

  test.each(languages)('every blank is filled in, in %s', (language) => {
    for (const report of Object.values(reports)) {
      const said = JSON.stringify(textOf(report, language))
      expect(said).not.toContain('{{')
      expect(said).not.toContain('undefined')
      expect(said).not.toContain('NaN')
    }
  })

  test('in Korean it is an analysis: never a diagnosis, a reading, or normal', () => {
    for (const report of Object.values(reports))
      expect(JSON.stringify(textOf(report, 'ko'))).not.toMatch(/진단|판독|정상/)
  })

  test('it states its limits, and never gives a probability of a disease', () => {
    for (const report of Object.values(reports)) {
      const { notMeaning } = textOf(report)
      expect(notMeaning.length).toBeGreaterThan(1)
      expect(JSON.stringify(textOf(report))).not.toMatch(/10-year|ten years/i)
    }
  })
})

/** An eye whose disc is at 400, with the fovea there. */
function seenWith(foveaX: number, changes: Parameters<typeof sampleReport>[1] = {}) {
  const numbers = sampleNumbers(woman)
  const { disc } = numbers.optic_disc ?? { disc: null }
  const fovea = { centre: { x: foveaX, y: 300 }, probability: 0.9 }
  const landmarks = { disc, fovea, laterality: 'right' as const }
  return sampleReport({ ...numbers, optic_disc: landmarks }, changes)
}

describe('laterality', () => {
  test('is doubted if disc and fovea are placed as in the other eye', () => {
    const { warnings } = textOf(seenWith(1000))
    expect(warnings).toEqual([
      'Said to be: Right eye (OD). Optic disc and fovea lie as in: Left eye (OS). Find out which eye it is before the result is used.',
    ])
    expect(textOf(seenWith(1000), 'ko').warnings[0]).toContain('좌안(OS)')
  })

  test.each([
    ['the same eye', seenWith(-200)],
    ['no eye', seenWith(500)],
    ['an eye of which nothing is said', seenWith(1000, { eye: 'unknown' })],
  ])('is not doubted where they lie as in %s', (_, report) => {
    expect(textOf(report).warnings).toEqual([])
  })
})

test('an ungradable photograph has a reason, and no number', () => {
  const text = textOf(sampleReport(notGradableNumbers))
  expect(text.found[0]).toBe('Image quality: Not gradable. Why: it is blurred, it is too dark.')
  expect(text.risk).toBeNull()
  expect(text.sure).toEqual([])
  expect(text.found.join(' ')).not.toMatch(/\d/)
})

test('wide venules and narrow arterioles of a woman are reported with interval and range', () => {
  const { found, risk } = textOf(sampleReport(sampleNumbers(woman, { crae: 100, crve: 280 })))
  expect(found.join('\n')).toMatch(/Coronary heart disease: High risk\. Relative hazard 2\.\d\d/)
  expect(found.join('\n')).toContain('CRAE 100.0 ± 3.5 µm is outside the reference range')
  const [first] = risk?.outcomes ?? []
  expect(first?.coefficients).toContainEqual(['Per 20 µm wider venules', '1.16 (1.06 to 1.26)'])
  expect(first?.evidence).toContain('Ann Intern Med 2009;151:404-13')
})

test('for a man no number is given if studies show almost no effect', () => {
  const { risk, found } = textOf(sampleReport(sampleNumbers(man)))
  const heart = risk?.outcomes.find(({ name }) => name === 'Coronary heart disease')
  expect(heart).toMatchObject({ band: null, interval: null })
  const line = found.find((each) => each.startsWith('Coronary heart disease'))
  expect(line).toContain('A number would mean nothing')
})

test('the number of a certified network has its event, horizon and registration', () => {
  const risk = {
    kind: 'plugged-in',
    value: 0.124,
    unit: 'probability',
    event: 'Cardiovascular disease',
    horizonYears: 10,
    band: 'moderate',
    regulatory: { status: 'MFDS', number: '26-1' },
    intendedUse: 'For adults.',
    limits: 'Not for children.',
  } as const
  const { found, risk: told } = textOf(sampleReport({ ...sampleNumbers(man), risk }))
  expect(found.join('\n')).toMatch(/Cardiovascular disease .*10 years.*Moderate risk.*12\.4/)
  const [outcome] = told?.outcomes ?? []
  expect(outcome?.parts.flat().join(' ')).toContain('MFDS 26-1')
})

test('missing age and sex are named, and the measurements are shown without them', () => {
  const { found } = textOf(sampleReport(sampleNumbers({ ageYears: null, sex: null })))
  expect(found.join(' ')).toContain('No risk index. The age is missing')
  expect(found).toContain('The measurements hold without it.')
})

test('it is preliminary until a clinician confirms it; a rejected one says so', () => {
  const numbers = sampleNumbers(woman)
  expect(textOf(sampleReport(numbers))).toMatchObject({ state: 'preliminary', note: '' })
  expect(textOf(sampleReport(numbers, { review, reviews: [review] }))).toMatchObject({
    state: 'final',
    stateDetail: 'Confirmed by Dr Kim, 2026-11-21 05:00 (UTC).',
    note: 'Note: agreed',
  })
  const rejected = { ...review, decision: 'rejected' } as const
  const text = textOf(sampleReport(numbers, { review: rejected, reviews: [rejected] }))
  expect(text.stateDetail).toContain('Do not use this result')
})

test('reviews of an earlier analysis are marked as such', () => {
  const earlier = { ...review, analysis_id: 1 }
  const { reviews, state } = textOf(sampleReport(sampleNumbers(woman), { reviews: [earlier] }))
  expect(state).toBe('preliminary')
  expect(reviews).toEqual([
    'Confirmed by Dr Kim, 2026-11-21 05:00 (UTC). Note: agreed (an earlier analysis)',
  ])
})

test('a person is called in the reader’s writing, and times are in the reader’s zone', () => {
  const patient = { id: '1', name: 'Hong^Gildong', nameKorean: '홍^길동', birth_date: null }
  const known = { ...patient, differing: ['sex'] as 'sex'[] }
  expect(patientName(known, writingIn('ko', 'UTC'))).toBe('홍길동 님')
  expect(patientName(known, writingIn('en', 'UTC'))).toBe('Hong Gildong')
  expect(describeDoubt(known, writingIn('en', 'UTC'))).toContain('differ in sex')
  expect(moment('2026-11-20T15:30:00Z', writingIn('ko', 'Asia/Seoul'))).toBe(
    '2026-11-21 00:30 (UTC+9)',
  )
})
