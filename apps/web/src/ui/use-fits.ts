import { type RefCallback, useCallback, useState } from 'react'

/** Whether an element is at least this wide, in rem; true until it has been measured. */
export function useFits(rem: number): { ref: RefCallback<HTMLElement>; fits: boolean } {
  const [fits, setFits] = useState(true)
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined
      const pixels = rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      const observer = new ResizeObserver(() => setFits(element.clientWidth >= Math.floor(pixels)))
      observer.observe(element)
      return () => observer.disconnect()
    },
    [rem],
  )
  return { ref, fits }
}
