import { carryOut, isSearch, type ShapePlan } from '#annotation/plan'
import type { Search } from '#annotation/search'
import { loadPolygonOperations, type PolygonOperations } from '#geometry/boolean'
import type { MultiPolygon } from '#geometry/polygon'

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
      readonly plan: ShapePlan
      readonly photograph: PhotographSource
    }

export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unusable'; readonly reason: string }
  /** All resources of the plan are loaded; the rest is fast. */
  | { readonly kind: 'begun'; readonly id: number }
  | { readonly kind: 'answer'; readonly id: number; readonly geometry: MultiPolygon }
  | {
      readonly kind: 'failure'
      readonly id: number
      readonly about: 'photograph' | 'shape'
      readonly reason: string
    }

type Planned = Extract<WorkerRequest, { kind: 'plan' }>

function tell(message: WorkerMessage): void {
  postMessage(message)
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

async function answer(
  { id, plan, photograph }: Planned,
  operations: PolygonOperations,
): Promise<void> {
  try {
    const { drawing } = plan
    const search = isSearch(drawing) ? drawing : null
    const found = search && (await workerSearches[search.kind]?.find(search, photograph))
    tell({ kind: 'begun', id })
    const geometry = carryOut(plan, operations, found ?? undefined)
    tell({ kind: 'answer', id, geometry })
  } catch (error) {
    const about = error instanceof PhotographError ? 'photograph' : 'shape'
    tell({ kind: 'failure', id, about, reason: reasonOf(error) })
  }
}

try {
  const operations = await loadPolygonOperations()
  addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
    // A failure to preload is reported when the resource is used.
    if (data.kind === 'plan') void answer(data, operations)
    else workerSearches[data.search]?.prepare(data.photograph).catch(() => undefined)
  })
  tell({ kind: 'ready' })
} catch (error) {
  tell({ kind: 'unusable', reason: reasonOf(error) })
}
