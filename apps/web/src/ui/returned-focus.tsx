import { useLayoutEffect, useState } from 'react'

const focusable =
  ':is(a[href], button, input, select, textarea, [tabindex="0"]):not(:disabled, [type="hidden"])'

/** Remembers the focused control when it mounts, and returns the focus to it when it unmounts. */
export function ReturnedFocus() {
  // Read during rendering, because the commit may remove the menu that opened the dialog.
  const [giveBack] = useState(() => rememberFocus())
  useLayoutEffect(() => giveBack, [giveBack])
  return null
}

function rememberFocus(): () => void {
  const opener = openerOf(document.activeElement)
  if (opener === null) return () => {}
  const places = placesOf(opener)
  return () => {
    // The dialog below has closed together with this one, and has returned the focus already.
    if (isOutsideDialogs(document.activeElement)) return
    if (!opener.isConnected) return focusNear(places)
    opener.focus({ preventScroll: true })
    // The row of a deleted item often disappears only after the dialog.
    const observer = new MutationObserver(() => {
      if (opener.isConnected) return
      observer.disconnect()
      if (document.activeElement === document.body) focusNear(places)
    })
    observer.observe(document.body, { childList: true, subtree: true })
    const stop = ({ target }: FocusEvent) => {
      if (target === opener) return
      observer.disconnect()
      document.removeEventListener('focusin', stop)
    }
    document.addEventListener('focusin', stop)
  }
}

function isOutsideDialogs(active: Element | null): boolean {
  return active !== null && active !== document.body && !active.closest('[aria-modal=true]')
}

/** The control itself, or the button of the menu that contains it. */
function openerOf(active: Element | null): HTMLElement | null {
  if (!(active instanceof HTMLElement) || active === document.body) return null
  const button = active.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return button ? document.querySelector<HTMLElement>(`#${CSS.escape(button)}`) : active
}

/** An element's parent, and the element's index among its children. */
interface Place {
  parent: Element
  index: number
}

/** From the nearest parent to the outermost. */
function placesOf(element: Element): Place[] {
  const parent = element.parentElement
  if (parent === null) return []
  return [{ parent, index: [...parent.children].indexOf(element) }, ...placesOf(parent)]
}

/** Focuses the control that now has one of the places, or else the heading of the page. */
function focusNear(places: readonly Place[]): void {
  const place = places.find(({ parent }) => parent.isConnected)
  const neighbour = place?.parent.children.item(
    Math.min(place.index, place.parent.children.length - 1),
  )
  const control = neighbour?.matches(focusable)
    ? neighbour
    : neighbour?.querySelector<HTMLElement>(focusable)
  const target = control ?? document.querySelector<HTMLElement>('main h1')
  if (!(target instanceof HTMLElement)) return
  if (!target.matches(focusable)) target.tabIndex = -1
  target.focus()
}
