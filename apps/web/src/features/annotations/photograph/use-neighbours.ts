import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

import type { Photograph } from '#contract/images'

import type { AnnotatorData } from '../api.ts'
import { prefetchImage } from './neighbours.ts'

/** Goes with a navigation from one image to its neighbour. */
export interface Paging {
  readonly pagedFrom: number
}

function pagedFrom(state: unknown): number | null {
  const isPaging = typeof state === 'object' && state !== null && 'pagedFrom' in state
  return isPaging && typeof state.pagedFrom === 'number' ? state.pagedFrom : null
}

/**
 * For a user who goes from image to image: loads the next one ahead, and then the one before, as
 * soon as this one is shown. The side that the user goes to comes first.
 */
export function usePrefetchNeighbours(
  { next, neighbours }: AnnotatorData['image'],
  isShown: boolean,
): void {
  const { state } = useLocation()
  const cameFrom = pagedFrom(state)
  const those = useSame(neighbours)
  useEffect(() => {
    if (cameFrom === null || !isShown) return undefined
    const loading = new AbortController()
    const isAhead = ({ id }: Photograph) => (id === next) === (cameFrom !== next)
    const inOrder = [...those].toSorted((a, b) => Number(isAhead(b)) - Number(isAhead(a)))
    const load = async () => {
      for (const photograph of inOrder) await prefetchImage(photograph, loading.signal)
    }
    // What cannot be loaded ahead is loaded, and its failure told, when it is opened.
    load().catch(() => undefined)
    return () => loading.abort()
  }, [cameFrom, next, those, isShown])
}

/** The value of before for as long as it is told anew: what is being loaded ahead goes on. */
function useSame<T>(value: T): T {
  const [same, setSame] = useState(value)
  if (JSON.stringify(same) === JSON.stringify(value)) return same
  setSame(value)
  return value
}
