import { createHash, createHmac } from 'node:crypto'

import type { AuditRow } from './queries.ts'

/** The number of a seal and its 32 bytes, from which the next seal is computed. */
export interface Seal {
  readonly seal_number: number
  readonly hash: Buffer
}

export const beginning: Seal = { seal_number: 0, hash: Buffer.alloc(32) }

type Field = Exclude<keyof AuditRow, 'seal_number' | 'hash' | 'seal_version'>

interface Form {
  /** The sealed fields, by name and in this order: old seals do not cover new columns. */
  readonly fields: readonly Field[]
  readonly make: (key: Buffer, previous: Buffer, content: object) => Buffer
}

const withoutTime = [
  'id',
  'user_id',
  'username',
  'address',
  'action',
  'object_type',
  'object_id',
  'dataset_id',
  'outcome',
  'detail',
] as const

/** The first form, which needs no key: rows from before there was one. */
export const keylessVersion = 1
export const currentVersion = 2

const forms: Readonly<Record<number, Form>> = {
  [keylessVersion]: {
    fields: [...withoutTime, 'at'],
    make: (_key, previous, content) =>
      createHash('sha256').update(previous).update(JSON.stringify(content)).digest(),
  },
  [currentVersion]: {
    fields: ['at', ...withoutTime],
    make: (key, previous, content) =>
      createHmac('sha256', key).update(previous).update(JSON.stringify(content)).digest(),
  },
}

export function versionOf(row: AuditRow): number {
  return row.seal_version ?? keylessVersion
}

/**
 * The seal of a row after the previous one; undefined in a form that this version does not know.
 */
export function sealOf(
  key: Buffer,
  previous: Buffer,
  { row, version }: { row: AuditRow; version: number },
): Buffer | undefined {
  const form = forms[version]
  const content = form?.fields.map((field) => [field, plain(row[field])])
  return form?.make(key, previous, Object.fromEntries(content ?? []))
}

function plain(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value
}
