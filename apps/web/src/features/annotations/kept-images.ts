import type { SaveLedger } from '#annotation/save'

import type { AnnotatorData } from './api.ts'
import { knownIn } from './wire.ts'

const mostImages = 20

/** What the user last knew of the images closed since the page was loaded, latest last. */
const kept = new Map<string, AnnotatorData>()

/** Keeps an image that is closed, so that it can be opened again while the server is unreachable. */
export function keepImage(username: string, data: AnnotatorData, ledger: SaveLedger): void {
  const key = `${data.image.id} ${username}`
  kept.delete(key)
  kept.set(key, { ...data, known: knownIn(ledger) })
  for (const oldest of [...kept.keys()].slice(0, -mostImages)) kept.delete(oldest)
}

/** The latest images that were closed on the screen, latest last. */
let left: readonly LeftImage[] = []

interface LeftImage {
  readonly username: string
  readonly image: AnnotatorData['image']
}

/** Notes that the user has closed an image; one whose work was sent without being shown is none of these. */
export function noteLeft(username: string, image: AnnotatorData['image']): void {
  const others = left.filter((each) => each.image.id !== image.id || each.username !== username)
  left = [...others, { username, image }].slice(-mostImages)
}

/** The image that the user closed last, other than one. */
export function lastLeftImage(
  username: string,
  otherThan: number,
): AnnotatorData['image'] | undefined {
  const last = left.findLast((each) => each.username === username && each.image.id !== otherThan)
  return last?.image
}

export function keptImage(username: string, id: number): AnnotatorData | undefined {
  return kept.get(`${id} ${username}`)
}
