import { english, type Message } from '#contract/messages/message'
import { message } from '#contract/messages/message'
import type { JsonDataSet, JsonElement } from '#dicom/json/json-element'
import { kindOf } from '#dicom/sop-class'

import { identifyFile } from '../../platform/dicom-network/identity.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { ReceivedFile } from '../../platform/http/receive-files.ts'
import type { Bytes } from '../../platform/http/route.ts'
import type { DatasetRow } from '../datasets/queries.ts'
import { keepObject, type KeepDeps } from '../documents/keep-object.ts'
import { instancePath } from './present.ts'
import { uidsOf, type StudyObject } from './queries.ts'

interface Given {
  readonly dataset: DatasetRow
  readonly files: readonly ReceivedFile[]
  readonly actor: Actor
  /** The only study accepted, if the address names one. */
  readonly study: string | undefined
}

interface Stored {
  readonly sopClassUid: string
  readonly kept: StudyObject
}

interface Failed {
  readonly reason: number
  readonly told: Message
  readonly object: { readonly sopClassUid: string; readonly sopInstanceUid: string } | undefined
}

/** Reasons of PS3.18 table I.2-2. */
const reasons = {
  classNotSupported: 0x0122,
  outOfResources: 0xa700,
  doesNotFit: 0xa900,
  notUnderstood: 0xc000,
} as const

/** Adds objects received by STOW-RS; one that cannot be kept does not block the others. */
export async function storeFiles(
  deps: KeepDeps,
  given: Given,
): Promise<{ stored: readonly Stored[]; failed: readonly Failed[] }> {
  const stored: Stored[] = []
  const failed: Failed[] = []
  for (const file of given.files) {
    const outcome = await storeFile(deps, given, file)
    if ('kept' in outcome) stored.push(outcome)
    else failed.push(outcome)
  }
  return { stored, failed }
}

async function storeFile(
  deps: KeepDeps,
  { dataset, actor, study }: Given,
  file: ReceivedFile,
): Promise<Stored | Failed> {
  const object = await identifyFile(file.path)
  if (object === undefined) {
    const told = message('files.not_dicom', { detail: message('dicomFiles.noUid') })
    return { reason: reasons.notUnderstood, told, object }
  }
  if (study !== undefined && study !== object.studyUid) {
    return { reason: reasons.doesNotFit, told: message('dicomweb.otherStudy'), object }
  }
  try {
    const kept = await keepObject(deps, {
      dataset,
      sopClassUid: object.sopClassUid,
      identity: object,
      file,
      actor,
      metadata: {},
    })
    return { sopClassUid: object.sopClassUid, kept }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { reason: reasonOf(error, object.sopClassUid), told: error.told, object }
  }
}

function reasonOf({ code }: Problem, sopClassUid: string): number {
  if (code === 'storage_full') return reasons.outOfResources
  return kindOf(sopClassUid) === undefined ? reasons.classNotSupported : reasons.notUnderstood
}

/**
 * The answer to STOW-RS (PS3.18 section 10.5.3): the stored objects with their addresses, and the refused
 * ones with reasons.
 */
export function presentStored(
  root: string,
  { stored, failed }: { stored: readonly Stored[]; failed: readonly Failed[] },
): Bytes {
  const known = failed.filter(({ object }) => object !== undefined)
  const unknown = failed.filter(({ object }) => object === undefined)
  const answer: JsonDataSet = {
    ...sequence('00081198', known.map(presentFailed)),
    ...sequence(
      '00081199',
      stored.map(({ sopClassUid, kept }) => ({
        ...reference(sopClassUid, uidsOf(kept).instance_uid),
        '00081190': { vr: 'UR', Value: [`${root}${instancePath(kept)}`] },
      })),
    ),
    ...sequence('0008119A', unknown.map(presentFailed)),
  }
  return {
    contentType: 'application/dicom+json',
    content: Buffer.from(JSON.stringify(answer)),
    status: statusOf(stored.length, failed.length),
  }
}

/** All are kept, some, or none. */
function statusOf(stored: number, failed: number): number {
  if (failed === 0) return 200
  return stored === 0 ? 409 : 202
}

function presentFailed({ reason, told, object }: Failed): JsonDataSet {
  return {
    // Error Comment, which belongs to commands and has no other place here.
    '00000902': { vr: 'LO', Value: [english(told)] },
    ...(object === undefined ? {} : reference(object.sopClassUid, object.sopInstanceUid)),
    '00081197': { vr: 'US', Value: [reason] },
  }
}

function reference(sopClassUid: string, sopInstanceUid: string): JsonDataSet {
  return {
    '00081150': { vr: 'UI', Value: [sopClassUid] },
    '00081155': { vr: 'UI', Value: [sopInstanceUid] },
  }
}

function sequence(tag: string, items: readonly JsonDataSet[]): { [tag: string]: JsonElement } {
  return items.length === 0 ? {} : { [tag]: { vr: 'SQ', Value: items } }
}
