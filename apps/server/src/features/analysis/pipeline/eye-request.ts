import type { MessagePort } from 'node:worker_threads'

import type { ResultKind } from '#contract/results/kinds'
import type { Scale } from '#retina/eye-maps'
import type { SiteReference } from '#retina/risk/reference-values'
import type { Person } from '#retina/risk/risk'

import { RuntimeError } from '../../../platform/models/runtime.ts'
import type { ModelSet } from '../../models/queries.ts'

/** What the thread that analyses a photograph is given. Paths are our own. */
export interface EyeRequest {
  /** RGB rows of the original. */
  readonly pixels: string
  readonly width: number
  readonly height: number
  /** An empty folder for what is found: see `write-result.ts`. */
  readonly folder: string
  /** Runs networks (platform/models/model-port.ts). */
  readonly port: MessagePort
  readonly models: ModelSet
  readonly person: Person
  /** What the site has entered. */
  readonly references: readonly SiteReference[]
  /** Null where nobody states it. */
  readonly scale: Scale | null
  /** Which eye it is, where the file says so. */
  readonly laterality: 'left' | 'right' | null
  /** Whether file or scale say that its field is ultra-wide. */
  readonly isUltraWide: boolean
  readonly correction: CorrectedAreas | null
  /** Only this network's search, instead of the analysis of the eye. */
  readonly assistant?: string
}

/** Areas that a person has corrected, encoded as they are stored; null: as the analysis finds them. */
export interface CorrectedAreas {
  readonly arterioles: readonly Uint8Array[] | null
  readonly venules: readonly Uint8Array[] | null
  readonly disc: readonly Uint8Array[] | null
  /** No analysis finds it. */
  readonly cup: readonly Uint8Array[] | null
}

/** What went wrong in steps of their own, while the others have left their results. */
export interface EyeAnswer {
  readonly failures: readonly StepFailure[]
}

export interface StepFailure {
  readonly step: ResultKind
  readonly why: string
  /** The process that runs networks could not be had: nothing is said of the photograph. */
  readonly isPassing: boolean
}

/** @returns undefined where the work throws, which is then among the failures. */
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
