import { sql, type SqlBool } from 'kysely'

import type { Image } from '#contract/images'
import type { Message } from '#contract/messages/message'
import { messageReceivers, type MessageKind } from '#contract/outbox'

const annotatingNow = (seconds: number) => sql<string[]>`array(
  select distinct presence.username from presence
  where presence.image_id = image.id and presence.seen_at > now() - make_interval(secs => ${seconds})
  order by presence.username)`

export const categoriesOfIt = sql<number[]>`array(
  select image_category.category_id from image_category
  join category on category.id = image_category.category_id
  where image_category.image_id = image.id and category.deleted_at is null
  order by image_category.category_id)`

const pacsState = sql<Image['pacsState']>`(
  select case sending.commitment
    when 'failed' then 'notCommitted' else coalesce(sending.commitment, sending.state) end
  from pacs_sending as sending where sending.image_id = image.id
  order by sending.id desc limit 1)`

/** The latest review of the image's current analysis, as a row of its table. */
export const currentReview = sql`
  select review.*, naming_result(analysis.id)
  from analysis_review as review join analysis on analysis.id = review.analysis_id
  where analysis.image_id = image.id and analysis.replaced_at is null
  order by review.id desc limit 1`

const review = sql`(select to_jsonb(latest) from (${currentReview}) as latest)`

const risk = sql`(
  select numbers from analysis_result as result
  join analysis on analysis.id = result.analysis_id
  where analysis.image_id = image.id and analysis.replaced_at is null and result.kind = 'risk')`

const documents = sql<number>`(
  select count(*)::int from dicom_document as document
  where image.study_uid <> '' and document.dataset_id = image.dataset_id
    and document.study_uid = image.study_uid)`

const isOpenThread = sql`thread.image_id = image.id and thread.resolved_at is null`

const openThreads = sql<number>`(
  select count(*)::int from comment_thread as thread where ${isOpenThread})`

/** Whether comments on the image are open. */
export const hasOpenThread = sql<SqlBool>`exists (
  select from comment_thread as thread where ${isOpenThread})`

/** The message about an image that did not arrive, in readable form. */
export interface UndeliveredRow {
  readonly kind: MessageKind
  readonly is_refused: boolean
  readonly tries: number
  /** A PostgreSQL timestamp in JSON's form. */
  readonly due_at: string
  readonly failure: Message | null
}

const undelivered = sql<UndeliveredRow[]>`(
  select coalesce(json_agg(newest order by newest.kind), '[]') from (
    select distinct on (outbox.kind) outbox.kind, outbox.dead_at is not null as is_refused,
      outbox.tries, outbox.due_at, outbox.failure
    from outbox where outbox.image_id = image.id
      and outbox.kind = any(${Object.keys(messageReceivers)}::text[])
      and outbox.delivered_at is null and outbox.cancelled_at is null
    order by outbox.kind, outbox.id desc) as newest)`

/** Null for an image with an instance of its own. */
const twins = sql<TwinFacts | null>`case when image.instance_uid <> '' then (
  select jsonb_build_object('others', coalesce(jsonb_agg(other.id order by other.id), '[]'),
    'isOpen', image.twin is not distinct from 'undecided' or coalesce(bool_or(other.twin = 'undecided'), false))
  from image as other
  where other.instance_uid = image.instance_uid and other.instance_uid <> ''
    and other.dataset_id = image.dataset_id and other.id <> image.id and other.deleted_at is null
  having count(*) > 0 or image.twin is not null) end`

/** The other images of the same instance, and whether any of them all waits for a choice. */
export interface TwinFacts {
  readonly others: number[]
  readonly isOpen: boolean
}

/**
 * A listed image's columns beside its own; users active within these seconds count as annotating.
 */
export const listedColumns = (seconds: number) => [
  annotatingNow(seconds).as('annotating'),
  categoriesOfIt.as('category_ids'),
  pacsState.as('pacs_state'),
  review.as('review'),
  risk.as('risk'),
  documents.as('documents'),
  openThreads.as('open_threads'),
  undelivered.as('undelivered'),
  twins.as('twins'),
]
