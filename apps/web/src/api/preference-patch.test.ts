import { expect, test } from 'vitest'

import { composed, patchBetween, patched, withoutSame } from './preference-patch.ts'

const before = { language: 'en', tools: { brush: { radius: 8 }, wheel: 'zoom' }, list: [1, 2] }
const after = { tools: { brush: { radius: 9 }, wheel: 'zoom' }, list: [2], guide: { settled: {} } }

test('a patch has only what differs, and makes the later preferences of the earlier ones', () => {
  const patch = patchBetween(before, after)
  expect(patch).toEqual({
    language: null,
    tools: { brush: { radius: 9 } },
    list: [2],
    guide: { settled: {} },
  })
  expect(patched(before, patch)).toEqual(after)
  expect(patchBetween(before, before)).toEqual({})
})

test('an object that loses its last entry goes, unless another window has added one', () => {
  const patch = { looks: { 7: { isLocked: null } } }
  expect(patched({ looks: { 7: { isLocked: true } } }, patch)).toEqual({})
  expect(patched({ looks: { 7: { isLocked: true, opacity: 5 } } }, patch)).toEqual({
    looks: { 7: { opacity: 5 } },
  })
})

test('consecutive patches become one, and those that are sent are left out', () => {
  const both = composed({ a: { b: 1, c: 2 }, d: 1 }, { a: { b: null }, e: [1] })
  expect(both).toEqual({ a: { b: null, c: 2 }, d: 1, e: [1] })
  expect(withoutSame(both, { a: { b: 1, c: 2 }, d: 1, e: [1] })).toEqual({ a: { b: null } })
  expect(withoutSame(both, both)).toEqual({})
})
