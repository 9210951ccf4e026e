import { describe, expect, test } from 'vitest'
import { applyDiff, diffBetween, invertDiff } from './diff.ts'
import type { Annotated, Annotation } from './document.ts'
import { emptyImageRecord } from './document.ts'
import type { History } from './history.ts'
import { bail, emptyHistory, rebased, record, redo, stepLimit, undo } from './history.ts'
import { aSquare, anAnnotation } from './testing/driver.ts'

const nobody: Annotated = { annotations: new Map(), imageRecord: emptyImageRecord }

function holding(annotation: Annotation): Annotated {
  return { ...nobody, annotations: new Map([[annotation.id, annotation]]) }
}

function only(categoryId: number): Annotated {
  return holding(anAnnotation({ categoryId }))
}

/** A history with one step for each change of category, and the resulting state. */
function walk(...categories: number[]): { history: History; annotated: Annotated } {
  let [history, annotated] = [emptyHistory, only(categories[0] ?? 1)]
  for (const categoryId of categories.slice(1)) {
    const next = only(categoryId)
    const mark = { label: `to ${categoryId}` }
    history = record(history, mark, diffBetween(annotated, next))
    annotated = next
  }
  return { history, annotated }
}

function category({ annotations }: Annotated): number | undefined {
  return annotations.get('a')?.categoryId
}

test('a new step discards the steps to redo', () => {
  const { history, annotated } = walk(1, 2, 3)
  const undone = undo(history, annotated)
  expect(category(undone.annotated)).toBe(2)
  const mark = { label: 'other' }
  const other = record(undone.history, mark, diffBetween(undone.annotated, only(9)))
  expect(redo(other, only(9)).step).toBeNull()
  expect(undo(other, only(9)).step?.mark).toBe(mark)
})

test('the oldest steps fall off beyond the limit', () => {
  const categories = Array.from({ length: stepLimit + 20 }, (_, i) => i)
  let { history, annotated } = walk(...categories)
  expect(history.past).toHaveLength(stepLimit)
  for (let i = 0; i < stepLimit; i++) ({ history, annotated } = undo(history, annotated))
  expect(category(annotated)).toBe(19)
  expect(undo(history, annotated).step).toBeNull()
})

test('a step that returns to its start is dropped', () => {
  const mark = { label: 'there and back' }
  const there = diffBetween(only(1), only(2))
  const history = record(record(emptyHistory, mark, there), mark, invertDiff(there))
  expect(history.past).toEqual([])
})

test('bailing takes the steps of a mark back, with nothing to redo', () => {
  const { history, annotated } = walk(1, 2, 3)
  const bailed = bail(history, annotated, history.past[1]?.mark ?? { label: 'missing' })
  expect([category(bailed.annotated), bailed.history.past.length]).toEqual([2, 1])
  expect(redo(bailed.history, bailed.annotated).step).toBeNull()
  expect(bail(history, annotated, { label: 'unknown' }).annotated).toBe(annotated)
})

test('bailing leaves what has ended since, and what that builds upon', () => {
  const { history, annotated } = walk(1, 2, 3)
  const first = history.past[0]?.mark ?? { label: 'missing' }
  expect(bail(history, annotated, first)).toMatchObject({ history, annotated })
  const other = anAnnotation({ id: 'b' })
  const after = { ...annotated, annotations: new Map(annotated.annotations).set('b', other) }
  const longer = record(history, { label: 'draw' }, diffBetween(annotated, after))
  const bailed = bail(longer, after, longer.past[1]?.mark ?? first)
  expect(category(bailed.annotated)).toBe(2)
  expect(bailed.annotated.annotations.get('b')).toBe(other)
  expect(bailed.history.past.map(({ mark }) => mark.label)).toEqual(['to 2', 'draw'])
})

describe('steps with a record that the server has stored otherwise', () => {
  const sent = anAnnotation({ geometry: aSquare(0, 0, 10.004) })
  const written = { ...sent, geometry: aSquare(0, 0, 10), metadata: { clinic: 'A' } }
  const rewritten = diffBetween(holding(sent), holding(written))
  const coloured = { ...sent, color: '#00ff00' }
  const created = record(emptyHistory, { label: 'create' }, diffBetween(nobody, holding(sent)))

  test('are undone and redone as it is stored', () => {
    const history = rebased(created, rewritten)
    const undone = undo(history, holding(written))
    expect(undone).toMatchObject({ step: { mark: { label: 'create' } }, skipped: [] })
    expect(undone.annotated.annotations.size).toBe(0)
    expect(redo(undone.history, undone.annotated).annotated).toEqual(holding(written))
  })

  test('keep their other changes', () => {
    const colouring = diffBetween(holding(sent), holding(coloured))
    const history = rebased(record(created, { label: 'colour' }, colouring), rewritten)
    const undone = undo(history, holding({ ...written, color: '#00ff00' }))
    expect(undone.annotated).toEqual(holding(written))
    expect(undo(undone.history, undone.annotated).annotated.annotations.size).toBe(0)
  })

  test("respect a colleague's change since", () => {
    const theirs = holding({ ...written, color: '#0000ff' })
    expect(undo(rebased(created, rewritten), theirs)).toMatchObject({ step: null, skipped: ['a'] })
  })

  test('are left out if nothing of them was kept', () => {
    const tagged = { ...sent, metadata: { clinic: 'B' } }
    const tagging = record(created, { label: 'tag' }, diffBetween(holding(sent), holding(tagged)))
    const refused = diffBetween(holding(tagged), holding(sent))
    expect(rebased(tagging, refused).past.map(({ mark }) => mark.label)).toEqual(['create'])
  })
})

test('redo skips changes that no longer apply', () => {
  const { history, annotated } = walk(1, 2)
  const undone = undo(history, annotated)
  const theirs = applyDiff(undone.annotated, diffBetween(undone.annotated, only(7)))
  const redone = redo(undone.history, theirs)
  expect(redone).toMatchObject({ step: null, skipped: ['a'] })
  expect(category(redone.annotated)).toBe(7)
})
