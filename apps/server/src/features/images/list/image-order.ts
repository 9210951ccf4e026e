import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'

import type { ImageOrder, ImageOrderKey } from '#contract/image-filters'

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

/** Images of one visit are together if they are next to each other in this order. */
const visit = sql`visit_key(image.id, image.patient_id, image.study_date)`

interface Ordering {
  readonly order: ImageOrder
  readonly ascending?: boolean | undefined
  readonly by_visit?: boolean | undefined
}

/** The keys to sort by, the most significant first, all in one direction. */
function sortOf({ order, ascending, by_visit: byVisit }: Ordering) {
  const isAscending = ascending ?? !order.startsWith('-')
  const name = order.replace(/^-/, '')
  const key = sortKeyOf(name)
  return { keys: byVisit === true ? [...visitKeys(name), key] : [key], isAscending }
}

function visitKeys(order: string): RawBuilder<unknown>[] {
  const day = sortKeys.studyDate
  return order === 'patientName' || order === 'patientID'
    ? [sortKeys[order], day, visit]
    : [day, visit]
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

/** By the keys, then by id. */
export function ordered<O>(query: ImageQuery<O>, ordering: Ordering): ImageQuery<O> {
  const { keys, isAscending } = sortOf(ordering)
  return orderedBy(query, keys, isAscending)
}

function orderedBy<O>(
  query: ImageQuery<O>,
  keys: readonly RawBuilder<unknown>[],
  isAscending: boolean,
) {
  const direction = isAscending ? 'asc' : 'desc'
  return keys
    .reduce((sorted, key) => sorted.orderBy(key, direction), query)
    .orderBy('image.id', direction)
}

/** The images of the query after or before one of them, the nearest first. */
export function beside<O>(
  query: ImageQuery<O>,
  ordering: Ordering,
  place: { readonly imageId: number; readonly side: 'before' | 'after' },
): ImageQuery<O> {
  const { keys, isAscending } = sortOf(ordering)
  const isForward = (place.side === 'after') === isAscending
  const row = sql.join([...keys, sql`image.id`])
  const itself = sql`(select ${row} from image where image.id = ${place.imageId})`
  const beyond = isForward ? sql`>` : sql`<`
  return orderedBy(query.where(sql<boolean>`(${row}) ${beyond} ${itself}`), keys, isForward)
}
