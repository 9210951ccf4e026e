import { useEffect, useEffectEvent } from 'react'

import { keysOf } from '../../../ui/keys.ts'
import { commandWith } from './shortcuts.ts'
import { isTaken } from './taken-keys.ts'
import { draftKeyOf } from './tool-keys.ts'
import { formKeyOf, useGrading } from './use-grading.ts'
import { useShortcutKeys } from './use-shortcut-keys.ts'
import { keepForNext } from './waiting-commands.ts'

/** Keeps the keys of commands and of drafts that are pressed while the image loads. */
export function useKeepKeys(): void {
  const { shortcuts } = useShortcutKeys()
  const [isGrading] = useGrading()
  // The form of the image that has just opened must not take an answer before those that wait.
  const look = useEffectEvent((event: KeyboardEvent) => {
    const formKey = isGrading ? formKeyOf(event) : null
    if (formKey === null || isTaken(event)) return
    if (!keepForNext({ key: event.key, use: undefined, formKey })) return
    event.preventDefault()
    event.stopImmediatePropagation()
  })
  const keep = useEffectEvent((event: KeyboardEvent) => {
    if (isTaken(event)) return
    const use = draftKeyOf(event) ?? commandWith(shortcuts, keysOf(event))
    if (keepForNext({ key: event.key, use, isRepeated: event.repeat })) event.preventDefault()
  })
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    addEventListener('keydown', (event) => look(event), { signal, capture: true })
    addEventListener('keydown', (event) => keep(event), { signal })
    return () => listening.abort()
  }, [])
}
