import { digestOf } from '#annotation/measurement'
import type { LiveEvent } from '#contract/live'

import type { Annotator } from '../annotator.ts'

/** The events about which the annotator asks the server what has changed. */
export type News = LiveEvent & {
  type: 'annotation' | 'image' | 'analysis' | 'fields' | 'task' | 'dataset'
}

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
