import { useQueries } from '@tanstack/react-query'

import { type EyePlace, type Mismatch, mismatchOf } from '#retina/registration/mismatch'

import { type AnnotatorData, resultNumbers } from '../api.ts'
import { eyePlaceIn } from './registration-outcome.ts'

type Image = AnnotatorData['image']

/**
 * Why the vessels of two images do not match, by what the analysis has found in them; null if it does not
 * tell, is not loaded yet, or nobody asks.
 */
export function useMismatch(isWanted: boolean, first: Image, second: Image): Mismatch | null {
  const [a, b] = [useEyePlace(isWanted, first), useEyePlace(isWanted, second)]
  return a === null || b === null ? null : mismatchOf(a, b)
}

/** Null if the image has not been analysed. */
function useEyePlace(isWanted: boolean, { results }: Image): EyePlace | null {
  const kinds = ['quality', 'optic_disc'] as const
  const found = isWanted
    ? kinds.flatMap((kind) => Object.values(results).find((result) => result.kind === kind) ?? [])
    : []
  const queries = useQueries({ queries: found.map(({ id }) => resultNumbers(id)) })
  const [quality, landmarks] = queries.map(({ data }) => data)
  return eyePlaceIn(quality, landmarks)
}
