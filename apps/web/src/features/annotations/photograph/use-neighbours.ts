import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

import type { Photograph } from '#contract/images'

import type { AnnotatorData } from '../api.ts'
import { prefetchImage } from './neighbours.ts'
import { pagedFrom } from './paging.ts'

/**
 * For a user who moves from image to image: prefetches the next and then the previous image as soon as this
 * one is displayed. Starts with the direction of movement.
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
    // A failed prefetch is retried, and its failure reported, when the image is opened.
    load().catch(() => undefined)
    return () => loading.abort()
  }, [cameFrom, next, those, isShown])
}

/** Prefetches the image with which a reader goes on after a case, wherever it is in the list. */
export function usePrefetchCase(photograph: Photograph | null, isShown: boolean): void {
  const same = useSame(photograph)
  useEffect(() => {
    if (same === null || !isShown) return undefined
    const loading = new AbortController()
    // Its failure is reported when the image is opened.
    prefetchImage(same, loading.signal).catch(() => undefined)
    return () => loading.abort()
  }, [same, isShown])
}

/** Returns the previous object while its value is unchanged, so that a running prefetch continues. */
function useSame<T>(value: T): T {
  const [same, setSame] = useState(value)
  if (JSON.stringify(same) === JSON.stringify(value)) return same
  setSame(value)
  return value
}
