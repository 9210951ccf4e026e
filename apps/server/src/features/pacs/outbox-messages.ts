import { z } from 'zod'

import { message } from '#contract/messages/message'

import { defineOutboxMessage } from '../../platform/outbox/definition.ts'

const payload = z.object({ sendingId: z.int() })

/** Outbox message with the objects to store in an archive. */
export const sendingOutboxMessage = defineOutboxMessage({
  name: 'pacs-sending',
  title: message('pacs.letter'),
  payload,
  seconds: 300,
  concurrency: 2,
})

/** Outbox message with a request for storage commitment. */
export const commitmentOutboxMessage = defineOutboxMessage({
  name: 'pacs-commitment',
  title: message('pacs.commitmentLetter'),
  payload,
  seconds: 60,
  concurrency: 2,
})
