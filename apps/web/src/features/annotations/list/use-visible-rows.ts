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
  /** The row after the last. */
  readonly end: number
  /** By which the elements of the first row are known. */
  readonly firstKey: number
  /** How many sets of elements there are: the keys go round. */
  readonly keys: number
  /** Scrolls their element so far that a row is wholly in view, and not at all where it is. */
  readonly reveal: (element: HTMLElement, row: number) => void
}

/** Rows beyond what is seen, so that quick scrolling shows no gap. */
const beyond = 5

interface View {
  readonly first: number
  readonly most: number
  readonly turned: number
  /** Where the element was scrolled to last, in an object of its own for each time; or null. */
  readonly scrolled: { readonly top: number } | null
}

const atFirst: View = { first: 0, most: beyond, turned: 0, scrolled: null }

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
      // The rows are there before it is scrolled to them, and the canvas does not wait for them.
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
  // Where nothing stays in view, nothing has to change its place among the elements.
  const turned = Math.abs(by) < most ? before.turned + by : before.turned
  return { ...before, first, most, turned }
}

function topToReveal(scroller: HTMLElement, row: number, rowHeight: number): number {
  const top = row * rowHeight
  const lowest = top + rowHeight - scroller.clientHeight
  return Math.max(lowest, Math.min(top, scroller.scrollTop))
}
