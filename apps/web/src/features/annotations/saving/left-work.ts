import type { CarriedWork } from '#annotation/carried-work'

/** Images whose steps and drafts are remembered: as many as one goes back to. */
const mostImages = 50

/** What the images that a user has closed since the page was loaded have left, latest last. */
const left = new Map<string, CarriedWork>()

export function leaveWork(username: string, imageId: number, work: CarriedWork): void {
  const key = keyOf(username, imageId)
  left.delete(key)
  left.set(key, work)
  for (const oldest of [...left.keys()].slice(0, -mostImages)) left.delete(oldest)
}

export function leftWork(username: string, imageId: number): CarriedWork | null {
  return left.get(keyOf(username, imageId)) ?? null
}

function keyOf(username: string, imageId: number): string {
  return `${imageId} ${username}`
}
