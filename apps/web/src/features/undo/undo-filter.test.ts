import { expect, test } from 'vitest'

import { undoFilterOf } from './undo-filter.ts'

test.each([
  ['', { type: 'all', limit: 50 }],
  ['type=dataset&limit=1000', { type: 'dataset', limit: 1000 }],
  ['type=user&limit=7', { type: 'all', limit: 50 }],
])('"%s" lists %o', (query, filter) => {
  expect(undoFilterOf(new URLSearchParams(query))).toEqual(filter)
})
