import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { DicomSupport } from '../read-instance.ts'

/** The reader's platform functions, for tests in Node. */
export const support: DicomSupport = {
  inflate(bytes, maximumLength) {
    try {
      return inflateRawSync(bytes, { maxOutputLength: maximumLength })
    } catch {
      return undefined
    }
  },
  decodeBytes: (bytes, label) => new TextDecoder(label).decode(bytes),
}

type Value = string | number | readonly number[] | Uint8Array

/** An element as [tag, representation, value]; numbers are written as the representation asks. */
export type ElementSource = readonly [tag: string, vr: string, value: Value]

export type Layout = 'implicit' | 'explicit' | 'big' | 'deflated'

const syntaxes: Readonly<Record<Layout, string>> = {
  implicit: '1.2.840.10008.1.2',
  explicit: '1.2.840.10008.1.2.1',
  big: '1.2.840.10008.1.2.2',
  deflated: '1.2.840.10008.1.2.1.99',
}

/** A 4 x 2 grey photograph of a right eye; change its elements by tag, or drop them with ''. */
export const photograph: readonly ElementSource[] = [
  ['00080005', 'CS', 'ISO_IR 192'],
  ['00080016', 'UI', '1.2.840.10008.5.1.4.1.1.77.1.5.1'],
  ['00080018', 'UI', '1.2.3.4'],
  ['00080020', 'DA', '20260131'],
  ['00080060', 'CS', 'OP'],
  ['00100010', 'PN', 'Hong^Gildong=洪^吉洞=홍^길동'],
  ['00100020', 'LO', 'P-77'],
  ['0020000D', 'UI', '1.2.3'],
  ['00200062', 'CS', 'R'],
  ['00280002', 'US', 1],
  ['00280004', 'CS', 'MONOCHROME2'],
  ['00280010', 'US', 2],
  ['00280011', 'US', 4],
  ['00280100', 'US', 8],
  ['00280101', 'US', 8],
  ['00280102', 'US', 7],
  ['00280103', 'US', 0],
  ['7FE00010', 'OB', [0, 10, 20, 30, 40, 50, 60, 255]],
]

/** The photograph with other or additional elements, in the order of their tags. */
export function photographWith(...changes: readonly ElementSource[]): ElementSource[] {
  const changed = new Set(changes.map(([tag]) => tag))
  const kept = photograph.filter(([tag]) => !changed.has(tag))
  return [...kept, ...changes].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** A DICOM file with preamble and file meta information. */
export function buildFile(
  elements: readonly ElementSource[],
  layout: Layout = 'explicit',
  transferSyntax: string = syntaxes[layout],
): Uint8Array {
  const meta = dataSetBytes(
    [
      ['00020002', 'UI', textOf(elements, '00080016') || '1.2.840.10008.5.1.4.1.1.77.1.5.1'],
      ['00020003', 'UI', textOf(elements, '00080018')],
      ['00020010', 'UI', transferSyntax],
    ],
    'explicit',
  )
  const body = dataSetBytes(elements, layout)
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM'),
    meta,
    layout === 'deflated' ? deflateRawSync(body) : body,
  ])
}

function textOf(elements: readonly ElementSource[], tag: string): string {
  const value = elements.find(([each]) => each === tag)?.[2]
  return typeof value === 'string' ? value : ''
}

/** The file with the header of a TIFF file as its preamble (PS3.10 section 7.1), in either byte order. */
export function withTiffPreamble(file: Uint8Array, order: 'II' | 'MM' = 'II'): Buffer {
  const dual = Buffer.from(file)
  const magic = order === 'II' ? '*\0' : '\0*'
  dual.write(`${order}${magic}\b\0\0\0`, 0, 'latin1')
  return dual
}

/** A data set alone. */
export function dataSetBytes(elements: readonly ElementSource[], layout: Layout): Uint8Array {
  return Buffer.concat(elements.map((element) => elementBytes(element, layout)))
}

/** Encapsulated pixel data: an empty offset table, the fragments, the delimiter. */
export function encapsulated(...fragments: readonly Uint8Array[]): Uint8Array {
  const items = [new Uint8Array(), ...fragments].flatMap((fragment) => [
    Uint8Array.of(0xfe, 0xff, 0x00, 0xe0),
    uint32(fragment.length, true),
    fragment,
  ])
  const delimiter = Uint8Array.of(0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0)
  return Buffer.concat([
    Uint8Array.of(0xe0, 0x7f, 0x10, 0x00),
    Buffer.from('OB\0\0'),
    uint32(0xffffffff, true),
    ...items,
    delimiter,
  ])
}

const longRepresentations = new Set(['OB', 'OW', 'SQ', 'UN', 'UT', 'UC'])

function elementBytes([tag, vr, value]: ElementSource, layout: Layout): Uint8Array {
  const isLittle = layout !== 'big'
  const bytes = valueBytes(vr, value, isLittle)
  const tagBytes = [
    uint16(Number.parseInt(tag.slice(0, 4), 16), isLittle),
    uint16(Number.parseInt(tag.slice(4), 16), isLittle),
  ]
  if (layout === 'implicit') {
    return Buffer.concat([...tagBytes, uint32(bytes.length, isLittle), bytes])
  }
  const length = longRepresentations.has(vr)
    ? [new Uint8Array(2), uint32(bytes.length, isLittle)]
    : [uint16(bytes.length, isLittle)]
  return Buffer.concat([...tagBytes, Buffer.from(vr), ...length, bytes])
}

function valueBytes(vr: string, value: Value, isLittle: boolean): Uint8Array {
  if (typeof value === 'string') return evened(Buffer.from(value), vr === 'UI' ? 0 : 0x20)
  if (value instanceof Uint8Array) return evened(value, 0)
  const numbers = typeof value === 'number' ? [value] : value
  if (vr === 'OB') return evened(Uint8Array.from(numbers), 0)
  return Buffer.concat(numbers.map((number) => uint16(number & 0xffff, isLittle)))
}

function evened(bytes: Uint8Array, padding: number): Uint8Array {
  return bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Uint8Array.of(padding)])
}

function uint16(value: number, isLittle: boolean): Uint8Array {
  const bytes = new Uint8Array(2)
  new DataView(bytes.buffer).setUint16(0, value, isLittle)
  return bytes
}

function uint32(value: number, isLittle: boolean): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, isLittle)
  return bytes
}
