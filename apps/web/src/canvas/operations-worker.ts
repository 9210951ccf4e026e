import { carryOut, type ShapePlan } from '#annotation/plan'
import { loadPolygonOperations } from '#geometry/boolean'
import type { MultiPolygon } from '#geometry/polygon'

export interface WorkerRequest {
  readonly id: number
  readonly plan: ShapePlan
}

export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unusable'; readonly reason: string }
  | { readonly kind: 'answer'; readonly id: number; readonly geometry: MultiPolygon }
  | { readonly kind: 'failure'; readonly id: number; readonly reason: string }

function tell(message: WorkerMessage): void {
  postMessage(message)
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

try {
  const operations = await loadPolygonOperations()
  addEventListener('message', ({ data: { id, plan } }: MessageEvent<WorkerRequest>) => {
    try {
      tell({ kind: 'answer', id, geometry: carryOut(plan, operations) })
    } catch (error) {
      tell({ kind: 'failure', id, reason: reasonOf(error) })
    }
  })
  tell({ kind: 'ready' })
} catch (error) {
  tell({ kind: 'unusable', reason: reasonOf(error) })
}
