import { z } from 'zod'

import { NetworkError } from '../../platform/dicom-network/network-error.ts'
import { boundaryOf, BrokenMultipart, readParts } from '../../platform/http/multipart-related.ts'
import type { Outbound } from '../../platform/http/outbound.ts'

const milliseconds = 60_000
const mostJsonBytes: number = 16 * 2 ** 20
const mostObjectBytes: number = 512 * 2 ** 20

/** The element as far as it is read here: single texts and numbers. */
const Element = z.object({ vr: z.string(), Value: z.array(z.unknown()).optional() })
const Answer = z.array(z.record(z.string(), Element))

/** What QIDO-RS found, by tag. */
export interface FoundObject {
  readonly text: (tag: string) => string | undefined
}

/** The address of something below an archive's DICOMweb root. */
export function addressBelow(root: string, path: string, query: Record<string, string> = {}): URL {
  const url = new URL(root.replace(/\/*$/, path))
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

/** A QIDO-RS search (PS3.18 section 10.6). @throws {OutboundError | NetworkError} */
export async function searchFor(outbound: Outbound, url: URL): Promise<FoundObject[]> {
  const { content } = await outbound.send(url, {
    method: 'GET',
    headers: { accept: 'application/dicom+json' },
    milliseconds,
    bytes: mostJsonBytes,
  })
  // Without a match some answer nothing (204).
  if (content.length === 0) return []
  const answer = Answer.safeParse(parseJson(content))
  if (!answer.success) throw new NetworkError('protocol', 'the answer to QIDO-RS is not DICOM JSON')
  return answer.data.map((found) => ({ text: (tag) => textOf(found[tag]?.Value?.[0]) }))
}

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    return undefined
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** The files that WADO-RS gives for an address (PS3.18 section 10.4), as the archive has them. */
export async function retrieveFiles(outbound: Outbound, url: URL): Promise<Buffer[]> {
  const { contentType, content } = await outbound.send(url, {
    method: 'GET',
    headers: { accept: 'multipart/related; type="application/dicom"; transfer-syntax=*' },
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
