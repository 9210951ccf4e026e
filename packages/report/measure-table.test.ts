import { expect, test } from 'vitest'

import type { EyeReport } from '#contract/reports'

import type { Drawing } from './charts/drawing.ts'
import { writingIn } from './language.ts'
import { describeMeasures } from './measure-table.ts'
import { sampleNumbers, sampleReport } from './testing/sample-report.ts'

const woman = { ageYears: 64, sex: 'female' } as const
const right = sampleReport(sampleNumbers(woman, { crae: 100 }))
const left = sampleReport(sampleNumbers(woman), { eye: 'left' })

function rowOf(key: string, eyes: EyeReport[], language: 'en' | 'ko' = 'en') {
  const { groups } = describeMeasures(eyes, writingIn(language, 'UTC'))
  const row = groups.flatMap(({ rows }) => rows).find((each) => each.key === key)
  if (row === undefined) throw new Error('There is no such row.')
  return row
}

/** Horizontal extents of the bands and bars, and the places of the marks. */
function placesIn(chart: Drawing | null) {
  const shapes = chart?.shapes ?? []
  return {
    bands: shapes.flatMap((each) => (each.kind === 'band' ? [[each.from.x, each.to.x]] : [])),
    bars: shapes.flatMap((each) =>
      each.kind === 'line' && each.look === 'bar' ? [each.points.map(({ x }) => x)] : [],
    ),
    marks: shapes.flatMap((each) => (each.kind === 'mark' ? [each] : [])),
  }
}

test('the table has a column for each eye', () => {
  const none = { ...left, analysis: null }
  expect(rowOf('crae', [right, none], 'ko')).toMatchObject({
    name: 'CRAE',
    long: '중심망막동맥등가직경',
    reference: '108.7~170.3',
    cells: [{ text: '100.0 ± 3.5 µm', isOutside: true }, null],
  })
  const { columns } = describeMeasures([right, none], writingIn('en', 'UTC'))
  expect(columns.map(({ name, state }) => [name, state])).toEqual([
    ['Right eye (OD)', 'Preliminary'],
    ['Left eye (OS)', 'Not analysed'],
  ])
})

test('a value is drawn on its reference band with its uncertainty, and in words', () => {
  const { chart } = rowOf('crae', [right, left])
  const { bands, bars, marks } = placesIn(chart)
  expect(chart?.alt).toBe(
    'CRAE: Right eye (OD) 100.0 ± 3.5 µm; Left eye (OS) 140.0 ± 3.5 µm. Reference range 108.7 to 170.3. Scale from 50 to 200.',
  )
  expect(marks.map(({ eye }) => eye)).toEqual(['right', 'left'])
  expect(bands).toHaveLength(2)
  const [[low = 0, high = 0] = []] = bands
  const [outside, inside] = marks.map(({ at }) => at.x)
  expect(outside).toBeLessThan(low)
  expect(inside).toBeGreaterThan(low)
  expect(inside).toBeLessThan(high)
  const perMicrometre = (high - low) / (2 * 1.96 * 15.7)
  for (const [from = 0, to = 0] of bars) expect((to - from) / perMicrometre).toBeCloseTo(7, 5)
})

test('without a reference range that applies, the scale starts at zero and says so', () => {
  const { chart, reference } = rowOf('avr', [right])
  expect(reference).toBe('')
  expect(placesIn(chart).bands).toEqual([])
  expect(chart?.alt).toContain('No reference range applies. Scale from 0.0 to')
})

test('a range is drawn for the eye with a stated scale alone', () => {
  const { zones, ...others } = sampleNumbers(woman)
  const scale = { kind: 'assumed-disc', discMicrometres: 1800 } as const
  const assumed = sampleReport({ ...others, zones: zones && { ...zones, scale } }, { eye: 'left' })
  const { bands, marks } = placesIn(rowOf('crae', [right, assumed]).chart)
  expect(marks).toHaveLength(2)
  expect(bands).toHaveLength(1)
  const both = describeMeasures([assumed], writingIn('en', 'UTC'))
  expect(both.hasRanges).toBe(false)
  expect(both.legend).toContain('No reference range applies to these measures.')
})

test('an eye that is not measured leaves its place empty', () => {
  const { zones, ...others } = sampleNumbers(woman)
  const measures = { ...zones?.measures, crae: { notMeasurable: 'too-blurred' } }
  const blurred = sampleReport({ ...others, zones: zones && { ...zones, measures } })
  const { chart, cells } = rowOf('crae', [blurred, left])
  expect(cells[0]).toMatchObject({ text: 'Not measurable', isMeasured: false })
  const { marks } = placesIn(chart)
  const { marks: ofBoth } = placesIn(rowOf('crae', [right, left]).chart)
  expect(marks.map(({ eye, at }) => [eye, at.y])).toEqual([['left', ofBoth[1]?.at.y]])
})

test('measures that no eye has are listed by their reasons, not in rows', () => {
  const { zones, ...others } = sampleNumbers(woman)
  const without = (notMeasurable: string) =>
    Object.fromEntries(Object.keys(zones?.measures ?? {}).map((key) => [key, { notMeasurable }]))
  const eyeWithout = (eye: 'right' | 'left', reason: string) =>
    sampleReport({ ...others, zones: zones && { ...zones, measures: without(reason) } }, { eye })
  const one = describeMeasures([right], writingIn('ko', 'UTC'))
  expect(one.unmeasured).toEqual([
    expect.stringMatching(/^측정 불가\(황반을 찾지 못함\)\. 시신경유두, 황반, 혈관궁: /u),
  ])
  const discless = eyeWithout('right', 'no-disc')
  const both = (other: EyeReport) => describeMeasures([discless, other], writingIn('en', 'UTC'))
  const { groups, unmeasured } = both(eyeWithout('left', 'no-disc'))
  expect(groups).toEqual([])
  expect(unmeasured).toEqual([
    expect.stringMatching(
      /^Not measurable \(no optic disc was found\)\. Calibres, zone B: CRAE, CRVE, /u,
    ),
  ])
  expect(both(eyeWithout('left', 'no-vessels')).unmeasured).toEqual([
    expect.stringContaining(
      '(Right eye (OD): no optic disc was found; Left eye (OS): no vessels were found)',
    ),
  ])
})

test('no scale and no bar goes below zero, where only angles can be', () => {
  const { zones, ...others } = sampleNumbers(woman)
  const few = { value: 1, uncertainty: 2, unit: 'count', reference: null }
  const turned = { value: 1, uncertainty: 2, unit: 'degrees', reference: null }
  const measures = { ...zones?.measures, crossings: few, discFoveaAngle: turned }
  const eye = sampleReport({ ...others, zones: zones && { ...zones, measures } })
  expect(rowOf('crossings', [eye]).chart?.alt).toContain('Scale from 0 to 3.')
  expect(rowOf('discFoveaAngle', [eye]).chart?.alt).toContain('Scale from -2 to 4.')
})
