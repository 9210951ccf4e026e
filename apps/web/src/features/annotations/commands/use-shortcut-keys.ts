import { useMemo } from 'react'

import { useChangePreferences, usePreferences } from '../../../api/preferences.ts'
import { type OwnShortcuts, ownShortcutsFrom, shortcutsWith, storedShortcuts } from './shortcuts.ts'

/** The user's keys of every command, and a function that changes them. */
export function useShortcutKeys() {
  const stored = usePreferences()?.['shortcuts']
  const { mutate } = useChangePreferences()
  const own = useMemo(() => ownShortcutsFrom(stored), [stored])
  const shortcuts = useMemo(() => shortcutsWith(own), [own])
  const change = (changed: OwnShortcuts) => mutate({ shortcuts: storedShortcuts(changed) })
  return { own, shortcuts, change }
}
