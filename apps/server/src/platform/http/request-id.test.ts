import { expect, test } from 'vitest'

import { healthLive } from '#contract/info'

import { startApp } from '../../testing/start-app.ts'

const made = /^[0-9a-f-]{36}$/

test.each([
  ['of a proxy', '4bf92f3577b34da6a3ce929d0e0e4736', /^4bf92f3577b34da6a3ce929d0e0e4736$/],
  ['with the end of a comment', 'abcdefgh*/ drop table', made],
  ['that is too long', 'a'.repeat(65), made],
  ['that is too short', 'a', made],
])('an id %s is answered as it is or replaced', async (_, id, answered) => {
  const { visitor } = await startApp()
  const { headers } = await visitor.call(healthLive, { headers: { 'x-request-id': id } })
  expect(headers['x-request-id']).toMatch(answered)
})
