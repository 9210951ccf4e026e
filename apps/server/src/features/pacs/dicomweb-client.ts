import { z } from 'zod'

import type { PacsSettings } from '#contract/pacs'

import { NetworkError } from '../../platform/dicom-network/network-error.ts'
import { boundaryOf, BrokenMultipart, readParts } from '../../platform/http/multipart-related.ts'
import type { Outbound } from '../../platform/http/outbound.ts'

const milliseconds = 60_000
const mostJsonBytes: number = 16 * 2 ** 20
const mostObjectBytes: number = 512 * 2 ** 20

/** The supported part of an element: single texts and numbers. */
const Element = z.object({ vr: z.string(), Value: z.array(z.unknown()).optional() })
const Answer = z.array(z.record(z.string(), Element))

/** A QIDO-RS result, by tag. */
export interface FoundObject {
  /** The first value; of a person's name all groups, separated by `=` (PS3.5 6.2.1.2). */
  readonly text: (tag: string) => string | undefined
  readonly texts: (tag: string) => readonly string[]
}

/** An archive's DICOMweb service with its credentials. */
export interface WebService {
  readonly outbound: Outbound
  readonly root: string
  readonly user: string
  readonly password: string
}

/** The service that an archive's settings name. */
export function webServiceOf(
  outbound: Outbound,
  { settings, password }: { settings: PacsSettings; password: string },
): WebService {
  return { outbound, root: settings.DICOMWEB, user: settings.WEBUSER, password }
}

/** The address of a resource below the service's root. */
export function addressBelow({ root }: Pick<WebService, 'root'>, path: string): URL {
  return new URL(root.replace(/\/*$/, path))
}

/** Basic authentication (RFC 7617), if a user or a password is set. */
export function signInOf({ user, password }: WebService): { authorization?: string } {
  if (user === '' && password === '') return {}
  const authorization = `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`
  return { authorization }
}

/** A QIDO-RS search (PS3.18 section 10.6). @throws {OutboundError | NetworkError} */
export async function searchFor(
  service: WebService,
  path: string,
  query: readonly (readonly [name: string, value: string])[] = [],
): Promise<FoundObject[]> {
  const url = addressBelow(service, path)
  url.search = query.map(([name, value]) => `${name}=${encoded(value)}`).join('&')
  const { content } = await service.outbound.send(url, {
    method: 'GET',
    headers: { accept: 'application/dicom+json', ...signInOf(service) },
    milliseconds,
    bytes: mostJsonBytes,
  })
  // Without a match some archives answer with no content (204).
  if (content.length === 0) return []
  const answer = Answer.safeParse(parseJson(content))
  if (!answer.success) throw new NetworkError('protocol', 'the answer to QIDO-RS is not DICOM JSON')
  return answer.data.map((found) => {
    const texts = (tag: string): string[] =>
      (found[tag]?.Value ?? []).map((value) => textOf(value) ?? '')
    return { texts, text: (tag) => texts(tag)[0] || undefined }
  })
}

/**
 * Not in the form encoding: a space is %20, and characters allowed in a query (RFC 3986 section 3.4) are
 * unchanged, because some services do not decode them.
 */
function encoded(value: string): string {
  return encodeURIComponent(value).replaceAll('%3F', '?').replaceAll('%3D', '=')
}

/** Undefined if it is not JSON. */
export function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    return undefined
  }
}

/** A person's name in DICOM JSON (PS3.18 F.2.2). */
const NameValue = z.object({
  Alphabetic: z.string().default(''),
  Ideographic: z.string().default(''),
  Phonetic: z.string().default(''),
})

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string' || typeof value === 'number') return String(value).trim()
  const name = NameValue.safeParse(value).data
  return name && [name.Alphabetic, name.Ideographic, name.Phonetic].join('=')
}

/** Yields the files of a WADO-RS address (PS3.18 section 10.4), as the archive has them. */
export async function retrieveFiles(service: WebService, path: string): Promise<Buffer[]> {
  const { contentType, content } = await service.outbound.send(addressBelow(service, path), {
    method: 'GET',
    headers: {
      accept: 'multipart/related; type="application/dicom"; transfer-syntax=*',
      ...signInOf(service),
    },
    milliseconds,
    bytes: mostObjectBytes,
  })
  const boundary = boundaryOf(contentType)
  if (boundary === undefined) throw new NetworkError('protocol', 'WADO-RS answered no multipart')
  try {
    const files: Buffer[] = []
    for await (const part of readParts(whole(content), boundary)) {
      files.push(Buffer.concat(await Array.fromAsync(part.content)))
    }
    return files
  } catch (error) {
    if (!(error instanceof BrokenMultipart)) throw error
    throw new NetworkError('closed', 'the answer to WADO-RS is not whole')
  }
}

async function* whole(content: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(content)
}
