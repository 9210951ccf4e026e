import {
  carryOut,
  type DrawnArea,
  isSearch,
  type PlanAnswer,
  type ShapePlan,
} from '#annotation/plan'
import { carryOutRework, type Rework, type Reworked } from '#annotation/rework'
import { type Search, SearchTooLargeError } from '#annotation/search'
import { loadPolygonOperations, type PolygonOperations } from '#geometry/boolean'
import { type Packed, unpackRings } from '#geometry/packed-rings'
import { abridge, type AbridgedShape } from '#geometry/shared-rings'
import { startingAlike } from '#geometry/starting-alike'

import { PhotographError } from './photograph/decode-picture.ts'
import type { PhotographSource } from './photograph/wand.ts'
import { workerSearches } from './searches.ts'

export type WorkerRequest =
  /** Announces a search, so that its resources are loaded in advance. */
  | {
      readonly kind: 'prepare'
      readonly search: Search['kind']
      readonly photograph: PhotographSource
    }
  | {
      readonly kind: 'plan'
      readonly id: number
      readonly plan: Packed<ShapePlan>
      readonly photograph: PhotographSource
    }
  | { readonly kind: 'rework'; readonly id: number; readonly rework: Packed<Rework> }

export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unusable'; readonly reason: string }
  /** All resources of the plan are loaded; the rest is fast. */
  | { readonly kind: 'begun'; readonly id: number }
  | {
      readonly kind: 'answer'
      readonly id: number
      readonly result: AbridgedAnswer | Reworked
    }
  | {
      readonly kind: 'failure'
      readonly id: number
      readonly about: 'photograph' | 'size' | 'shape'
      readonly reason: string
    }

/** A plan's answer, abridged by the plan's base: copying many numbers to the page takes it time. */
export type AbridgedAnswer = Omit<PlanAnswer, 'geometry'> & { readonly geometry: AbridgedShape }

type Asked = Extract<WorkerRequest, { id: number }>

function tell(message: WorkerMessage): void {
  postMessage(message)
}

function subjectOf(error: unknown): Extract<WorkerMessage, { kind: 'failure' }>['about'] {
  if (error instanceof SearchTooLargeError) return 'size'
  return error instanceof PhotographError ? 'photograph' : 'shape'
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

async function answer(asked: Asked, operations: PolygonOperations): Promise<void> {
  const { id } = asked
  const begin = () => tell({ kind: 'begun', id })
  try {
    const result =
      asked.kind === 'plan'
        ? await answerPlan(asked, operations, begin)
        : answerRework(asked, operations, begin)
    tell({ kind: 'answer', id, result })
  } catch (error) {
    tell({ kind: 'failure', id, about: subjectOf(error), reason: reasonOf(error) })
  }
}

async function answerPlan(
  { plan: packed, photograph }: Extract<Asked, { kind: 'plan' }>,
  operations: PolygonOperations,
  begin: () => void,
): Promise<AbridgedAnswer> {
  const plan = unpackRings(packed)
  const found = await findFor(plan.drawing, photograph)
  begin()
  const { geometry, ...others } = carryOut(plan, operations, found)
  return { ...others, geometry: abridge(startingAlike(geometry, plan.base), plan.base) }
}

function answerRework(
  { rework }: Extract<Asked, { kind: 'rework' }>,
  operations: PolygonOperations,
  begin: () => void,
): Reworked {
  const unpacked = unpackRings(rework)
  begin()
  return carryOutRework(unpacked, operations)
}

/** What answers a drawing that is a search. */
async function findFor(
  drawing: ShapePlan['drawing'],
  photograph: PhotographSource,
): Promise<DrawnArea | undefined> {
  return isSearch(drawing) ? workerSearches[drawing.kind]?.find(drawing, photograph) : undefined
}

try {
  const operations = await loadPolygonOperations()
  addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
    // A failure to preload is reported when the resource is used.
    if (data.kind !== 'prepare') void answer(data, operations)
    else workerSearches[data.search]?.prepare(data.photograph).catch(() => undefined)
  })
  tell({ kind: 'ready' })
} catch (error) {
  tell({ kind: 'unusable', reason: reasonOf(error) })
}
