import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'

import type { ImageOrder, ImageOrderKey } from '#contract/image-filters'

import type { Db } from '../../../platform/database/database.ts'
import type { Schema } from '../../../platform/database/schema.ts'

/** Each has its own index; none is ever null, so that every image has a place. */
const sortKeys: Record<ImageOrderKey, RawBuilder<unknown>> = {
  id: sql`image.id`,
  file_name: sql`image.name_key`,
  path: sql`image.path_key`,
  stateMICS: sql`referral_step(image.mics_state)`,
  studyDate: sql`coalesce(image.study_date, '-infinity'::date)`,
  orderID: sql`order_key(image.metadata, image.mics_meta)`,
  studyDate_image: sql`coalesce(image.acquired_order, '-9223372036854775808'::bigint)`,
  studyDateTime: sql`study_time(image.study_date, image.acquired_order)`,
  patientID: sql`image.patient_id`,
  patientName: sql`image.patient_name`,
  patientSex: sql`image.patient_sex`,
  patientAge: sql`age_days_on(image.patient_birth_date, image.acquired_clock, image.study_date, image.patient_age)`,
  prediction_status: sql`coalesce(image.prediction_status ->> 'key', '')`,
  laterality: sql`coalesce(image.laterality, '')`,
}

interface Ordering {
  readonly order: ImageOrder
  readonly ascending?: boolean | undefined
}

function sortOf({ order, ascending }: Ordering) {
  const isAscending = ascending ?? !order.startsWith('-')
  return { key: sortKeyOf(order.replace(/^-/, '')), isAscending }
}

function sortKeyOf(key: string): RawBuilder<unknown> {
  const field = /^field\.(.*)$/.exec(key)?.[1]
  if (field === undefined) return sortKeys[key as ImageOrderKey]
  return sql`field_order(image.dataset_id, ${field}, image.fields -> ${field})`
}

export function reversed<T extends Ordering>(ordering: T): T {
  return { ...ordering, ascending: !sortOf(ordering).isAscending }
}

type ImageQuery<O> = SelectQueryBuilder<Schema, 'image', O>

/** By the key, then by id. */
export function ordered<O>(query: ImageQuery<O>, ordering: Ordering): ImageQuery<O> {
  const { key, isAscending } = sortOf(ordering)
  return orderedBy(query, key, isAscending)
}

function orderedBy<O>(query: ImageQuery<O>, key: RawBuilder<unknown>, isAscending: boolean) {
  const direction = isAscending ? 'asc' : 'desc'
  return query.orderBy(key, direction).orderBy('image.id', direction)
}

/** The images of the query after or before one of them, the nearest first. */
export function beside<O>(
  db: Db,
  query: ImageQuery<O>,
  ordering: Ordering,
  place: { readonly imageId: number; readonly side: 'before' | 'after' },
): ImageQuery<O> {
  const { key, isAscending } = sortOf(ordering)
  const isForward = (place.side === 'after') === isAscending
  const itself = db
    .selectFrom('image')
    .select([key.as('key'), 'image.id'])
    .where('image.id', '=', place.imageId)
  const beyond = isForward ? sql`>` : sql`<`
  return orderedBy(
    query.where(sql<boolean>`(${key}, image.id) ${beyond} (${itself})`),
    key,
    isForward,
  )
}
