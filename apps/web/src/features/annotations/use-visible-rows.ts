import { type RefObject, useEffect, useState } from 'react'

export interface VisibleRows {
  readonly first: number
  /** The row after the last. */
  readonly end: number
  /** By which the elements of the first row are known. */
  readonly firstKey: number
  /** How many sets of elements there are: the keys go round. */
  readonly keys: number
}

/** Rows beyond what is seen, so that quick scrolling shows no gap. */
const beyond = 5
const atFirst = { first: 0, most: beyond, turned: 0 }

/**
 * Which of many rows of one height are on the page: those in view of the element that scrolls them.
 * Rows that come take the elements of those that go, for it takes long to make new ones.
 */
export function useVisibleRows(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
): VisibleRows {
  const [view, setView] = useState(atFirst)
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const look = () => {
      const { scrollTop, clientHeight } = element
      const seen = Math.ceil(clientHeight / rowHeight) + 1
      const highest = Math.floor(scrollTop / rowHeight) - beyond
      setView((before) => {
        const most = Math.max(before.most, seen + 2 * beyond)
        const first = Math.max(0, Math.min(highest, count - most))
        if (first === before.first && most === before.most) return before
        const by = first - before.first
        // Where nothing stays in view, nothing has to change its place among the elements.
        return { first, most, turned: Math.abs(by) < most ? before.turned + by : before.turned }
      })
    }
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller, count, rowHeight])
  const { most, turned } = view
  const first = Math.min(view.first, count)
  const firstKey = ((turned % most) + most) % most
  return { first, end: Math.min(first + most, count), firstKey, keys: most }
}

/** Scrolls so far that a row is wholly in view, and not at all where it is. */
export function revealRow(scroller: HTMLElement, index: number, rowHeight: number): void {
  const top = index * rowHeight
  const lowest = top + rowHeight - scroller.clientHeight
  const { scrollTop } = scroller
  if (scrollTop > top) scroller.scrollTo({ top })
  else if (scrollTop < lowest) scroller.scrollTo({ top: lowest })
}
