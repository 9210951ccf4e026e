import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyDiff, composeDiffs, diffBetween, idsIn, invertDiff, isEmptyDiff } from './diff.ts'
import type { Annotated } from './document.ts'
import { anAnnotation } from './testing/driver.ts'

const states = fc
  .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat({ max: 3 })), {
    selector: ([id]) => id,
  })
  .chain((entries) =>
    fc.uniqueArray(fc.constantFrom(1, 2, 3)).map((labels): Annotated => ({
      annotations: new Map(
        entries.map(([id, categoryId]) => [id, anAnnotation({ id, categoryId })]),
      ),
      labels: new Set(labels),
    })),
  )

test('a diff leads from one state to the other, and inverted back', () => {
  fc.assert(
    fc.property(states, states, (before, after) => {
      const diff = diffBetween(before, after)
      expect(applyDiff(before, diff)).toEqual(after)
      expect(applyDiff(after, invertDiff(diff))).toEqual(before)
      expect(
        isEmptyDiff(
          diffBetween(before, {
            annotations: new Map(before.annotations),
            labels: new Set(before.labels),
          }),
        ),
      ).toBe(true)
    }),
  )
})

test('two diffs composed do what they do one after the other', () => {
  fc.assert(
    fc.property(states, states, states, (one, two, three) => {
      const composed = composeDiffs(diffBetween(one, two), diffBetween(two, three))
      expect(applyDiff(one, composed)).toEqual(three)
      const ids = idsIn(composed)
      expect(new Set(ids).size).toBe(ids.length)
    }),
  )
})

test('what the second of two diffs takes back is gone', () => {
  const empty: Annotated = { annotations: new Map(), labels: new Set([1]) }
  const one = { annotations: new Map([['a', anAnnotation()]]), labels: new Set([2]) }
  const diff = diffBetween(empty, one)
  expect(isEmptyDiff(composeDiffs(diff, invertDiff(diff)))).toBe(true)
})
