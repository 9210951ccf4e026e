import { type RefCallback, useCallback, useState } from 'react'

/**
 * The place of the first of several widths, in rem, for which an element has room; the last if it has room
 * for none, and the first until it has been measured.
 */
export function useFits(...widths: readonly number[]): {
  ref: RefCallback<HTMLElement>
  place: number
} {
  const [place, setPlace] = useState(0)
  const wanted = widths.join(' ')
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      const pixels = wanted.split(' ').map((width) => Math.floor(Number(width) * rem))
      const measure = () => {
        const first = pixels.findIndex((width) => element.clientWidth >= width)
        setPlace(first < 0 ? pixels.length - 1 : first)
      }
      const observer = new ResizeObserver(measure)
      observer.observe(element)
      return () => observer.disconnect()
    },
    [wanted],
  )
  return { ref, place }
}
