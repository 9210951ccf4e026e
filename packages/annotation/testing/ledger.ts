import { expect } from 'vitest'

import { diffBetween } from '../diff.ts'
import type { Annotated, Annotation } from '../document.ts'
import { emptyImageRecord, isAnnotation } from '../document.ts'
import { changedCells } from '../records.ts'
import { acknowledged, conflicted } from '../save-answers.ts'
import type { SaveLedger, AnnotationState, SaveRequest, ServerState } from '../save.ts'
import { openLedger, recordLocal, requestSent, requestsToSend } from '../save.ts'
import { aSquare, anAnnotation } from './driver.ts'

export const original = anAnnotation()
export const edited = anAnnotation({ geometry: aSquare(0, 0, 10) })
export const editedAgain = anAnnotation({ geometry: aSquare(0, 0, 20), color: '#00ff00' })
export const theirs = anAnnotation({ metadata: { grade: 3 } })

export function onServer(revision: number, content: Annotation = original): AnnotationState {
  return { serverId: 7, revision, content }
}

export const saved = openLedger([onServer(1)])

let keys = 0
export const newKey = () => `key-${++keys}`

export function edit(
  ledger: SaveLedger,
  from: Annotation | null,
  to: Annotation | null,
): SaveLedger {
  return recordLocal(ledger, diffBetween(only(from), only(to)))
}

function only(one: Annotation | null): Annotated {
  return {
    annotations: new Map(one === null ? [] : [[one.id, one]]),
    imageRecord: emptyImageRecord,
  }
}

/** An edit that was sent while somebody else was faster. */
export function inConflict(current: ServerState | null): SaveLedger {
  const [saving, request] = send(edit(saved, original, edited))
  return conflicted(saving, request, current).ledger
}

/** Sends all there is to send, which must be one request. */
export function send(ledger: SaveLedger): [SaveLedger, SaveRequest] {
  const [request, ...others] = requestsToSend(ledger, newKey)
  if (request === undefined) throw new Error('There is nothing to send')
  expect(others).toEqual([])
  return [requestSent(ledger, request), request]
}

export function written(ledger: SaveLedger, request: SaveRequest, revision: number) {
  if (request.kind === 'delete') throw new Error('A deletion is not written')
  if (!isAnnotation(request.content)) throw new Error('Not an annotation')
  return acknowledged(ledger, request, onServer(revision, request.content))
}

/** The names of the changes in an update, which is all that it sends. */
export function changesIn(request: SaveRequest): string[] {
  return request.kind === 'update' ? changedCells(request.base, request.content) : []
}

export function deletion(request: SaveRequest) {
  if (request.kind !== 'delete') throw new Error(`Not a deletion: ${request.kind}`)
  return request
}
