import { useEffect } from 'react'

const attribute = 'data-mantine-color-scheme'

/** Photographs are judged on a dark surface, whatever colours the user has chosen elsewhere. */
export function useDarkSurface(): void {
  useEffect(() => {
    const root = document.documentElement
    const chosen = root.getAttribute(attribute)
    root.setAttribute(attribute, 'dark')
    return () => {
      if (chosen !== null) root.setAttribute(attribute, chosen)
    }
  }, [])
}
