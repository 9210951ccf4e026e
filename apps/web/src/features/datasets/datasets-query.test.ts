import { expect, test } from 'vitest'

import { datasetsQueryOf, isNarrowed } from './datasets-query.ts'

test('the address narrows and orders the list', () => {
  const query = datasetsQueryOf(new URLSearchParams('q=disc&order=name&show=mine&othersEmpty=true'))
  expect(query).toEqual({ q: 'disc', order: 'name', show: 'mine', othersEmpty: 'true' })
  expect(isNarrowed(query)).toBe(true)
})

test.each(['', 'order=loudest&show=theirs', `q=${'x'.repeat(101)}`])(
  'the address "%s" shows all, the newest first',
  (address) => {
    const query = datasetsQueryOf(new URLSearchParams(address))
    expect(query).toEqual({ q: '', order: 'newest', show: 'all', othersEmpty: 'false' })
    expect(isNarrowed(query)).toBe(false)
  },
)
