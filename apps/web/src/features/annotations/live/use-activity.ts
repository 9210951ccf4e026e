import { useEffect } from 'react'

import { activitySeconds, tellActivity } from '#contract/live'

import { call } from '../../../api/call.ts'

const signs = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const

/**
 * Reports pointer and key activity a few times a minute, from which the server computes annotating time.
 */
export function useActivity(imageId: number): void {
  useEffect(() => {
    let resting: ReturnType<typeof setTimeout> | undefined
    let isMore = false
    const note = () => {
      isMore = resting !== undefined
      if (isMore) return
      resting = setTimeout(rested, activitySeconds * 1000)
      // A lost report does not matter: the next one counts from the previous one.
      call(tellActivity, { body: { image_id: imageId } }).catch(() => undefined)
    }
    const rested = () => {
      resting = undefined
      if (isMore) note()
    }
    const ended = new AbortController()
    const options = { signal: ended.signal, capture: true, passive: true }
    for (const sign of signs) addEventListener(sign, note, options)
    return () => {
      ended.abort()
      clearTimeout(resting)
    }
  }, [imageId])
}
