import type { CarriedHistory } from '#annotation/carried-history'

/** Images whose steps are remembered: as many as one goes back to. */
const mostImages = 50

/** The steps of undo of the images that a user has closed since the page was loaded, latest last. */
const histories = new Map<string, CarriedHistory>()

export function keepHistory(username: string, imageId: number, history: CarriedHistory): void {
  const key = keyOf(username, imageId)
  histories.delete(key)
  histories.set(key, history)
  for (const oldest of [...histories.keys()].slice(0, -mostImages)) histories.delete(oldest)
}

export function keptHistory(username: string, imageId: number): CarriedHistory | null {
  return histories.get(keyOf(username, imageId)) ?? null
}

function keyOf(username: string, imageId: number): string {
  return `${imageId} ${username}`
}
