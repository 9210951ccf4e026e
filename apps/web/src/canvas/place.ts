/**
 * Position of an element in the window, until the signal aborts. Measured only when a pointer enters and
 * when the size changes: measuring at every move of the pointer would force a layout each time.
 */
export function placeOf(element: HTMLElement, signal: AbortSignal): () => DOMRect {
  let place = element.getBoundingClientRect()
  const measure = () => {
    place = element.getBoundingClientRect()
  }
  const observer = new ResizeObserver(measure)
  observer.observe(element)
  element.addEventListener('pointerenter', measure, { signal })
  signal.addEventListener('abort', () => observer.disconnect())
  return () => place
}
