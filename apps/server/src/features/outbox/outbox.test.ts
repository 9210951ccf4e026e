import { expect, test } from 'vitest'

import { listMessages, mostCounted } from '#contract/outbox'

import { startApp } from '../../testing/start-app.ts'

test('messages are counted by state, of very many only the first', async () => {
  const { asOwner, given } = await startApp()
  const admin = await given.user('admin', { isAdmin: true })
  const add = (count: number, times: string) =>
    asOwner(
      `insert into outbox (kind, key, order_key, payload, posted_at, due_at, gives_up_at, ${times})
       select 'mail-notice', gen_random_uuid(), '', '{}', now(), now(), now(), now()
       from generate_series(1, ${count})`,
    )
  await add(mostCounted + 1, 'delivered_at')
  await add(3, 'dead_at')
  await add(2, 'cancelled_at')
  const { body } = await admin.call(listMessages, { query: { state: 'cancelled' } })
  expect(body.counts).toEqual({
    waiting: 0,
    failing: 0,
    refused: 3,
    delivered: mostCounted,
    cancelled: 2,
    outdated: 0,
  })
  expect(body.messages).toHaveLength(2)
})
