import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'

import { DatabaseUnreachable } from '../database/client.ts'
import { presentFailure } from './failures.ts'

function databaseError(code: string): DatabaseError {
  return Object.assign(new DatabaseError('secret', 0, 'error'), { code })
}

test.each([
  ['a full disk', databaseError('53100'), 507],
  ['too many connections', databaseError('53300'), 503],
  ['a database that starts', databaseError('57P03'), 503],
  ['a deadlock', databaseError('40P01'), 503],
  ['a damaged page', databaseError('XX001'), 503],
  ['nobody listening', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 503],
  ['a connection cut off', new DatabaseUnreachable('It ended.'), 503],
  ['a text with a NUL', databaseError('22021'), 400],
  ['a fault of our own', databaseError('42703'), 500],
])('%s is answered as what it is, and tells nothing of the inside', (_what, error, status) => {
  const failure = presentFailure(error)
  expect(failure.status).toBe(status)
  expect(JSON.stringify(failure.body)).not.toContain('secret')
})
