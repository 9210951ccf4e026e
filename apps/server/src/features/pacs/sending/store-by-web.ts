import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

import { z } from 'zod'

import { NetworkError } from '../../../platform/dicom-network/network-error.ts'
import type { StoredObject } from '../../../platform/dicom-network/store.ts'
import { writeParts } from '../../../platform/http/multipart-related.ts'
import type { OutboundAnswer } from '../../../platform/http/outbound-exchange.ts'
import { addressBelow, parseJson, signInOf, type WebService } from '../dicomweb-client.ts'

/** The time limit of a message, minus the time before and after. */
const milliseconds = 280_000
const mostAnswerBytes: number = 4 * 2 ** 20
const readAtOnce: number = 1024 * 1024

/** PS3.7 annex C, to which PS3.18 table 10.5.3-2 refers. */
const reasons = { processing: 0x0110, duplicate: 0x0111, classNotSupported: 0x0122 } as const
const unsupportedMedia = 415
/**
 * With these statuses some or all objects are not stored (PS3.18 table 10.5.3-1); Orthanc answers 400 instead
 * of 409.
 */
const notAllStored: readonly number[] = [202, 400, 409]

const Item = z.record(z.string(), z.object({ Value: z.array(z.unknown()).optional() }))
/** Without a value if it is empty. */
const Items = z.object({ Value: z.array(Item).default([]) })
/** The supported part of the Store Instances Response (PS3.18 section 10.5.3.2). */
const Outcome = z.object({ '00081198': Items.optional(), '00081199': Items.optional() })

interface Stored {
  readonly objects: readonly StoredObject[]
  readonly signal: AbortSignal
}

/**
 * STOW-RS (PS3.18 section 10.5) of files' bytes unchanged, one request each; the archive recognises
 * duplicates by their UIDs.
 * @returns the statuses, as in C-STORE
 * @throws {OutboundError | NetworkError} if one is not stored
 */
export async function storeAllByWeb(
  service: WebService,
  { objects, signal }: Stored,
): Promise<number[]> {
  const statuses: number[] = []
  for (const object of objects) statuses.push(await storeByWeb(service, object, signal))
  return statuses
}

async function storeByWeb(
  service: WebService,
  { path }: StoredObject,
  signal: AbortSignal,
): Promise<number> {
  const boundary = randomUUID()
  const answer = await service.outbound.send(addressBelow(service, '/studies'), {
    method: 'POST',
    headers: {
      'content-type': `multipart/related; type="application/dicom"; boundary=${boundary}`,
      accept: 'application/dicom+json',
      ...signInOf(service),
    },
    body: await bodyOf(path, boundary),
    milliseconds,
    bytes: mostAnswerBytes,
    refusals: [...notAllStored, unsupportedMedia],
    signal,
  })
  return statusOf(answer)
}

async function bodyOf(path: string, boundary: string) {
  const partOf = (content: AsyncIterable<Uint8Array> | Uint8Array) =>
    writeParts([{ contentType: 'application/dicom', content }], boundary)
  const frame = Buffer.concat(await Array.fromAsync(partOf(new Uint8Array())))
  const { size } = await stat(path)
  return { length: frame.length + size, content: partOf(bytesOf(path)) }
}

/** Opened only when it is read. */
async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, { highWaterMark: readAtOnce })
}

/** The archive's report on the single object sent. */
function statusOf({ status, content }: OutboundAnswer): number {
  if (status === unsupportedMedia) throw new NetworkError('not accepted', 'STOW-RS answered 415')
  const { failed, stored } = readOutcome(content)
  if (failed !== undefined) return statusOfFailed(numberOf(failed['00081197']))
  if (stored !== undefined) return numberOf(stored['00081196']) ?? 0
  // A plain success needs no comment.
  return notAllStored.includes(status) ? statusOfFailed() : 0
}

function statusOfFailed(reason: number = reasons.processing): number {
  // It has the object from an earlier try whose answer was lost.
  if (reason === reasons.duplicate) return reason
  const fault = reason === reasons.classNotSupported ? 'not accepted' : 'refused'
  throw new NetworkError(fault, `STOW-RS was refused with reason ${reason}`, reason)
}

/** Some archives return a data set, others a list of one. */
function readOutcome(content: Buffer) {
  const answer = parseJson(content)
  const [first]: unknown[] = Array.isArray(answer) ? answer : [answer]
  const outcome = Outcome.safeParse(first).data
  return { failed: outcome?.['00081198']?.Value[0], stored: outcome?.['00081199']?.Value[0] }
}

function numberOf(element: { Value?: unknown[] | undefined } | undefined): number | undefined {
  return z.coerce.number().int().safeParse(element?.Value?.[0]).data
}
