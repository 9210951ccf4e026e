import { dictionary, type Keyword, type Representation } from './dictionary/dictionary.ts'
import type { EncapsulatedFrames, ElementSource } from './write-elements.ts'

/**
 * A data set, or an item of a sequence, to be written: values by the keywords of PS3.6, as in
 * `{ PatientID: 'P-77', Rows: 512, ImageType: ['ORIGINAL', 'PRIMARY'], AnatomicRegionSequence: [{…}] }`.
 * An empty text or list is an attribute without value; undefined is no attribute.
 */
export type Attributes = { readonly [K in Keyword]?: ValueOf<Representation<K>> | undefined }

type ValueOf<Vr> = Vr extends 'SQ'
  ? readonly Attributes[]
  : Vr extends NumberRepresentation
    ? number | readonly number[]
    : Vr extends 'IS' | 'DS'
      ? string | number | readonly number[]
      : Vr extends 'OB' | 'OW'
        ? Uint8Array | EncapsulatedFrames
        : string | readonly string[]

type NumberRepresentation = 'US' | 'UL' | 'FL' | 'FD'

const widths: Readonly<Record<NumberRepresentation, number>> = { US: 2, UL: 4, FL: 4, FD: 8 }

/** The elements of a data set. */
export function elementsOf(attributes: Attributes): ElementSource[] {
  return Object.entries(attributes).flatMap(([keyword, value]) => {
    if (value === undefined) return []
    const [tag = '', vr = ''] = dictionary[keyword as Keyword].split(' ')
    return [{ tag, vr, value: valueOf(vr, value) }]
  })
}

function valueOf(vr: string, value: NonNullable<Attributes[Keyword]>): ElementSource['value'] {
  if (vr === 'SQ') return (value as readonly Attributes[]).map(elementsOf)
  if (value instanceof Uint8Array) return value
  if (typeof value === 'object' && 'frames' in value) return value
  const values = [value].flat() as readonly (string | number)[]
  if (vr === 'AT') return tagValues(values.map(String))
  if (isNumberRepresentation(vr)) return numberBytes(vr, values.map(Number))
  return values.map((each) => (typeof each === 'number' ? decimalText(each) : each)).join('\\')
}

function isNumberRepresentation(vr: string): vr is NumberRepresentation {
  return vr in widths
}

function numberBytes(vr: NumberRepresentation, numbers: readonly number[]): Uint8Array {
  const width = widths[vr]
  const bytes = new Uint8Array(numbers.length * width)
  const view = new DataView(bytes.buffer)
  for (const [index, number] of numbers.entries()) {
    const at = index * width
    if (vr === 'US') view.setUint16(at, number, true)
    else if (vr === 'UL') view.setUint32(at, number, true)
    else if (vr === 'FL') view.setFloat32(at, number, true)
    else view.setFloat64(at, number, true)
  }
  return bytes
}

/** Each tag as group and element. */
function tagValues(tags: readonly string[]): Uint8Array {
  const halves = tags.flatMap((tag) => (tag === '' ? [] : [tag.slice(0, 4), tag.slice(4)]))
  return numberBytes(
    'US',
    halves.map((half) => Number.parseInt(half, 16)),
  )
}

/** A decimal string of at most 16 characters, with as many digits as fit (PS3.5 table 6.2-1). */
export function decimalText(value: number): string {
  const forms = [
    String(value),
    ...digitCounts.map((digits) => String(Number(value.toPrecision(digits)))),
  ]
  const exponential = digitCounts.map((digits) => value.toExponential(digits - 1))
  return [...forms, ...exponential].find((text) => text.length <= 16) ?? '0'
}

const digitCounts: readonly number[] = Array.from({ length: 15 }, (_, index) => 15 - index)
