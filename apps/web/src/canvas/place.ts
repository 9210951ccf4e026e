/**
 * Where an element is in the window, until the signal aborts. It is measured when a pointer comes
 * and when its size changes: at every move of a pointer the page would be laid out each time.
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
