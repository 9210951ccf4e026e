import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react'

export interface VisibleRows {
  readonly first: number
  /** Index after the last row. */
  readonly end: number
  /** Key of the first row's elements. */
  readonly firstKey: number
  /** Number of sets of elements; their keys are used in turn. */
  readonly keys: number
  /** Scrolls just enough to show a whole row, and not at all if it is already visible. */
  readonly reveal: (element: HTMLElement, row: number) => void
}

/** Additional rows around the visible ones, so that fast scrolling shows no gap. */
const beyond = 5

interface View {
  readonly first: number
  readonly most: number
  readonly turned: number
  /** The last scroll position, as a new object each time; or null. */
  readonly scrolled: { readonly top: number } | null
}

const atFirst: View = { first: 0, most: beyond, turned: 0, scrolled: null }

/**
 * Selects the rows to render out of many with the same height: those visible in the scrolling element. New
 * rows reuse the elements of removed ones, because creating elements is slow.
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
      const { scrollTop: top, clientHeight: height } = element
      setView((before) => viewAt(before, { top, height, count, rowHeight }))
    }
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller, count, rowHeight])

  const reveal = useCallback(
    (element: HTMLElement, row: number) => {
      const top = topToReveal(element, row, rowHeight)
      if (top === element.scrollTop) return
      const height = element.clientHeight
      // Renders the rows before the scroll reaches them, without blocking the canvas.
      startTransition(() =>
        setView((before) => ({
          ...viewAt(before, { top, height, count, rowHeight }),
          scrolled: { top },
        })),
      )
    },
    [count, rowHeight],
  )
  const { first: from, most, turned, scrolled } = view
  useLayoutEffect(() => {
    if (scrolled !== null) scroller.current?.scrollTo(scrolled)
  }, [scroller, scrolled])

  const first = Math.min(from, count)
  const firstKey = ((turned % most) + most) % most
  return { first, end: Math.min(first + most, count), firstKey, keys: most, reveal }
}

interface Scrolled {
  readonly top: number
  readonly height: number
  readonly count: number
  readonly rowHeight: number
}

function viewAt(before: View, { top, height, count, rowHeight }: Scrolled): View {
  const seen = Math.ceil(height / rowHeight) + 1
  const highest = Math.floor(top / rowHeight) - beyond
  const most = Math.max(before.most, seen + 2 * beyond)
  const first = Math.max(0, Math.min(highest, count - most))
  if (first === before.first && most === before.most) return before
  const by = first - before.first
  // If no row stays visible, no element needs to change its place.
  const turned = Math.abs(by) < most ? before.turned + by : before.turned
  return { ...before, first, most, turned }
}

function topToReveal(scroller: HTMLElement, row: number, rowHeight: number): number {
  const top = row * rowHeight
  const lowest = top + rowHeight - scroller.clientHeight
  return Math.max(lowest, Math.min(top, scroller.scrollTop))
}
