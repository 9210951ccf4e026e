import { sql } from 'kysely'

import type { Image } from '#contract/images'

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
  select review.* from analysis_review as review
  join analysis_result as result on result.id = review.analysis_id
  where result.image_id = image.id and result.replaced_at is null
  order by review.id desc limit 1`

const review = sql`(select to_jsonb(latest) from (${currentReview}) as latest)`

const risk = sql`(
  select numbers from analysis_result
  where image_id = image.id and kind = 'risk' and replaced_at is null)`

const documents = sql<number>`(
  select count(*)::int from dicom_document as document
  where image.study_uid <> '' and document.dataset_id = image.dataset_id
    and document.study_uid = image.study_uid)`

/** What a listed image has beside its own columns; who was there within these seconds annotates. */
export const listedColumns = (seconds: number) => [
  annotatingNow(seconds).as('annotating'),
  categoriesOfIt.as('category_ids'),
  pacsState.as('pacs_state'),
  review.as('review'),
  risk.as('risk'),
  documents.as('documents'),
]
