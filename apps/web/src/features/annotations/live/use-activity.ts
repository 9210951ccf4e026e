import { useEffect } from 'react'

import { activitySeconds, tellActivity } from '#contract/live'

import { call } from '../../../api/call.ts'

const signs = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const

/** Tells the server of pointer and keys, a few times a minute: their time counts as annotating. */
export function useActivity(imageId: number): void {
  useEffect(() => {
    let resting: ReturnType<typeof setTimeout> | undefined
    let isMore = false
    const note = () => {
      isMore = resting !== undefined
      if (isMore) return
      resting = setTimeout(rested, activitySeconds * 1000)
      // One that is lost does not matter: the next one counts from the one before.
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
