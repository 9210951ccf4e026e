import { describe, expect, test } from 'vitest'

import type { EyeReport } from '#contract/reports'

import { axisAround, tickTexts } from './charts/axis.ts'
import { trendChart } from './charts/trend-chart.ts'
import { writingIn } from './language.ts'
import { sampleNumbers, sampleReport, sampleReview } from './testing/sample-report.ts'
import { trendsOf } from './trends.ts'
import { visitsOf } from './visits.ts'

const woman = { ageYears: 64, sex: 'female' } as const
const writing = writingIn('en', 'UTC')

function at(id: number, changes: Partial<EyeReport>): EyeReport {
  const report = sampleReport(sampleNumbers(woman, { crae: 130 + id }), changes)
  return { ...report, image: { ...report.image, id } }
}

function courseOf(...reports: EyeReport[]) {
  return trendsOf(visitsOf(reports), writing)
}

const rejection = { ...sampleReview, decision: 'rejected' } as const

test('of each day and eye the first photograph that was measured is shown', () => {
  const visits = visitsOf([
    { ...at(5, {}), analysis: null },
    at(4, {}),
    at(3, { eye: 'left' }),
    at(2, { day: '2025-01-02' }),
    at(1, { day: null }),
    at(0, { day: null }),
  ])
  expect(visits.map(({ day, right, left }) => [day, right?.image.id, left?.image.id])).toEqual([
    ['2026-11-20', 4, 3],
    ['2025-01-02', 2, undefined],
    [null, 1, undefined],
    [null, 0, undefined],
  ])
  expect(visits[0]?.others.map(({ image }) => image.id)).toEqual([5])
})

test('a course starts with the oldest day, leaves out rejected results, and has its values in a table', () => {
  const reports = [
    at(4, {}),
    at(3, { day: '2025-06-01', review: rejection }),
    at(2, { day: '2025-01-02' }),
  ]
  const { trends, rows, changes } = courseOf(...reports)
  expect(trends[0]).toMatchObject({ name: 'CRAE', unit: 'µm' })
  expect(trends[0]?.points.map(({ day, value }) => [day, value])).toEqual([
    ['2025-01-02', 132],
    ['2026-11-20', 134],
  ])
  expect(changes).toEqual([])
  expect(rows.map(({ day, eye, values: [crae] }) => [day, eye, crae])).toEqual([
    ['2026-11-20', 'Right eye (OD)', '134.0 ± 3.5 µm'],
    ['2025-01-02', 'Right eye (OD)', '132.0 ± 3.5 µm'],
  ])
  expect(courseOf(...reports.slice(0, 2)).trends).toEqual([])
})

test('measurements of another patient are left out, those by other networks are kept', () => {
  const staleBy = (reason: 'patient' | 'models', day: string) => {
    const report = at(1, { day })
    const analysis = report.analysis && { ...report.analysis, stale: [reason] }
    return { ...report, analysis }
  }
  const now = at(4, { day: '2026-11-20' })
  expect(courseOf(now, staleBy('patient', '2025-01-02')).trends).toEqual([])
  expect(courseOf(now, staleBy('models', '2025-01-02')).trends[0]?.points).toHaveLength(2)
})

test('an unconfirmed photograph that appears to show the other eye belongs to no course', () => {
  const now = at(4, { day: '2026-11-20' })
  const seen = at(1, { day: '2025-01-02' })
  const disc = seen.analysis?.numbers.optic_disc?.disc ?? null
  const landmarks = {
    disc,
    fovea: { centre: { x: 1000, y: 300 }, probability: 0.9 },
    laterality: 'left' as const,
  }
  if (seen.analysis) seen.analysis.numbers.optic_disc = landmarks
  expect(courseOf(now, seen).trends).toEqual([])
  const confirmed = { ...seen, review: sampleReview }
  expect(courseOf(now, confirmed).trends[0]?.points).toHaveLength(2)
})

test('calibres without a stated scale are not followed: their micrometres are assumed', () => {
  const scale = { kind: 'assumed-disc', discMicrometres: 1800 } as const
  const { trends } = courseOf(scaled(scale, '2026-01-01'), scaled(scale, '2025-01-01'))
  expect(trends.map(({ name }) => name)).toEqual(['AVR', 'Vessel density', 'Fractal dimension'])
})

test('values in another unit than the newest are left out', () => {
  const before = at(1, { day: '2025-01-02' })
  const crae = { value: 0.08, uncertainty: 0.002, unit: 'DD', reference: null }
  const zones = before.analysis?.numbers.zones
  if (zones) zones.measures = { ...zones.measures, crae }
  const { trends } = courseOf(at(4, {}), before)
  expect(trends.map(({ key }) => key)).not.toContain('crae')
  expect(trends.map(({ key }) => key)).toContain('crve')
})

function linesOf({ trends }: ReturnType<typeof courseOf>, key: string) {
  const trend = trends.find((each) => each.key === key)
  if (trend === undefined) throw new Error('There is no such trend.')
  const { shapes } = trendChart(trend, writing)
  return shapes.filter((shape) => shape.kind === 'line' && shape.look === 'course')
}

describe('a change of method or scale', () => {
  const days = ['2024-01-01', '2025-01-01', '2026-01-01'] as const
  const [first, second, third] = days

  test('of the camera interrupts every line and is told, for that eye alone', () => {
    const camera = 'Zeiss Visucam'
    const course = courseOf(
      at(3, { day: third, camera }),
      at(2, { day: second, camera }),
      at(1, { day: first }),
      at(2, { day: second, eye: 'left' }),
      at(1, { day: first, eye: 'left' }),
    )
    expect(course.changes).toEqual([
      'Right eye (OD), 2025-01-01: another camera, or one that is not stated.',
    ])
    expect(linesOf(course, 'avr').map((line) => 'eye' in line && line.eye)).toEqual([
      'right',
      'left',
    ])
  })

  test('of the scale concerns micrometres alone', () => {
    const stated = { kind: 'stated', micrometresPerPixel: 6.2, source: 'Pixel Spacing' } as const
    const long = { ...stated, axialLengthMm: 26 }
    const course = courseOf(scaled(long, third), scaled(stated, second))
    expect(course.changes).toEqual(['Right eye (OD), 2026-01-01: another source of the scale.'])
    expect(linesOf(course, 'crae')).toEqual([])
    expect(linesOf(course, 'avr')).toHaveLength(1)
  })

  test('of pixels per length is none: pictures differ in size', () => {
    const stated = { kind: 'stated', micrometresPerPixel: 6.2, source: 'Pixel Spacing' } as const
    const larger = { ...stated, micrometresPerPixel: 3.1 }
    expect(courseOf(scaled(larger, third), scaled(stated, second)).changes).toEqual([])
  })

  test('of networks, software and corrections is told in one sentence', () => {
    const now = at(2, { day: third })
    const analysis = now.analysis && {
      ...now.analysis,
      pipeline: '2.0.0',
      results: now.analysis.results.map((result) => ({
        ...result,
        model: { ...result.model, sha256: 'f'.repeat(64) },
        corrected: { by: 'Dr Kim', at: '2026-11-21T05:00:00.000Z' },
      })),
    }
    const { changes } = courseOf({ ...now, analysis }, at(1, { day: first }))
    expect(changes).toEqual([
      'Right eye (OD), 2026-01-01: other networks, another version of the analysis, and areas corrected by a person, or no longer.',
    ])
  })
})

test('days are drawn to scale', () => {
  const days = ['2026-11-20', '2026-10-21', '2025-11-20']
  const { trends } = courseOf(...days.map((day, i) => at(i, { day })))
  const [trend] = trends
  if (trend === undefined) throw new Error('There is no trend.')
  const marks = trendChart(trend, writing).shapes.filter((shape) => shape.kind === 'mark')
  const [old = 0, middle = 0, now = 0] = marks.map(({ at: { x } }) => x)
  expect((now - middle) / (now - old)).toBeCloseTo(30 / 365, 5)
})

test.each([
  [[0.075, 0.115], 'ratio', ['0.06', '0.08', '0.10', '0.12']],
  [[0.075, 0.115], 'share', ['6%', '8%', '10%', '12%']],
  [[123, 223], 'µm', ['100', '150', '200', '250']],
  [[1.15, 1.25], 'ratio', ['1.15', '1.20', '1.25']],
  [[0.7, 0.7], 'ratio', ['0.5', '1.0']],
  [[-6.5, 0], 'degrees', ['-10', '-5', '0']],
])('an axis around %j (%s) has round values at equal distances', ([a = 0, b = 0], unit, texts) => {
  const axis = axisAround(a, b)
  expect(tickTexts(axis, unit, writing)).toEqual(texts)
  for (const value of [a, b]) {
    expect(axis.at(value)).toBeGreaterThan(-1e-6)
    expect(axis.at(value)).toBeLessThan(1 + 1e-6)
  }
})

function scaled(
  scale: NonNullable<NonNullable<ReturnType<typeof sampleNumbers>['zones']>['scale']>,
  day: string,
): EyeReport {
  const numbers = sampleNumbers(woman)
  const zones = numbers.zones === null ? null : { ...numbers.zones, scale }
  return sampleReport({ ...numbers, zones }, { day })
}

function compared(ratio: number, image = 1): EyeReport {
  const report = at(4, { day: '2026-11-20' })
  const zones = report.analysis?.numbers.zones
  if (zones) {
    const changes = { crae: { ratio, uncertainty: 0.03, vessels: 5.6 } }
    zones.samePlaces = { image, day: '2025-01-02', agreement: 0.8, changes }
  }
  return report
}

const firstVisit = (more: Partial<EyeReport> = {}) => at(1, { day: '2025-01-02', ...more })

describe('calibres at the same places', () => {
  test('are told in per cent, with the change that an unchanged eye may show', () => {
    // 1.96 · 3 % = 5.9 %.
    expect(courseOf(compared(0.9), firstVisit()).samePlaces).toMatchObject([
      {
        measure: 'CRAE, zone B, at the same places',
        eye: 'Right eye (OD)',
        before: '2025-01-02',
        now: '2026-11-20, 6 vessels',
        change: '−10.0%',
        explained: '± 5.9%',
        verdict: 'larger',
      },
    ])
    expect(courseOf(compared(1.05), firstVisit()).samePlaces[0]?.verdict).toBe('within')
  })

  test('are not comparable after a change of the camera, and left out without the first visit', () => {
    const camera = 'Zeiss Visucam'
    expect(courseOf(compared(0.9), firstVisit({ camera })).samePlaces[0]?.verdict).toBe(
      'notComparable',
    )
    expect(courseOf(compared(0.9, 77), firstVisit()).samePlaces).toEqual([])
  })
})
