import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { applicablePart, applyDiff, composeDiffs, diffBetween, invertDiff } from './diff.ts'
import type { Annotated, ImageRecord } from './document.ts'
import { emptyImageRecord } from './document.ts'
import type { Measurement } from './measurement.ts'
import { anAnnotation } from './testing/driver.ts'

const values = fc.dictionary(fc.constantFrom('grade', 'note'), fc.constantFrom(1, 2))
const measurement = fc.constantFrom<Measurement>(
  { kind: 'length', points: [0, 0, 3, 4] },
  { kind: 'angle', points: [0, 1, 0, 0, 1, 0] },
  { kind: 'fovea', points: [3, 4] },
)
const images = fc
  .record({
    labels: fc.uniqueArray(fc.constantFrom(1, 2, 3)),
    fields: values,
    measurements: fc.dictionary(fc.constantFrom('m', 'n'), measurement),
  })
  .map(({ labels, ...rest }): ImageRecord => ({
    id: 'image',
    labels: labels.toSorted((a, b) => a - b),
    ...rest,
  }))
const annotationsById = fc
  .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat({ max: 3 }), values), {
    selector: ([id]) => id,
  })
  .map(
    (entries) =>
      new Map(
        entries.map(([id, categoryId, fields]) => [id, anAnnotation({ id, categoryId, fields })]),
      ),
  )
const states: fc.Arbitrary<Annotated> = fc.record({
  annotations: annotationsById,
  imageRecord: images,
})

test('a diff leads from one state to the other, and inverted back', () => {
  fc.assert(
    fc.property(states, states, (before, after) => {
      const diff = diffBetween(before, after)
      expect(applyDiff(before, diff)).toEqual(after)
      expect(applyDiff(after, invertDiff(diff))).toEqual(before)
      const same = { ...before, annotations: new Map(before.annotations) }
      expect(diffBetween(before, same).size).toBe(0)
    }),
  )
})

test('two composed diffs do the same as one after the other', () => {
  fc.assert(
    fc.property(states, states, states, (one, two, three) => {
      const composed = composeDiffs(diffBetween(one, two), diffBetween(two, three))
      expect(applyDiff(one, composed)).toEqual(three)
    }),
  )
})

test('changes that the second of two diffs reverts are gone', () => {
  const empty: Annotated = { annotations: new Map(), imageRecord: emptyImageRecord }
  const one: Annotated = {
    annotations: new Map([['a', anAnnotation()]]),
    imageRecord: { ...emptyImageRecord, labels: [2] },
  }
  const diff = diffBetween(empty, one)
  expect(composeDiffs(diff, invertDiff(diff)).size).toBe(0)
})

test('changes by others between two of mine are not undone with mine', () => {
  const [start, mine, others, end] = [
    { labels: [], fields: {} },
    { labels: [1], fields: { grade: 2 } },
    { labels: [1, 2], fields: { grade: 2, note: 'theirs' } },
    { labels: [1, 2], fields: { grade: 3, note: 'theirs' } },
  ].map((about): Annotated => ({
    annotations: new Map(),
    imageRecord: { ...emptyImageRecord, ...about },
  }))
  if (!start || !mine || !others || !end) throw new Error('Four states')
  const step = composeDiffs(diffBetween(start, mine), diffBetween(others, end))
  const { diff, skipped } = applicablePart(invertDiff(step), end)
  expect(applyDiff(end, diff).imageRecord).toMatchObject({
    labels: [2],
    fields: { note: 'theirs' },
  })
  expect(skipped).toEqual([])
})

test('undo skips a field that a colleague has changed since, and reverts all others', () => {
  const start: Annotated = { annotations: new Map(), imageRecord: emptyImageRecord }
  const mine = {
    ...start,
    imageRecord: { ...emptyImageRecord, fields: { grade: 2, note: 'mine' } },
  }
  const now = { ...start, imageRecord: { ...emptyImageRecord, fields: { grade: 3, note: 'mine' } } }
  const { diff, skipped } = applicablePart(invertDiff(diffBetween(start, mine)), now)
  expect(applyDiff(now, diff).imageRecord.fields).toEqual({ grade: 3 })
  expect(skipped).toEqual(['image'])
})
