import { type ReactNode, useDeferredValue } from 'react'

/**
 * Renders its children after the browser has painted what surrounds them, and interruptibly: the click
 * that opens something large is answered at once.
 */
export function Later({ children }: { children: ReactNode }) {
  const isDue = useDeferredValue(true, false)
  return isDue && children
}

/**
 * Renders changes of its children after the browser has painted those around it, and interruptibly. For a
 * part of a page that the answer to an input does not need. Not for text fields that somebody types in: their
 * value would come back late.
 */
export function FollowLater({ children }: { children: ReactNode }) {
  return useDeferredValue(children)
}
