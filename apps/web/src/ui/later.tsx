import { type ReactNode, useDeferredValue } from 'react'

/**
 * Renders its children after the browser has painted what surrounds them, and interruptibly: the click
 * that opens something large is answered at once.
 */
export function Later({ children }: { children: ReactNode }) {
  const isDue = useDeferredValue(true, false)
  return isDue && children
}
