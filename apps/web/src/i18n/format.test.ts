import { describe, expect, test } from 'vitest'

import { duration, fileSize } from './format.ts'

describe('the size of a file', () => {
  test.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1500, '1.5 kB'],
    [2_259_744, '2.3 MB'],
    [7_000_000_000_000, '7,000 GB'],
  ])('%d bytes are %s', (bytes, words) => {
    expect(fileSize(bytes)).toBe(words)
  })
})

test.each([
  [0, '0 seconds'],
  [61, '1 minute 1 second'],
  [3 * 86_400 + 4 * 3600 + 59, '3 days 4 hours'],
])('%d seconds are %s', (seconds, words) => {
  expect(duration(seconds)).toBe(words)
})
