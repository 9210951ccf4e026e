import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { Id, idParams, Instant, Success, Told } from './primitives.ts'

/**
 * The state of an outbox message, most urgent first: it failed permanently, or was not accepted for
 * a day; it was acknowledged, but its content has since proved wrong; it waits for its first or
 * next attempt; it was acknowledged; or it was cancelled before delivery, because its content was
 * withdrawn or superseded.
 */
export const messageStates = ['refused', 'outdated', 'waiting', 'delivered', 'cancelled'] as const
export type MessageState = (typeof messageStates)[number]

/** A message to another system. */
export const OutboxMessage = z.object({
  id: Id,
  /** The kind and subject of the message. */
  title: Told,
  /** By which the other system knows it. */
  key: z.string(),
  /** The image it is about; null if that was deleted. */
  image: z
    .object({
      id: Id,
      file_name: z.string(),
      patientID: z.string(),
      patientName: z.string(),
      patientNameKorean: z.string(),
    })
    .nullable(),
  state: z.enum(messageStates),
  posted_at: Instant,
  /** Since it was posted, or taken up again. */
  tries: z.int(),
  /** Time of the next attempt; null if there is none. */
  next_try_at: Instant.nullable(),
  /** Since when it is refused, outdated, delivered or cancelled; null while it waits. */
  settled_at: Instant.nullable(),
  /** Why the last attempt failed; null if none has. */
  why: Told.nullable(),
})
export type OutboxMessage = z.infer<typeof OutboxMessage>

/** Receivers of the messages of a kind. */
export const messageReceivers = {
  'mics-result': 'orderSystem',
  'fhir-result': 'fhirServer',
  'fhir-message': 'fhirServer',
  'pacs-sending': 'archive',
  'pacs-commitment': 'archive',
} as const
export type MessageKind = keyof typeof messageReceivers

const receivers = Object.values(messageReceivers)

/** A message about an image that has not arrived. */
export const UndeliveredMessage = z.object({
  receiver: z.enum(receivers),
  state: z.enum(messageStates).extract(['waiting', 'refused']),
  tries: z.int(),
  /** Time of the next attempt; null if there is none. */
  next_try_at: Instant.nullable(),
  /** Why the last attempt failed; null if none has. */
  why: Told.nullable(),
})
export type UndeliveredMessage = z.infer<typeof UndeliveredMessage>

/** Counting stops here, because an installation keeps millions of delivered messages. */
export const mostCounted = 1000

/** A count of `mostCounted` means that many or more. */
const MessageCounts = z.object({
  waiting: z.int(),
  /** Number of waiting messages with failed attempts. */
  failing: z.int(),
  refused: z.int(),
  delivered: z.int(),
  cancelled: z.int(),
  outdated: z.int(),
})
export type MessageCounts = z.infer<typeof MessageCounts>

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/admin/outbox',
  summary: 'The messages to other systems in a state, the latest first, at most 200',
  access: 'admin',
  query: z.strictObject({ state: z.enum(messageStates).default('refused') }),
  response: z.object({ counts: MessageCounts, messages: z.array(OutboxMessage) }),
})

export const countUndelivered = endpoint({
  method: 'GET',
  path: '/api/admin/outbox/undelivered',
  summary: 'How many messages to other systems have failed so far, were refused, or are outdated',
  access: 'admin',
  audited: false,
  response: MessageCounts.pick({ failing: true, refused: true, outdated: true }),
})

export const tryMessageNow = endpoint({
  method: 'POST',
  path: '/api/admin/outbox/:id/requeue',
  summary: 'Deliver a message at once that waits, was refused or is outdated',
  access: 'admin',
  params: idParams,
  response: Success,
})
