import { expect, test } from 'vitest'

import { english, isMessage, message, tell } from './message.ts'

test('a message is rendered in English with its parameters, and identified by its key', () => {
  expect(tell(message('users.expires', { username: 'lee.j', day: '2030-01-31' }))).toEqual({
    message: 'The account of lee.j expires on 2030-01-31.',
    key: 'users.expires',
    params: { username: 'lee.j', day: '2030-01-31' },
  })
})

test('a message may have another one as its reason', () => {
  const why = message('analysis.no-field')
  expect(english(message('analysis.statusFailed', { why }))).toBe(
    'Failed: No bright round field on a dark surround was found.',
  )
})

test('a message of another version is not recognised', () => {
  expect(isMessage(JSON.parse(JSON.stringify(message('tasks.cancelled'))))).toBe(true)
  expect(isMessage({ key: 'future.words', params: {} })).toBe(false)
  expect(isMessage('tasks.cancelled')).toBe(false)
})
