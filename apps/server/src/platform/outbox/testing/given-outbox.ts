import { onTestFinished } from 'vitest'
import { z } from 'zod'

import { message } from '#contract/messages/message'

import { createTestDatabase } from '../../../testing/test-database.ts'
import { connectDatabase } from '../../database/database.ts'
import { defineOutboxMessage, deliverer, type Deliverer, type Delivery } from '../definition.ts'
import { openOutbox, type Outbox } from '../outbox.ts'

export const definition = defineOutboxMessage({
  name: 'test',
  title: message('outbox.late'),
  payload: z.object({ text: z.string() }),
  seconds: 30,
  concurrency: 4,
})

export type Deliver = (text: string, delivery: Delivery) => Promise<void>

/** An outbox with its own database and an adjustable clock. */
export async function givenOutbox() {
  const database = await createTestDatabase()
  onTestFinished(() => database[Symbol.asyncDispose]())
  const { db } = connectDatabase({ ...database.connection, max: 6 })
  onTestFinished(() => db.destroy())
  let ahead = 0
  const clock = (): Date => new Date(Date.now() + ahead)
  const changes: string[] = []
  const note = (deliver: Deliver): Deliverer =>
    deliverer(
      definition,
      ({ text }, delivery) => deliver(text, delivery),
      (change) => {
        changes.push(`${change.payload.text} ${change.status}`)
        return Promise.resolve()
      },
    )
  return {
    db,
    changes,
    /** Opens the outbox of a process. */
    open: (deliver: Deliver): Outbox => {
      const outbox = openOutbox({ connection: database.connection, db, clock })
      onTestFinished(() => outbox[Symbol.asyncDispose]())
      outbox.define([note(deliver)])
      return outbox
    },
    advance: (seconds: number): void => {
      ahead += seconds * 1000
    },
    connectionString: database.connection.connectionString,
    owner: database.owner,
  }
}

export const outgoing = (text: string, orderKey = text) => ({
  definition,
  key: text,
  orderKey,
  imageId: null,
  payload: { text },
})
