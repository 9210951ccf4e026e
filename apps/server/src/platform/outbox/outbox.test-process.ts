// A process that delivers outbox messages until it is killed, to test what happens then. Argument: the
// connection string. Deliveries are recorded in the table `received`.
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'
import { z } from 'zod'

import { message } from '#contract/messages/message'

import { connectDatabase } from '../database/database.ts'
import { defineOutboxMessage, deliverer } from './definition.ts'
import { openOutbox } from './outbox.ts'

const [connectionString = ''] = process.argv.slice(2)
const { db, connection } = connectDatabase({ connectionString, max: 4 })
const outbox = openOutbox({ connection, db, clock: () => new Date() })
const definition = defineOutboxMessage({
  name: 'test',
  title: message('outbox.late'),
  payload: z.object({ order: z.string(), version: z.int() }),
  seconds: 600,
  concurrency: 4,
})
outbox.define([
  deliverer(definition, async ({ order, version }, { key }) => {
    await sleep(Math.random() * 20)
    // As a receiver does: it recognises duplicates, and an older version changes nothing.
    await sql`insert into received ("order", version, key) values (${order}, ${version}, ${key})
      on conflict ("order") do update set version = excluded.version, key = excluded.key
      where received.version < excluded.version`.execute(db)
    await sql`insert into delivery ("order", version) values (${order}, ${version})`.execute(db)
    await sleep(Math.random() * 20)
  }),
])
outbox.work()
process.stdout.write('working\n')
