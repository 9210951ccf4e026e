import type { ColumnType } from 'kysely'

import type { Message } from '#contract/messages/message'

export type Json = Record<string, unknown>
/** Read as an object, written as JSON text. */
export type JsonMap<T extends object = Json> = ColumnType<T, string | undefined, string>
export type MaybeJson<T extends object> = ColumnType<
  T | null,
  string | null | undefined,
  string | null
>
/** A message, written as JSON text. */
export type Told = ColumnType<Message, string, string>
export type MaybeTold = ColumnType<Message | null, string | null | undefined, string | null>
export type Time = ColumnType<Date, Date, Date>
export type MaybeTime = ColumnType<Date | null, Date | null | undefined, Date | null>
export type DefaultTime = ColumnType<Date, Date | undefined, Date>
/** YYYY-MM-DD. */
export type MaybeDay = ColumnType<string | null, string | null | undefined, string | null>

/** Columns of rows that can be deleted and restored. */
export interface Deletable {
  deleted_at: MaybeTime
  deleted_by: number | null
}
