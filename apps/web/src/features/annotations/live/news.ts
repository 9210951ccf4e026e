import { digestOf } from '#annotation/measurement'
import type { LiveEvent } from '#contract/live'

import type { Annotator } from '../annotator.ts'

/** The events about which the annotator asks the server what has changed. */
export type News = LiveEvent & {
  type: 'annotation' | 'image' | 'analysis' | 'fields' | 'task' | 'dataset'
}

/** Whether the event may have changed what the annotator shows of an image. */
export function isNewsOf(
  image: { readonly id: number; readonly dataset_id: number },
  event: LiveEvent,
): event is News {
  if (event.type === 'dataset') {
    return event.dataset_id === image.dataset_id && shownChanges.has(event.change)
  }
  if (!('image_id' in event) || event.image_id !== image.id) return false
  return event.type !== 'presence' && event.type !== 'deletion' && event.type !== 'comments'
}

const shownChanges: ReadonlySet<(LiveEvent & { type: 'dataset' })['change']> = new Set([
  'categories',
  'fields',
  'scales',
  'members',
])

/** Whether the event reports only saves from here. */
export function isEcho(
  { saving, editor }: Pick<Annotator, 'saving' | 'editor'>,
  event: News,
): boolean {
  if (event.type === 'image') {
    const { labels, measurements } = editor.state.document.imageRecord
    return (
      isSameSet(labels, event.category_ids) && digestOf(measurements) === event.measurements_digest
    )
  }
  if (event.type !== 'annotation') return false
  const { id, revision, change } = event
  const known = [...saving.ledger.entries.values()].find((entry) => entry.server?.serverId === id)
  if (change === 'deleted') return known === undefined
  return (known?.server?.revision ?? 0) >= revision
}

function isSameSet<Item>(some: readonly Item[], others: readonly Item[]): boolean {
  return some.length === others.length && others.every((item) => some.includes(item))
}
