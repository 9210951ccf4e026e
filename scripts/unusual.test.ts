import { expect, test } from 'vitest'

import { countUnexplained, unusualInBrowser, unusualLines } from './unusual.ts'

function spec(title: string, status: string, description?: string) {
  return {
    title,
    file: 'a.spec.ts',
    tests: [{ status, annotations: [{ type: 'skip', description }] }],
  }
}

test('skipped tests are listed by their reasons, then flaky ones; no reason is a failure', () => {
  const skipped = [
    { test: 'a.test.ts: reads', reason: 'no dcmtk' },
    { test: 'b.test.ts: writes', reason: 'no dcmtk' },
    { test: 'c.test.ts: starts (SKIPPED: needs root)', reason: '' },
    { test: 'd.test.ts: forgets', reason: '' },
  ]
  expect(unusualLines({ skipped, flaky: ['e.test.ts: hangs'] })).toEqual([
    'Skipped: no dcmtk',
    '  a.test.ts: reads',
    '  b.test.ts: writes',
    'Skipped: needs root',
    '  c.test.ts: starts',
    'Skipped: no reason is given, which is a failure',
    '  d.test.ts: forgets',
    'Flaky: failed first, then passed, to be mended',
    '  e.test.ts: hangs',
  ])
  expect(countUnexplained(skipped)).toBe(1)
})

test('those of a browser are found in any suite, with the reason that they give', () => {
  const inner = { specs: [spec('inner', 'skipped', 'no viewer'), spec('slow', 'flaky')] }
  const report = { suites: [{ specs: [spec('ran', 'expected')], suites: [inner] }] }
  expect(unusualInBrowser(report)).toEqual({
    skipped: [{ test: 'a.spec.ts: inner', reason: 'no viewer' }],
    flaky: ['a.spec.ts: slow'],
  })
})
