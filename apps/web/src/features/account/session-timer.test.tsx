import { expect, test } from 'vitest'

import { clock } from './session-timer.tsx'

test.each([
  [0, '00:00'],
  [59, '00:59'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [36_061, '10:01:01'],
])('%d seconds are shown as %s', (seconds, text) => {
  expect(clock(seconds)).toBe(text)
})
