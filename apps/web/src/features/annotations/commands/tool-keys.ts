import type { KeyInput } from '#annotation/tool'

/** Letters and signs belong to the commands, whose keys the user can change. */
export function isForTools({ key }: KeyboardEvent): boolean {
  return key.length > 1
}

export function keyInputOf(event: KeyboardEvent): KeyInput {
  const { key, repeat, shiftKey, altKey, ctrlKey, metaKey } = event
  return { key, repeat, shift: shiftKey, alt: altKey, ctrl: ctrlKey || metaKey }
}
