import type { DecodeText } from '../character-set.ts'
import { readItems, type DataElement, type DataSet, type Tag } from '../data-set.ts'
import { binaryNumbers, hasSignedPixels, representation } from '../values.ts'
import { textValues, type JsonDataSet, type JsonElement } from './json-element.ts'
import { inLittleEndian } from '../little-endian.ts'

export interface JsonOptions {
  readonly decode: DecodeText
  readonly encodeBase64: (bytes: Uint8Array) => string
  /** Address of the bytes of an element that is too long to be inline. */
  readonly bulkDataUri: (tag: Tag) => string
}

/** Binary values of the data set above this length, in bytes, are referenced by address. */
const longestInline = 1024

/**
 * A data set in the DICOM JSON Model (PS3.18 annex F), its text in UTF-8. Group lengths are left
 * out, and elements that are cut off.
 */
export function dataSetJson(dataSet: DataSet, options: JsonOptions): JsonDataSet {
  return jsonOf(dataSet, { ...options, isSigned: hasSignedPixels(dataSet) }, (element) =>
    element.fragments === undefined && element.value.length <= longestInline
      ? undefined
      : { BulkDataURI: options.bulkDataUri(element.tag) },
  )
}

interface Context extends JsonOptions {
  readonly isSigned: boolean
}

type Elsewhere = (element: DataElement) => Pick<JsonElement, 'BulkDataURI'> | undefined

function jsonOf(dataSet: DataSet, options: Context, elsewhere: Elsewhere): JsonDataSet {
  const elements = [...dataSet.elements.values()]
    .filter(({ tag, isCut }) => !tag.endsWith('0000') && (!isCut || tag === '7FE00010'))
    .toSorted((a, b) => (a.tag < b.tag ? -1 : 1))
  return Object.fromEntries(
    elements.map((element) => [element.tag, elementJson(element, dataSet, { options, elsewhere })]),
  )
}

function elementJson(
  element: DataElement,
  dataSet: DataSet,
  { options, elsewhere }: { options: Context; elsewhere: Elsewhere },
): JsonElement {
  const { tag, value } = element
  const vr = representation(element, options.isSigned) ?? (isPrivateCreator(tag) ? 'LO' : 'UN')
  if (tag === '00080005') return { vr, Value: ['ISO_IR 192'] }
  if (vr === 'SQ') {
    const items = readItems(element, dataSet.encoding)
    return withValues(
      vr,
      items.map((item) => jsonOf(item, options, () => undefined)),
    )
  }
  if (vr === 'AT') return withValues(vr, tagsIn(element, dataSet.isLittleEndian))
  const numbers = binaryNumbers({ ...element, vr }, dataSet.isLittleEndian)
  if (numbers !== undefined) {
    return withValues(
      vr,
      numbers.map((number) => (Number.isFinite(number) ? number : null)),
    )
  }
  if (!isBinary(vr)) return withValues(vr, textValues(vr, options.decode(value)))
  if (value.length === 0) return { vr }
  const own = inLittleEndian(value, vr, dataSet.isLittleEndian)
  return { vr, ...(elsewhere(element) ?? { InlineBinary: options.encodeBase64(own) }) }
}

function withValues(vr: string, Value: NonNullable<JsonElement['Value']>): JsonElement {
  return Value.length === 0 ? { vr } : { vr, Value }
}

/** The name of who defines a block of private elements (PS3.5 section 7.8.1). */
function isPrivateCreator(tag: Tag): boolean {
  return /^...[13579BDF]00[1-9A-F]./.test(tag)
}

function isBinary(vr: string): boolean {
  return ['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SV', 'UN', 'UV'].includes(vr)
}

function tagsIn({ value }: DataElement, isLittleEndian: boolean): string[] {
  const view = new DataView(value.buffer, value.byteOffset, value.byteLength)
  const half = (at: number): string =>
    view.getUint16(at, isLittleEndian).toString(16).toUpperCase().padStart(4, '0')
  return Array.from(
    { length: Math.floor(value.length / 4) },
    (_, index) => half(index * 4) + half(index * 4 + 2),
  )
}
