import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

import { useChangePreferences, usePreferences } from '../../../api/preferences.ts'
import { type KeyNames, type Keys, keysText } from './keys.ts'
import { type OwnShortcuts, ownShortcutsFrom, shortcutsWith, storedShortcuts } from './shortcuts.ts'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The user's keys of every command, and a function that changes them. */
export function useShortcutKeys() {
  const stored = usePreferences()?.['shortcuts']
  const { mutate } = useChangePreferences()
  const own = useMemo(() => ownShortcutsFrom(stored), [stored])
  const shortcuts = useMemo(() => shortcutsWith(own), [own])
  const change = (changed: OwnShortcuts) => mutate({ shortcuts: storedShortcuts(changed) })
  return { own, shortcuts, change }
}

/** Formats keys in the reader's language. */
export function useKeysText(): (keys: Keys) => string {
  const { t } = useTranslation()
  const names: KeyNames = {
    mod: isMac ? '⌘' : 'Ctrl',
    ...t('annotations.keys', { returnObjects: true }),
  }
  return (keys) => keysText(keys, names)
}
