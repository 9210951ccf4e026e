import { expect, test } from 'vitest'

import { authorsOf } from './conflict-authors.ts'

const at = '2026-01-31T10:00:00.000Z'
const change = (key: string, by: string) => ({ key, by, before: null, after: '1', version: 1, at })

test('the last to change each value or measurement in conflict are named once', () => {
  const history = {
    changes: [change('grade', 'lee'), change('grade', 'kim'), change('note', 'jin')],
    measurements: [
      { id: 'a', by: 'park' },
      { id: 'b', by: 'lee' },
      { id: 'c', by: '' },
    ],
  }
  expect(authorsOf(['fields/grade', 'measurements/a', 'measurements/b'], history)).toEqual([
    'lee',
    'park',
  ])
  expect(authorsOf(['measurements/c', 'fields/other'], history)).toEqual([])
})
