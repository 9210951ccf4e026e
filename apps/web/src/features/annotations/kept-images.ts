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

/** As many as it takes to know one that is not open now. */
const mostLeft = 2

/** Notes that the user has closed an image; one whose work was sent without being shown is none of these. */
export function noteLeft(username: string, imageId: number): void {
  const others = leftBy(username).filter((other) => other !== imageId)
  try {
    sessionStorage.setItem(leftKeyOf(username), [...others, imageId].slice(-mostLeft).join(' '))
  } catch {
    // A full storage keeps the ones before.
  }
}

/** The id of the image that the user closed last in this tab, other than one; null: none. */
export function lastLeftImage(username: string, otherThan: number): number | null {
  return leftBy(username).findLast((id) => id !== otherThan) ?? null
}

/** Latest last; kept by the browser until the tab is closed. */
function leftBy(username: string): number[] {
  const ids = sessionStorage.getItem(leftKeyOf(username)) ?? ''
  return ids
    .split(' ')
    .map(Number)
    .filter((id) => id > 0)
}

function leftKeyOf(username: string): string {
  return `images left by ${username}`
}

export function keptImage(username: string, id: number): AnnotatorData | undefined {
  return kept.get(`${id} ${username}`)
}
