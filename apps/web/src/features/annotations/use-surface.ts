import { useEffect } from 'react'

import classes from './annotate-page.module.css'

const scheme = 'data-mantine-color-scheme'

/**
 * The surface fills the window and is dark, because photographs are judged on a dark ground, whatever
 * colour scheme the user has chosen elsewhere. Classes mark the whole page: browsers would re-evaluate
 * `html:has(…)` rules for every button on any change.
 */
export function useSurface(): void {
  useEffect(() => {
    const root = document.documentElement
    const chosen = root.getAttribute(scheme)
    root.setAttribute(scheme, 'dark')
    root.classList.add(classes['surface'] ?? '')
    return () => {
      if (chosen !== null) root.setAttribute(scheme, chosen)
      root.classList.remove(classes['surface'] ?? '')
    }
  }, [])
}

/** Marks the page while a pointer is pressed on an element. */
export function markWhilePressed(element: HTMLElement): () => void {
  const root = document.documentElement
  const listening = new AbortController()
  const { signal } = listening
  const mark = () => root.classList.add(classes['pressed'] ?? '')
  const unmark = () => root.classList.remove(classes['pressed'] ?? '')
  element.addEventListener('pointerdown', mark, { signal })
  for (const end of ['pointerup', 'pointercancel', 'blur'])
    addEventListener(end, unmark, { signal })
  return () => {
    listening.abort()
    unmark()
  }
}
