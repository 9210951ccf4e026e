import type { MessagePort } from 'node:worker_threads'

import type { ResultKind } from '#contract/results/kinds'
import type { MeasuredPlaces } from '#retina/calibres/same-places'
import type { Scale } from '#retina/eye-maps'
import type { SiteReference } from '#retina/risk/reference-values'
import type { Person } from '#retina/risk/risk'

import { RuntimeError } from '../../../platform/models/runtime.ts'
import type { ModelSet } from '../../models/queries.ts'

/** Input of the thread that analyses a photograph. All paths are our own. */
export interface EyeRequest {
  /** RGB rows of the original. */
  readonly pixels: string
  readonly width: number
  readonly height: number
  /** An empty folder for the findings: see `write-result.ts`. */
  readonly folder: string
  /** Runs networks (platform/models/model-port.ts). */
  readonly port: MessagePort
  readonly models: ModelSet
  readonly person: Person
  /** Reference values that the site has entered. */
  readonly references: readonly SiteReference[]
  /** Null if unknown. */
  readonly scale: Scale | null
  /** Laterality, if the file states it. */
  readonly laterality: 'left' | 'right' | null
  /** Whether file or scale indicate an ultra-wide field. */
  readonly isUltraWide: boolean
  readonly correction: CorrectedAreas | null
  /** Null if there is none whose calibres were measured. */
  readonly earlier: EarlierPhotograph | null
  /** Run only this network's search instead of the analysis of the eye. */
  readonly assistant?: string
}

/** The eye at its first measured visit. */
interface EarlierPhotograph {
  /** RGB rows of the original. */
  readonly pixels: string
  readonly width: number
  readonly height: number
  readonly imageId: number
  readonly day: string
  readonly places: MeasuredPlaces
}

/** Areas corrected by a person, encoded as stored; null: those that the analysis finds. */
export interface CorrectedAreas {
  readonly arterioles: readonly Uint8Array[] | null
  readonly venules: readonly Uint8Array[] | null
  readonly disc: readonly Uint8Array[] | null
  /** No analysis finds it. */
  readonly cup: readonly Uint8Array[] | null
}

/** Steps that failed, while the others have left their results. */
export interface EyeAnswer {
  readonly failures: readonly StepFailure[]
}

export interface StepFailure {
  readonly step: ResultKind
  readonly why: string
  /** The process that runs networks was unavailable; this implies nothing about the photograph. */
  readonly isPassing: boolean
}

/** @returns undefined if the work throws, which is then among the failures */
export async function attempt<T>(
  failures: StepFailure[],
  step: ResultKind,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error)
    failures.push({ step, why, isPassing: error instanceof RuntimeError && error.by === 'died' })
    return undefined
  }
}
