import type { Labels } from '#annotation/document'
import type { SaveRequest, ServerState } from '#annotation/save'
import type { LabelRequest } from '#annotation/save-labels'
import {
  Annotation,
  changeAnnotation,
  createAnnotation,
  deleteAnnotation,
  getAnnotatorData,
  saveAnnotatorData,
} from '#contract/annotations'

import { CallError, type CallErrorCode } from '../../../api/call-error.ts'
import type { call as makeCall } from '../../../api/call.ts'
import { contentOf, serverStateOf, wholeContentOf } from '../wire.ts'

export type SaveAnswer =
  | { readonly kind: 'written'; readonly current: ServerState }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'labelled'; readonly labels: Labels }
  /** Somebody else was faster; null where they have deleted it. */
  | { readonly kind: 'conflict'; readonly current: ServerState | null }
  /** To be sent again as it was; where the server said why, its message. */
  | { readonly kind: 'lost'; readonly message?: string }
  | { readonly kind: 'refused'; readonly message: string }

export type SendSave = (request: SaveRequest | LabelRequest) => Promise<SaveAnswer>

/** Sends what is to be saved, by calls of the contract, and says what became of it. */
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
  request: SaveRequest | LabelRequest,
): Promise<SaveAnswer> {
  if (request.kind === 'label') return carryOutLabels(call, imageId, request)
  if (request.kind === 'create') {
    const { content, key, restores } = request
    const before = restores === null ? {} : { restores }
    const body = { ...wholeContentOf(content), ...before, image_id: imageId, save_id: key }
    return written(await call(createAnnotation, { body }))
  }
  const { serverId, revision, key } = request
  const params = { id: serverId }
  if (request.kind === 'delete') {
    await call(deleteAnnotation, { params, query: { revision } })
    return { kind: 'deleted' }
  }
  const body = { ...contentOf(request.content, request.aspects), revision, save_id: key }
  return written(await call(changeAnnotation, { params, body }))
}

async function carryOutLabels(
  call: typeof makeCall,
  imageId: number,
  { changes }: LabelRequest,
): Promise<SaveAnswer> {
  const labels = [...changes.keys()]
  const image = {
    id: imageId,
    added_category_ids: labels.filter((label) => changes.get(label)),
    removed_category_ids: labels.filter((label) => !changes.get(label)),
  }
  const answer = await call(saveAnnotatorData, { body: { image } })
  return { kind: 'labelled', labels: new Set(answer.image.category_ids) }
}

function written(annotation: Annotation): SaveAnswer {
  return { kind: 'written', current: serverStateOf(annotation) }
}

/**
 * Where not the annotation but the whole image is gone, it may come back: until then nothing is to be
 * decided, and what was to be saved waits.
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
  return ofImage instanceof CallError ? { kind: 'lost', message: ofImage.message } : null
}

const goneKey = 'notFound.image'

/** No answer, no session, or a server that is not itself for the moment. */
const passing = new Set<CallErrorCode>([
  'unreachable',
  'timed_out',
  'unavailable',
  'too_many_attempts',
  'not_signed_in',
  'account_expired',
])
const gatewayTroubles = new Set([502, 503, 504])

function answerTo(request: SaveRequest | LabelRequest, error: unknown): SaveAnswer {
  if (!(error instanceof CallError)) throw error
  if (passing.has(error.code) || gatewayTroubles.has(error.status)) {
    return { kind: 'lost' }
  }
  if (error.code === 'storage_full') return { kind: 'lost', message: error.message }
  if (error.code === 'stale_revision') {
    const current = Annotation.safeParse(error.current)
    if (current.success) return { kind: 'conflict', current: serverStateOf(current.data) }
  }
  if (request.kind === 'label') return { kind: 'refused', message: error.message }
  const isGone =
    request.kind === 'create' ? error.code === 'not_possible_now' : error.code === 'not_found'
  return isGone ? { kind: 'conflict', current: null } : { kind: 'refused', message: error.message }
}
