import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

import classes from './place.module.css'

const controls = 'input:not(:disabled), textarea, select, button:not(:disabled), a[href]'

/**
 * A part of a screen to which an address with `#name` leads: it is scrolled into view, and its first
 * control gets the focus; without one, the part itself.
 */
export function Place({ name, children }: { name: string; children: ReactNode }) {
  const { hash, key } = useLocation()
  const place = useRef<HTMLDivElement>(null)
  const wanted = hash === `#${name}` ? key : null
  useEffect(() => {
    if (wanted === null) return undefined
    // The screen names its dataset as it appears, whose rights bring further controls.
    const frame = requestAnimationFrame(() => arriveAt(place.current))
    return () => cancelAnimationFrame(frame)
  }, [wanted])
  return (
    <div ref={place} className={classes['place']}>
      {children}
    </div>
  )
}

function arriveAt(place: HTMLElement | null): void {
  const target = place?.querySelector<HTMLElement>(controls) ?? place?.firstElementChild
  if (!(target instanceof HTMLElement)) return
  if (!target.matches(controls)) target.tabIndex = -1
  target.scrollIntoView({ block: 'center' })
  target.focus({ preventScroll: true })
}
