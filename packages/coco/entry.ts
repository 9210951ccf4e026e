/** Why an entry of a COCO document cannot be used. */
export type CocoFault =
  | 'not an entry'
  | 'polygon'
  | 'mask'
  | 'box'
  | 'keypoints'
  | 'metadata'
  | 'name'
  | 'skeleton'

/** An entry of a COCO document that cannot be used; the message says what is wrong with it. */
export class CocoEntryError extends Error {
  override readonly name = 'CocoEntryError'
  readonly fault: CocoFault

  constructor(fault: CocoFault, message: string) {
    super(message)
    this.fault = fault
  }
}

/** What a key of metadata may have as value. */
export type MetadataValue = string | number | boolean | null

const longestKey = 200
const longestText = 10_000
const longestName = 100

/** An entry as an object whose fields are not known yet. */
export function fieldsOf(entry: unknown, noun: string): Readonly<Record<string, unknown>> {
  if (typeof entry === 'object' && entry !== null && !Array.isArray(entry)) return { ...entry }
  throw new CocoEntryError('not an entry', `The ${noun} is not an object.`)
}

/** A whole number from 0 that stands in for an object. */
export function idOf(value: unknown, name: string): number {
  if (Number.isSafeInteger(value) && Number(value) >= 0) return Number(value)
  throw new CocoEntryError('not an entry', `Its ${name} is not a whole number from 0.`)
}

/** A short text without control characters, trimmed. */
export function nameOf(value: unknown, name: string): string {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text.length > 0 && text.length <= longestName && isPrintable(text)) return text
  throw new CocoEntryError(
    'name',
    `Its ${name} is not a text of 1 to ${longestName} characters without control characters.`,
  )
}

/** The colour as #rrggbb; undefined where there is none in that form. */
export function colorOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value : undefined
}

/** A text that can be kept as metadata; undefined where there is none, or an empty one. */
export function textOf(value: unknown): string | undefined {
  const isUsable = typeof value === 'string' && value !== '' && value.length <= longestText
  return isUsable && isStorable(value) ? value : undefined
}

/**
 * Key and value pairs. Entries with an empty key are left out, lists and objects become their JSON
 * text. Throws CocoEntryError on what cannot be kept.
 */
export function metadataOf(value: unknown): Record<string, MetadataValue> {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new CocoEntryError('metadata', 'Its metadata is not an object.')
  }
  const entries = Object.entries(value).filter(([key]) => key.trim() !== '')
  return Object.fromEntries(entries.map(([key, each]) => [checkedKey(key), valueOf(each)]))
}

function checkedKey(key: string): string {
  if (key.length <= longestKey && isStorable(key)) return key
  throw new CocoEntryError(
    'metadata',
    `Its metadata has a key of more than ${longestKey} characters, or of characters that cannot be kept.`,
  )
}

function valueOf(value: unknown): MetadataValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text.length <= longestText && isStorable(text)) return text
  throw new CocoEntryError(
    'metadata',
    `Its metadata has a text of more than ${longestText} characters, or of characters that cannot be kept.`,
  )
}

function isPrintable(text: string): boolean {
  return !/\p{Cc}/u.test(text) && isStorable(text)
}

/** Databases hold neither the character 0 nor halves of a surrogate pair. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
