type Value = string | number | boolean | null

/** The metadata to edit: free keys with plain values. */
export type KeyValues = Record<string, Value>

/** One row of the editor: always text, with the original value. */
export interface KeyValue {
  id: number
  key: string
  value: string
  original?: Value
}

/** Rows to edit, in the metadata's order. */
export function toRows(metadata: KeyValues): KeyValue[] {
  return Object.entries(metadata).map(([key, original], id) => ({
    id,
    key,
    value: original === null ? '' : String(original),
    original,
  }))
}

/**
 * The metadata of the rows: rows without a key are left out, 'true' and 'false' in any letter case become
 * booleans, and unedited values keep their types.
 */
export function toMetadata(rows: readonly KeyValue[]): KeyValues {
  const entries = rows
    .map((row): [string, Value] => [row.key.trim(), valueOf(row)])
    .filter(([key]) => key !== '')
  return Object.fromEntries(entries)
}

function valueOf({ value, original }: KeyValue): Value {
  if (original !== undefined && value === (original === null ? '' : String(original))) {
    return original
  }
  const word = value.trim().toLowerCase()
  if (word === 'true' || word === 'false') return word === 'true'
  return value
}

/** Ids of the rows whose key appears in an earlier row. */
export function duplicateRows(rows: readonly KeyValue[]): Set<number> {
  const seen = new Set<string>()
  const duplicates = new Set<number>()
  for (const { id, key } of rows) {
    const name = key.trim()
    if (name === '') continue
    if (seen.has(name)) duplicates.add(id)
    seen.add(name)
  }
  return duplicates
}

export function withNewRow(rows: readonly KeyValue[]): KeyValue[] {
  const id = Math.max(-1, ...rows.map((row) => row.id)) + 1
  return [...rows, { id, key: '', value: '' }]
}
