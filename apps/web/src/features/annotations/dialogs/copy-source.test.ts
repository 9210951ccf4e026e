import { expect, test } from 'vitest'

import { sourceProblem } from './copy-source.ts'

test.each([
  ['', 'empty'],
  ['0', 'empty'],
  ['99999999999', 'empty'],
  ['seven', 'notANumber'],
  [' 7', 'notANumber'],
  ['7 ', 'notANumber'],
  ['1.5', 'notANumber'],
  ['-7', 'notANumber'],
  ['5', 'sameImage'],
  ['05', 'sameImage'],
  ['7', null],
])('"%s" as the image to copy from: %s', (typed, problem) =>
  expect(sourceProblem(typed, 5)).toBe(problem),
)
