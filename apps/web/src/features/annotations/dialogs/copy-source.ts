/** Largest image id of the server. */
const largestId = 2 ** 31 - 1

export type SourceProblem = 'empty' | 'notANumber' | 'sameImage'

/** The problem with the typed id of the source image; null if there is none. */
export function sourceProblem(typed: string, ownId: number): SourceProblem | null {
  if (typed === '') return 'empty'
  if (!/^\d+$/.test(typed)) return 'notANumber'
  const id = Number(typed)
  if (id < 1 || id > largestId) return 'empty'
  return id === ownId ? 'sameImage' : null
}
