import { z } from 'zod'

import { message } from '#contract/messages/message'

import { note, type Tally } from './tally.ts'

/**
 * Items of a labelling tool's file that its COCO document cannot hold: an entry of the document's list
 * `not_carried`.
 */
const NotCarried = z.object({
  /** Name in the file's own format. */
  kind: z.string(),
  why: z.enum(['unsupported', 'damaged']),
  count: z.int().positive(),
  /** An image with one of them; empty for items of the file as a whole. */
  file: z.string(),
})
export type NotCarried = z.infer<typeof NotCarried>

const messages = {
  unsupported: 'imports.caseUnsupported',
  damaged: 'imports.caseDamaged',
} as const

/** Records an entry of the list; returns the number of items, 0 if it is none. */
export function noteNotCarried(tally: Tally, entry: unknown): number {
  const { data } = NotCarried.safeParse(entry)
  if (data === undefined) return 0
  const { kind, count, why, file } = data
  const told = message(messages[why], { kind, count, file: file === '' ? '-' : file })
  note(tally, 'not_carried_over', { told, annotations: count })
  return count
}
