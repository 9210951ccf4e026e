/** An object of a JSON file whose content is not checked yet. */
export type Entry = Readonly<Record<string, unknown>>

export function objectOf(value: unknown): Entry {
  return isObject(value) ? value : {}
}

export function objectsIn(value: unknown): Entry[] {
  return listOf(value).filter(isObject)
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function textsIn(value: unknown): string[] {
  const values: readonly unknown[] = typeof value === 'string' ? [value] : listOf(value)
  return values.filter((each) => typeof each === 'string')
}

/** A text or number as text. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : undefined
}

function isObject(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
