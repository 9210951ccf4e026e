import { expect, test } from 'vitest'

import { clearKind } from './vessel-kinds.ts'

test.each([
  [{ arteriole: 60, venule: 5 }, 'arteriole'],
  [{ arteriole: 10, venule: 80 }, 'venule'],
  // A crossing vessel covers a few places, a wrongly placed line few at all.
  [{ arteriole: 40, venule: 20 }, null],
  [{ arteriole: 20, venule: 0 }, null],
  [{ arteriole: 0, venule: 0 }, null],
])('of 100 places, %j make the kind %s', (count, kind) => {
  expect(clearKind({ ...count, places: 100 })).toBe(kind)
})
