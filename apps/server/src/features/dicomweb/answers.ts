import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'

import type { JsonDataSet } from '#dicom/json/json-element'

import { writeParts, type SentPart } from '../../platform/http/multipart-related.ts'
import type { MediaType } from '../../platform/http/media-types.ts'
import type { Bytes } from '../../platform/http/route.ts'
import { chooseType } from './choose-type.ts'

const dicomJson = 'application/dicom+json'

/** Sends data sets in the DICOM JSON Model, if the caller accepts it. */
export async function sendJson(
  accepts: readonly MediaType[],
  find: () => Promise<readonly JsonDataSet[]>,
): Promise<Bytes> {
  const { type } = chooseType(accepts, [{ type: dicomJson }, { type: 'application/json' }])
  return { contentType: type, content: Buffer.from(JSON.stringify(await find())) }
}

/** Warns that a search has more results than one answer returns (PS3.18 section 8.3.4.4). */
export function moreThanAnswered(root: string): string {
  const text =
    'The number of results exceeded the maximum supported by the server. Additional results can be requested.'
  return `299 ${root}: "${text}"`
}

/** Warns that names were matched literally (PS3.18 section 8.3.4.2). */
export function notFuzzy(root: string): string {
  const text =
    'The fuzzymatching parameter is not supported. Only literal matching has been performed.'
  return `299 ${root}: "${text}"`
}

/** Warns that a picture lacks texts or a profile that were requested. */
export function notRendered(root: string, parameter: string): string {
  return `299 ${root}: "The ${parameter} parameter is not supported and was ignored."`
}

/** Parts of a type as multipart/related (RFC 2387). */
export function sendParts(
  type: string,
  parts: AsyncIterable<SentPart> | Iterable<SentPart>,
): Bytes {
  const boundary = randomUUID()
  return {
    contentType: `multipart/related; type="${type}"; boundary=${boundary}`,
    content: Readable.from(writeParts(parts, boundary)),
  }
}
