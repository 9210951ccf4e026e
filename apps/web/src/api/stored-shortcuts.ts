import { z } from 'zod'

/** Commands with the keys that the user has chosen for them, as the preferences keep them. */
const StoredShortcuts = z
  .array(
    z
      .object({ name: z.string(), keys: z.array(z.string()).max(4) })
      .nullable()
      .catch(null),
  )
  .catch([])

/** The entries of the stored preference; damaged ones are left out. */
export function shortcutsIn(stored: unknown): { name: string; keys: string[] }[] {
  return StoredShortcuts.parse(stored ?? []).filter((entry) => entry !== null)
}
