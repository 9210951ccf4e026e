import { buffer } from 'node:stream/consumers'

import { decodeAscii, textDecoder, type DecodeText } from '#dicom/character-set'
import type { DataSet } from '#dicom/data-set'
import { readFile } from '#dicom/file'
import { dataSetJson } from '#dicom/json/data-set-json'
import type { JsonDataSet } from '#dicom/json/json-element'
import { describePixels, type PixelData } from '#dicom/pixel-data'
import { orRefusal, type Refusal } from '#dicom/refusal'
import type { TransferSyntax } from '#dicom/transfer-syntax'
import { elementValues } from '#dicom/values'
import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Bytes } from '../../platform/http/route.ts'
import type { PlainPixels } from '../../platform/images/decode-messages.ts'
import { refusalMessage } from '../../platform/faults/dicom.ts'
import { dicomSupport } from '../../platform/images/dicom-pixels.ts'
import { dicomMediaType } from '../../platform/images/format.ts'
import type { DocumentRow } from '../documents/queries.ts'
import { sendDicom, type SendDicomDeps } from '../images/dicom/send-dicom.ts'
import type { StudyObject } from './queries.ts'

/** An image's object, parsed. */
export interface DicomObject {
  readonly transferSyntax: TransferSyntax
  readonly dataSet: DataSet
  readonly decode: DecodeText
  readonly pixels: PixelData | undefined
}

export interface Where {
  readonly object: StudyObject
  readonly datasetName: string
}

/**
 * The file of an image's object: as received, or the photograph wrapped. With `plain` its pixels
 * are decoded.
 * @throws {Problem} not_acceptable if they cannot be
 */
export async function objectFile(
  db: Db,
  deps: SendDicomDeps,
  where: Where & { readonly plain?: PlainPixels },
): Promise<Bytes> {
  const { object, datasetName, plain } = where
  if ('document' in object) return documentFile(deps, object.document, plain)
  const { image } = object
  const wanted = { image, datasetName, deidentified: null, ...(plain !== undefined && { plain }) }
  return sendDicom(db, deps, wanted).catch((error: unknown) => {
    const isForeign = error instanceof Problem && error.code === 'unsupported_format'
    throw isForeign ? new Problem('not_acceptable', error.told) : error
  })
}

async function documentFile(
  { files }: SendDicomDeps,
  { file, sha256 }: DocumentRow,
  plain: PlainPixels | undefined,
): Promise<Bytes> {
  if (plain !== undefined) throw new Problem('not_acceptable', message('dicomweb.onlyAsStored'))
  if (!(await files.isSound(file, sha256))) {
    throw new Problem('damaged_original', message('dicomweb.damaged'))
  }
  const { content, size } = await files.read(file)
  return { contentType: dicomMediaType, content, size }
}

export async function readObject(db: Db, deps: SendDicomDeps, where: Where): Promise<DicomObject> {
  const bytes = await contentOf(await objectFile(db, deps, where))
  const read = orRefusal(() => ({ ok: true as const, file: readFile(bytes, dicomSupport.inflate) }))
  if (!read.ok) throw unreadable(read)
  const { dataSet, transferSyntax } = read.file
  const characterSets = elementValues(dataSet, decodeAscii).texts('00080005')
  const decode = textDecoder(characterSets, dicomSupport.decodeBytes)
  const pixels = describePixels(dataSet, elementValues(dataSet, decode), transferSyntax)
  return { transferSyntax, dataSet, decode, pixels }
}

/** The bytes of an answer, whole. */
export async function contentOf({ content }: Bytes): Promise<Buffer> {
  return Buffer.isBuffer(content) ? content : buffer(content)
}

/** The object's attributes; `address` is its URL. */
export function metadataOf({ dataSet, decode }: DicomObject, address: string): JsonDataSet {
  return dataSetJson(dataSet, {
    decode,
    encodeBase64: (bytes) => Buffer.from(bytes).toString('base64'),
    bulkDataUri: (tag) => `${address}/bulkdata/${tag}`,
  })
}

/** A file recognised as DICOM on arrival no longer is, or lacks the frame. */
export function unreadable(refusal: Refusal): Problem {
  return new Problem('unusable_content', refusalMessage(refusal))
}
