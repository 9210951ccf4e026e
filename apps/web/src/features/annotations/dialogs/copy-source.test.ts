import { expect, test } from 'vitest'

import { type LookUp, readiness, sourceProblem } from './copy-source.ts'

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

const found: LookUp = { isCurrent: true, isFetching: false, hasData: true, hasFailed: false }

test.each<[string, Partial<LookUp>, string]>([
  ['was found', {}, 'ready'],
  ['is still being typed', { isCurrent: false }, 'loading'],
  ['is being looked up', { isFetching: true, hasData: false }, 'loading'],
  ['is looked up again', { isFetching: true }, 'loading'],
  ['waits for the network', { hasData: false }, 'loading'],
  ['could not be found', { hasData: false, hasFailed: true }, 'failed'],
  ['could not be found again', { hasFailed: true }, 'failed'],
])('a mirrored copy waits for an image that %s', (_, about, state) => {
  expect(readiness(true, { ...found, ...about })).toBe(state)
  expect(readiness(false, { ...found, ...about })).toBe('ready')
})
