import { expect, test } from 'vitest'

import { auditFilterOf } from './audit-filter.ts'

test('a query string narrows the trail', () => {
  const query =
    'username=kim&action=getImage&object_id=7&dataset_id=3&from=2026-01-31&to=2026-02-01T10:00&refused=true&page=2'
  expect(auditFilterOf(new URLSearchParams(query))).toEqual({
    username: 'kim',
    action: 'getImage',
    object_id: 7,
    dataset_id: 3,
    from: '2026-01-31',
    to: '2026-02-01T10:00',
    refused: 'true',
  })
})

test.each(['', 'object_id=seven', 'from=yesterday', 'refused=perhaps'])(
  '"%s" narrows nothing',
  (query) => {
    expect(auditFilterOf(new URLSearchParams(query))).toEqual({})
  },
)
