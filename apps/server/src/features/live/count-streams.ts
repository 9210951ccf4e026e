import { message } from '#contract/messages/message'

import { Problem } from '../../platform/http/problem.ts'

/**
 * Maximum streams of one user: far more than many open tabs need; a program uses up only its own.
 */
const most = { ofUser: 64, ofUserOnImage: 16 }

export interface Streams {
  /**
   * Counts a stream of a user, or of an address without sign-in, in this process.
   * @returns a function that removes it from the count
   * @throws {Problem} too_many_attempts if the user has too many open, in total or on the image
   */
  open(user: number | string, imageId: number | undefined): () => void
}

export function countStreams(): Streams {
  const open = new Map<string, number>()
  const change = (key: string, by: number): void => {
    const count = (open.get(key) ?? 0) + by
    if (count === 0) open.delete(key)
    else open.set(key, count)
  }
  return {
    open(user, imageId) {
      const limits: [string, number][] = [[`${user}`, most.ofUser]]
      if (imageId !== undefined) limits.push([`${user} on ${imageId}`, most.ofUserOnImage])
      if (limits.some(([key, limit]) => (open.get(key) ?? 0) >= limit)) {
        throw new Problem('too_many_attempts', message('requests.tooManyStreams'))
      }
      for (const [key] of limits) change(key, 1)
      let isOpen = true
      return () => {
        if (isOpen) for (const [key] of limits) change(key, -1)
        isOpen = false
      }
    },
  }
}
