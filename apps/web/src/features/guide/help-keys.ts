import { useMemo } from 'react'

import { usePreferences } from '../../api/preferences.ts'
import { shortcutsIn } from '../../api/stored-shortcuts.ts'
import { usualHelpKeys } from '../../ui/help.tsx'
import type { Keys } from '../../ui/keys.ts'

/** The keys that open the help: chosen in the settings of the annotator, else the usual ones. */
export function helpKeysIn(stored: unknown): readonly Keys[] {
  const entries = shortcutsIn(stored)
  const own = entries.find(({ name }) => name === 'help')
  const taken = new Set(entries.flatMap(({ keys }) => keys))
  return own?.keys ?? usualHelpKeys.filter((each) => !taken.has(each))
}

export function useHelpKeys(): readonly Keys[] {
  const stored = usePreferences()?.['shortcuts']
  return useMemo(() => helpKeysIn(stored), [stored])
}
