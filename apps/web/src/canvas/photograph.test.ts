import { expect, test } from 'vitest'

import { sharpEnough } from './photograph.ts'

const full = { width: 3504, height: 2336 }
const preview = { width: 1024, height: 683 }
const middle = { width: 2048, height: 1365 }

test('the smallest picture that is sharp is shown, in whatever order they came', () => {
  expect(sharpEnough([full, preview, middle], 700)).toBe(preview)
  expect(sharpEnough([full, preview, middle], 1500)).toBe(middle)
  expect(sharpEnough([full, preview, middle], 9000)).toBe(full)
})

test('until a sharp one has come, the best there is', () => {
  expect(sharpEnough([preview], 3000)).toBe(preview)
  expect(sharpEnough([], 3000)).toBeNull()
})
