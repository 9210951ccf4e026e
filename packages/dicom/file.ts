import { readDataSet, type DataSet } from './data-set.ts'
import { RefusalError } from './refusal.ts'
import {
  explicitBigEndian,
  explicitLittleEndian,
  implicitLittleEndian,
  transferSyntaxOf,
  type DataSetEncoding,
  type TransferSyntax,
} from './transfer-syntax.ts'

/**
 * Expands raw deflated bytes (RFC 1951); undefined if they are invalid or would expand to more than
 * `maximumLength`, which it must never exceed.
 */
export type Inflate = (bytes: Uint8Array, maximumLength: number) => Uint8Array | undefined

export interface DicomFile {
  readonly transferSyntax: TransferSyntax
  /** Whether the prefix DICM is at byte 128. */
  readonly hasMark: boolean
  readonly meta: DataSet
  readonly dataSet: DataSet
}

/** Maximum expanded size of a deflated data set: 256 MB of pixels and 64 MB of everything else. */
const maximumInflated: number = 320 * 2 ** 20

/**
 * Reads a DICOM file (PS3.10 section 7), also without preamble, DICM prefix, or file meta information. Throws
 * a RefusalError if the bytes are not a DICOM file.
 */
export function readFile(bytes: Uint8Array, inflate: Inflate): DicomFile {
  const start = startOfElements(bytes)
  const meta = readDataSet(bytes.subarray(start), 'explicit-little', '0002')
  const rest = bytes.subarray(start + meta.end)
  if (rest.length === 0) throw notDicom()
  const transferSyntax = transferSyntaxOf(announcedSyntax(meta) ?? apparentSyntax(rest))
  const body = transferSyntax.isDeflated ? inflated(rest, inflate) : rest
  const dataSet = readDataSet(body, actualEncoding(body, transferSyntax.encoding))
  return { transferSyntax, hasMark: hasMark(bytes, 128), meta, dataSet }
}

/**
 * The bytes of a file's data set: everything after the file meta group, which every writer of the
 * file replaces (PS3.10 section 7.1).
 */
export function dataSetOf(bytes: Uint8Array): Uint8Array {
  const start = startOfElements(bytes)
  return bytes.subarray(start + readDataSet(bytes.subarray(start), 'explicit-little', '0002').end)
}

/** The refusal of bytes that are something else. */
export function notDicom(): RefusalError {
  return new RefusalError({ kind: 'not_dicom' })
}

function startOfElements(bytes: Uint8Array): number {
  if (hasMark(bytes, 128)) return 132
  return hasMark(bytes, 0) ? 4 : 0
}

function hasMark(bytes: Uint8Array, at: number): boolean {
  return String.fromCharCode(...bytes.subarray(at, at + 4)) === 'DICM'
}

function announcedSyntax(meta: DataSet): string | undefined {
  const value = meta.elements.get('00020010')?.value
  if (value === undefined) return undefined
  const uid = String.fromCharCode(...value.subarray(0, 64)).replace(/[\0 ]+$/, '')
  return uid === '' ? undefined : uid
}

/** Bare data sets begin with group 0008 in one of three encodings. */
function apparentSyntax(bytes: Uint8Array): string {
  if (bytes[0] === 0 && bytes[1] === 8) return explicitBigEndian
  return hasRepresentation(bytes) ? explicitLittleEndian : implicitLittleEndian
}

/** Some files have an explicit data set although implicit is announced, or the reverse. */
function actualEncoding(body: Uint8Array, announced: DataSetEncoding): DataSetEncoding {
  if (announced === 'explicit-big') return announced
  return hasRepresentation(body) ? 'explicit-little' : 'implicit-little'
}

/** Whether the first element states its value representation: two capitals after the tag. */
function hasRepresentation(bytes: Uint8Array): boolean {
  return /^[A-Z]{2}$/.test(String.fromCharCode(...bytes.subarray(4, 6)))
}

function inflated(bytes: Uint8Array, inflate: Inflate): Uint8Array {
  const body = inflate(bytes, maximumInflated)
  if (body !== undefined) return body
  throw new RefusalError({ kind: 'deflated' })
}
