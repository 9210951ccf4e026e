import { useEffect } from 'react'
import { useLocation } from 'react-router'

import type { Image } from '#contract/images'

import type { ImageList } from './api.ts'
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
  { previous, next }: Image & { previous: number | null; next: number | null },
  list: ImageList,
  isShown: boolean,
): void {
  const { state } = useLocation()
  const cameFrom = pagedFrom(state)
  useEffect(() => {
    if (cameFrom === null || !isShown) return undefined
    const loading = new AbortController()
    const inOrder = cameFrom === next ? [previous, next] : [next, previous]
    const load = async () => {
      for (const id of inOrder) {
        if (id !== null) await prefetchImage(id, list, loading.signal)
      }
    }
    // What cannot be loaded ahead is loaded, and its failure told, when it is opened.
    load().catch(() => undefined)
    return () => loading.abort()
  }, [cameFrom, previous, next, list, isShown])
}
