import { sql } from 'kysely'

import { isDiffering, type FieldValues, type ListedValues } from '#contract/fields/value'

import { subjectKeys } from '../fields/queries.ts'
import type { Selection } from './selection.ts'

/** The values of each reader, of fields that each reader states. */
export type ReaderFields = Readonly<Record<string, FieldValues>>

/**
 * The values of readers that apply to an image of the query. Under pseudonyms a reader has a number
 * that is the same in the whole installation.
 */
export function readerFields({ pseudonyms }: Pick<Selection, 'pseudonyms'>) {
  const numbered = sql`'reader-' || coalesce(record.author_id::text, 'unknown')`
  const reader = pseudonyms === null ? sql`coalesce(app_user.username, ${numbered})` : numbered
  return sql<ReaderFields>`(
    select coalesce(jsonb_object_agg(reader, stated), '{}')
    from (
      select ${reader} as reader, jsonb_object_agg(entry.key, entry.value) as stated
      from field_record as record
        cross join lateral jsonb_each(record.values) as entry
        left join app_user on app_user.id = record.author_id
      where record.dataset_id = image.dataset_id and not record.is_agreed
        and (record.subject, record.subject_key) in (
          ('image', ${subjectKeys.image}), ('eye', ${subjectKeys.eye}), ('visit', ${subjectKeys.visit}))
      group by reader) as by_reader)`
}

/** The values that an image has as a whole, without those that its readers state differently. */
export function undisputed(fields: ListedValues): FieldValues {
  const values = Object.entries(fields).flatMap(([key, value]) =>
    isDiffering(value) ? [] : [[key, value] as const],
  )
  return Object.fromEntries(values)
}
