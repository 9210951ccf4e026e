import type { KeyInput } from '#annotation/tool'

/** Letters and signs belong to the commands, whose keys the user can change. */
export function isForTools({ key }: KeyboardEvent): boolean {
  return key.length > 1
}

export function keyInputOf(event: KeyboardEvent): KeyInput {
  const { key, repeat, shiftKey, altKey, ctrlKey, metaKey } = event
  return { key, repeat, shift: shiftKey, alt: altKey, ctrl: ctrlKey || metaKey }
}

/** Finish or give up a shape that was drawn in part, and goes on when its image opens again. */
const keysOfDrafts: ReadonlySet<string> = new Set(['Enter', 'Escape'])

/**
 * The key, if it is one for drafts. Until their image is open they come before a command with the same
 * key, as they do there.
 */
export function draftKeyOf(event: KeyboardEvent): KeyInput | undefined {
  return keysOfDrafts.has(event.key) ? keyInputOf(event) : undefined
}
