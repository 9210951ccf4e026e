import { z } from 'zod'

import { changedAspects } from '#annotation/records'
import type { SaveRequest, ServerState } from '#annotation/save'
import {
  Annotation,
  changeAnnotation,
  createAnnotation,
  deleteAnnotation,
  getAnnotatorData,
  saveAnnotatorData,
  StaleFields,
  StaleMeasurements,
} from '#contract/annotations'

import { CallError, type CallErrorCode, unexpectedAnswer } from '../../../api/call-error.ts'
import type { call as makeCall } from '../../../api/call.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { toldIn } from '../../../i18n/told.ts'
import {
  contentOf,
  imageChangesOf,
  imageStateOf,
  serverStateOf,
  wholeContentOf,
  wireFieldsOf,
  wireMeasurementsOf,
} from '../wire.ts'
import { writeBody } from './write-body.ts'

export type SaveAnswer =
  | { readonly kind: 'written'; readonly current: ServerState }
  | { readonly kind: 'deleted' }
  /** Somebody else has saved first; null if they have deleted it. */
  | { readonly kind: 'conflict'; readonly current: ServerState | null }
  /** To be resent unchanged; with the server's message if there is one. */
  | { readonly kind: 'lost'; readonly message?: string }
  | { readonly kind: 'refused'; readonly message: string }

export type SendSave = (request: SaveRequest) => Promise<SaveAnswer>

/** Sends a save by calls of the contract, and returns its outcome. */
export function sendSaveBy(call: typeof makeCall, imageId: number): SendSave {
  return async (request) => {
    try {
      return await carryOut(call, imageId, request)
    } catch (error) {
      return (await lostWithImage(call, imageId, error)) ?? answerTo(request, error)
    }
  }
}

async function carryOut(
  call: typeof makeCall,
  imageId: number,
  request: SaveRequest,
): Promise<SaveAnswer> {
  switch (request.kind) {
    case 'create': {
      const { content, key, restores } = request
      const before = restores === null ? {} : { restores }
      const place = { image_id: imageId, position: content.position }
      const body = { ...wholeContentOf(content), ...before, ...place, save_id: key }
      return written(serverStateOf(await call(createAnnotation, { body, write: writeBody })))
    }
    case 'delete': {
      const { serverId, revision, takenBack } = request
      const query = { revision, ...(takenBack && { taken_back: 'true' as const }) }
      await call(deleteAnnotation, { params: { id: serverId }, query })
      return { kind: 'deleted' }
    }
    case 'update': {
      if (request.serverId === null) {
        const image = { id: imageId, ...imageChangesOf(request.base, request.content) }
        return written(imageStateOf((await call(saveAnnotatorData, { body: { image } })).image))
      }
      const { serverId, revision, key, base, content } = request
      const changes = contentOf(content, changedAspects(base, content))
      const body = { ...changes, revision, save_id: key }
      const input = { params: { id: serverId }, body, write: writeBody }
      return written(serverStateOf(await call(changeAnnotation, input)))
    }
  }
}

function written(current: ServerState): SaveAnswer {
  return { kind: 'written', current }
}

/**
 * If the whole image was deleted, it may be restored: until then there is no conflict to decide, and the
 * save waits.
 */
async function lostWithImage(
  call: typeof makeCall,
  imageId: number,
  error: unknown,
): Promise<SaveAnswer | null> {
  if (!(error instanceof CallError) || error.code !== 'not_found') return null
  const ofImage =
    error.key === goneKey
      ? error
      : await call(getAnnotatorData, { params: { id: imageId } }).then(
          () => null,
          (failure: unknown) => failure,
        )
  return ofImage instanceof CallError ? { kind: 'lost', message: textOf(ofImage) } : null
}

const goneKey = 'notFound.image'

/** No response, no session, or a temporary failure of the server. */
const passing = new Set<CallErrorCode>([
  'unreachable',
  'timed_out',
  'unavailable',
  'too_many_attempts',
  'not_signed_in',
  'account_expired',
])
const gatewayTroubles = new Set([502, 503, 504])

function answerTo(request: SaveRequest, error: unknown): SaveAnswer {
  if (!(error instanceof CallError)) {
    reportError(error)
    return { kind: 'refused', message: textOf(unexpectedAnswer(error)) }
  }
  if (passing.has(error.code) || gatewayTroubles.has(error.status)) {
    return { kind: 'lost' }
  }
  if (error.code === 'storage_full' || isForeign(error)) {
    return { kind: 'lost', message: textOf(error) }
  }
  const current = error.code === 'stale_revision' ? currentIn(error.current, request) : null
  if (current !== null) return { kind: 'conflict', current }
  if (request.kind === 'update' && request.serverId === null) {
    return { kind: 'refused', message: textOf(error) }
  }
  const isGone =
    request.kind === 'create' ? error.code === 'not_possible_now' : error.code === 'not_found'
  return isGone ? { kind: 'conflict', current: null } : { kind: 'refused', message: textOf(error) }
}

/** A successful status with a body that is not the server's, such as the sign-in page of a network. */
function isForeign({ code, status }: CallError): boolean {
  return code === 'unexpected_answer' && status < 400
}

function textOf(error: CallError): string {
  return toldIn(currentLanguage(), error)
}

const StaleNotes = z.union([StaleFields, StaleMeasurements])

/** The server's current state, contained in its refusal of a stale request. */
function currentIn(told: unknown, request: SaveRequest): ServerState | null {
  if (request.kind === 'update' && request.serverId === null) {
    const { data } = StaleNotes.safeParse(told)
    if (data === undefined) return null
    // Labels cannot be stale, and the refusal names only the first kind of values that is.
    const { labels, fields, measurements } = request.base
    return imageStateOf({
      category_ids: [...labels],
      fields: wireFieldsOf(fields),
      measurements: wireMeasurementsOf(measurements),
      ...data,
    })
  }
  const { data } = Annotation.safeParse(told)
  return data === undefined ? null : serverStateOf(data)
}
