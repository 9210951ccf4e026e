import { type RefObject, useEffect, useState } from 'react'

export interface VisibleRows {
  readonly first: number
  /** The row after the last. */
  readonly end: number
}

/** Rows beyond what is seen, so that quick scrolling shows no gap. */
const beyond = 10

/** Which of many rows of one height are in view of the element that scrolls them. */
export function useVisibleRows(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
): VisibleRows {
  const [view, setView] = useState({ top: 0, height: 0 })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller])
  const first = Math.floor(view.top / rowHeight) - beyond
  const end = Math.ceil((view.top + view.height) / rowHeight) + beyond
  return { first: Math.max(0, Math.min(first, count)), end: Math.min(end, count) }
}

/** Scrolls so far that a row is wholly in view, and not at all where it is. */
export function revealRow(scroller: HTMLElement, index: number, rowHeight: number): void {
  const top = index * rowHeight
  const lowest = top + rowHeight - scroller.clientHeight
  const { scrollTop } = scroller
  if (scrollTop > top) scroller.scrollTo({ top })
  else if (scrollTop < lowest) scroller.scrollTo({ top: lowest })
}
