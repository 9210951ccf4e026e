import type { SegmentationFault } from '#geometry/segmentation'
import type { RleFault } from './rle.ts'

/** Why an entry of a COCO document cannot be used; `field` is named as in the document. */
export type CocoFault =
  | { readonly kind: 'not_an_object'; readonly field: string }
  | { readonly kind: 'not_an_id'; readonly field: string }
  | { readonly kind: 'name'; readonly field: string; readonly longest: number }
  | { readonly kind: 'metadata' }
  | { readonly kind: 'metadata_key'; readonly longest: number }
  | { readonly kind: 'metadata_text'; readonly longest: number }
  | { readonly kind: 'file_name' }
  | { readonly kind: 'file_name_form'; readonly longest: number }
  | { readonly kind: 'file_name_outside' }
  | { readonly kind: 'image_size' }
  | { readonly kind: 'category_ids' }
  | { readonly kind: 'labels'; readonly most: number }
  | { readonly kind: 'label_twice' }
  | { readonly kind: 'polygon'; readonly why: SegmentationFault }
  | { readonly kind: 'far_point' }
  | { readonly kind: 'mask'; readonly why: RleFault }
  | {
      readonly kind: 'mask_size'
      /** Height x width, as the mask says. */
      readonly inMask: string
      readonly height: number
      readonly width: number
    }
  | { readonly kind: 'mask_form' }
  | { readonly kind: 'box' }
  | { readonly kind: 'box_form' }
  | { readonly kind: 'keypoints' }
  | { readonly kind: 'lines' }

/** Thrown for an entry of a COCO document that cannot be used. */
export class CocoEntryError extends Error {
  override readonly name = 'CocoEntryError'
  readonly fault: CocoFault

  constructor(fault: CocoFault) {
    super(fault.kind)
    this.fault = fault
  }
}

/** Types allowed as a metadata value. */
export type MetadataValue = string | number | boolean | null

const longestKey = 200
const longestText = 10_000
const longestName = 100

/** An entry as an object whose fields are not known yet. */
export function fieldsOf(entry: unknown, field: string): Readonly<Record<string, unknown>> {
  if (typeof entry === 'object' && entry !== null && !Array.isArray(entry)) return { ...entry }
  throw new CocoEntryError({ kind: 'not_an_object', field })
}

/** A whole number from 0 that identifies an object. */
export function idOf(value: unknown, field: string): number {
  if (Number.isSafeInteger(value) && Number(value) >= 0) return Number(value)
  throw new CocoEntryError({ kind: 'not_an_id', field })
}

/** Values by the keys of their fields, unchecked; empty if there is no object of them. */
export function valuesOf(value: unknown): Readonly<Record<string, unknown>> {
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isMap ? { ...value } : {}
}

/** A short text without control characters, trimmed. */
export function nameOf(value: unknown, field: string): string {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text.length > 0 && text.length <= longestName && isPrintable(text)) return text
  throw new CocoEntryError({ kind: 'name', field, longest: longestName })
}

/** The colour as #rrggbb; undefined if it is missing or in another form. */
export function colorOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value : undefined
}

/** A text that can be kept as metadata; undefined if it is missing or empty. */
export function textOf(value: unknown): string | undefined {
  const isUsable = typeof value === 'string' && value !== '' && value.length <= longestText
  return isUsable && isStorable(value) ? value : undefined
}

/**
 * Key and value pairs. Skips entries with an empty key, and turns lists and objects into JSON text. Throws
 * CocoEntryError on values that cannot be kept.
 */
export function metadataOf(value: unknown): Record<string, MetadataValue> {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new CocoEntryError({ kind: 'metadata' })
  }
  const entries = Object.entries(value).filter(([key]) => key.trim() !== '')
  return Object.fromEntries(entries.map(([key, each]) => [checkedKey(key), valueOf(each)]))
}

function checkedKey(key: string): string {
  if (key.length <= longestKey && isStorable(key)) return key
  throw new CocoEntryError({ kind: 'metadata_key', longest: longestKey })
}

function valueOf(value: unknown): MetadataValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text.length <= longestText && isStorable(text)) return text
  throw new CocoEntryError({ kind: 'metadata_text', longest: longestText })
}

function isPrintable(text: string): boolean {
  return !/\p{Cc}/u.test(text) && isStorable(text)
}

/** Databases hold neither the character 0 nor halves of a surrogate pair. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
