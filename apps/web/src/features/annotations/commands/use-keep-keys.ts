import { useEffect, useEffectEvent } from 'react'

import { keysOf } from '../../../ui/keys.ts'
import { commandWith } from './shortcuts.ts'
import { isTaken } from './taken-keys.ts'
import { keyInputOf } from './tool-keys.ts'
import { useShortcutKeys } from './use-shortcut-keys.ts'
import { keepForNext } from './waiting-commands.ts'

/** Finish or give up a shape that was drawn in part, and goes on when its image opens again. */
const keysOfDrafts: ReadonlySet<string> = new Set(['Enter', 'Escape'])

/** Keeps the keys of commands and of drafts that are pressed while the image loads. */
export function useKeepKeys(): void {
  const { shortcuts } = useShortcutKeys()
  const keep = useEffectEvent((event: KeyboardEvent) => {
    if (isTaken(event)) return
    const name = commandWith(shortcuts, keysOf(event))
    const pressed = name ?? (keysOfDrafts.has(event.key) ? keyInputOf(event) : undefined)
    if (pressed === undefined) return
    event.preventDefault()
    keepForNext(pressed)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => keep(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
