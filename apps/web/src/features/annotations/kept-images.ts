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

/** The image that was closed last, other than one. */
export function lastKeptImage(
  username: string,
  otherThan: number,
): AnnotatorData['image'] | undefined {
  const images = [...kept]
    .filter(([key]) => key.endsWith(` ${username}`))
    .map(([, { image }]) => image)
  return images.findLast(({ id }) => id !== otherThan)
}

export function keptImage(username: string, id: number): AnnotatorData | undefined {
  return kept.get(`${id} ${username}`)
}
