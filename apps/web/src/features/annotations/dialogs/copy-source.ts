/** Largest image id of the server. */
const largestId = 2 ** 31 - 1

export type SourceProblem = 'empty' | 'notANumber' | 'sameImage'

/** The look-up of the source image, as of a query. */
export interface LookUp {
  /** Whether it looks for what is typed now. */
  readonly isCurrent: boolean
  readonly isFetching: boolean
  readonly hasData: boolean
  readonly hasFailed: boolean
}

/** Whether a copy can start. A mirrored one is made here, from the latest annotations of the source. */
export function readiness(isMirrored: boolean, lookUp: LookUp): 'ready' | 'loading' | 'failed' {
  const { isCurrent, isFetching, hasData, hasFailed } = lookUp
  if (!isMirrored) return 'ready'
  if (!isCurrent || isFetching) return 'loading'
  if (hasFailed) return 'failed'
  return hasData ? 'ready' : 'loading'
}

/** The problem with the typed id of the source image; null if there is none. */
export function sourceProblem(typed: string, ownId: number): SourceProblem | null {
  if (typed === '') return 'empty'
  if (!/^\d+$/.test(typed)) return 'notANumber'
  const id = Number(typed)
  if (id < 1 || id > largestId) return 'empty'
  return id === ownId ? 'sameImage' : null
}
