import { useEffect, useEffectEvent } from 'react'

import { keysOf } from '../../../ui/keys.ts'
import { commandWith } from './shortcuts.ts'
import { isTaken } from './taken-keys.ts'
import { draftKeyOf } from './tool-keys.ts'
import { isGradingKey, useGrading } from './use-grading.ts'
import { useShortcutKeys } from './use-shortcut-keys.ts'
import { keepForNext } from './waiting-commands.ts'

/** Keeps the keys of commands and of drafts that are pressed while the image loads. */
export function useKeepKeys(): void {
  const { shortcuts } = useShortcutKeys()
  const [isGrading] = useGrading()
  const keep = useEffectEvent((event: KeyboardEvent) => {
    if (isTaken(event)) return
    const use = draftKeyOf(event) ?? commandWith(shortcuts, keysOf(event))
    const isForForm = isGrading && isGradingKey(event)
    if (keepForNext({ key: event.key, use, isForForm })) event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => keep(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
