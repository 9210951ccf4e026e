import { type RefObject, useEffect, useState } from 'react'

export interface VisibleRows {
  readonly first: number
  /** The row after the last. */
  readonly end: number
}

/** Rows beyond what is seen, so that quick scrolling shows no gap. */
const beyond = 5

/** Which of many rows of one height are in view of the element that scrolls them. */
export function useVisibleRows(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
): VisibleRows {
  const [{ first, end }, setView] = useState<VisibleRows>({ first: 0, end: beyond })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const look = () => {
      const { scrollTop, clientHeight } = element
      const next = {
        first: Math.max(0, Math.floor(scrollTop / rowHeight) - beyond),
        end: Math.ceil((scrollTop + clientHeight) / rowHeight) + beyond,
      }
      setView((view) => (view.first === next.first && view.end === next.end ? view : next))
    }
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller, rowHeight])
  return { first: Math.min(first, count), end: Math.min(end, count) }
}

/** Scrolls so far that a row is wholly in view, and not at all where it is. */
export function revealRow(scroller: HTMLElement, index: number, rowHeight: number): void {
  const top = index * rowHeight
  const lowest = top + rowHeight - scroller.clientHeight
  const { scrollTop } = scroller
  if (scrollTop > top) scroller.scrollTo({ top })
  else if (scrollTop < lowest) scroller.scrollTo({ top: lowest })
}
