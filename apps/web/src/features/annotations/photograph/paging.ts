/** Navigation state for moving from one image to its neighbour. */
export interface Paging {
  readonly pagedFrom: number
}

/** The image from which the user has moved on to this one; null for any other way to it. */
export function pagedFrom(state: unknown): number | null {
  const isPaging = typeof state === 'object' && state !== null && 'pagedFrom' in state
  return isPaging && typeof state.pagedFrom === 'number' ? state.pagedFrom : null
}
