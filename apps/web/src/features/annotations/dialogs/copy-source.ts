/** The largest number that the server gives to an image. */
const largestId = 2 ** 31 - 1

export type SourceProblem = 'empty' | 'notANumber' | 'sameImage'

/** What is wrong with the id of the image to copy from, as it was typed; null where nothing is. */
export function sourceProblem(typed: string, ownId: number): SourceProblem | null {
  if (typed === '') return 'empty'
  if (!/^\d+$/.test(typed)) return 'notANumber'
  const id = Number(typed)
  if (id < 1 || id > largestId) return 'empty'
  return id === ownId ? 'sameImage' : null
}
