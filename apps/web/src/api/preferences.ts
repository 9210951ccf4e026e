import {
  MutationObserver,
  type MutationObserverOptions,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'

import type { Preferences, User } from '#contract/account'

import {
  keepPreferences,
  readPreferences,
  sendPreferences,
  withPreferences,
} from './kept-preferences.ts'
import { type Patch, patchBetween } from './preference-patch.ts'
import { useUnsavedNotice } from './unsaved-notice.tsx'
import { currentUser, useViewer } from './viewer.ts'

/** The server's preferences, overlaid with those that this browser could not save yet. */
const preferencesOf = (viewer: User | null) =>
  queryOptions({
    queryKey: ['preferences', viewer?.username],
    queryFn: async ({ signal }): Promise<Preferences> => {
      if (viewer === null) return {}
      // Ignored: unsent changes are kept, and any failure is reported when they are changed or sent again.
      await sendPreferences(viewer).catch(() => undefined)
      return readPreferences(viewer, signal)
    },
  })

/** The user's preferences; undefined until loaded. Without accounts they are this browser's. */
export function usePreferences(): Preferences | undefined {
  const viewer = useViewer()
  return useQuery({ ...preferencesOf(viewer), enabled: viewer !== null }).data
}

interface ChangePreferences {
  /** Sets preferences; only differences from their values here are sent. */
  mutate: (changes: Partial<Preferences>) => void
  /** Sends changed entries, which may be within a preference. */
  patch: (changes: Patch) => void
}

/**
 * Changes some of the user's preferences and keeps the server's values of the others, which another window
 * may have changed. The caller is not rendered again at each step of saving.
 */
export function useChangePreferences(): ChangePreferences {
  const client = useQueryClient()
  const viewer = useViewer()
  const notice = useUnsavedNotice()
  const options: MutationObserverOptions = {
    mutationFn: async () => {
      const isStillHere = client.getQueryData(currentUser.queryKey)?.username === viewer?.username
      const present = viewer !== null && isStillHere ? await sendPreferences(viewer) : null
      if (present !== null) client.setQueryData(preferencesOf(viewer).queryKey, present)
    },
    onSuccess: notice.hide,
    onError: (error) => notice.show(error, send),
    scope: { id: 'preferences' },
  }
  const [saving] = useState(() => new MutationObserver(client, options))
  useEffect(() => saving.setOptions(options))
  const send = useCallback(() => void saving.mutate().catch(() => undefined), [saving])
  useEffect(() => {
    const sendAgain = () => {
      if (saving.getCurrentResult().isError) send()
    }
    addEventListener('online', sendAgain)
    return () => removeEventListener('online', sendAgain)
  }, [saving, send])
  const patch = useCallback(
    (changes: Patch) => {
      if (viewer === null || Object.keys(changes).length === 0) return
      // At once, because an earlier change may still be under way when the page closes.
      keepPreferences(viewer.username, changes)
      const { queryKey } = preferencesOf(viewer)
      client.setQueryData(queryKey, (known) => withPreferences(known ?? {}, changes))
      send()
    },
    [client, send, viewer],
  )
  const mutate = useCallback(
    (changes: Partial<Preferences>) => {
      const known = client.getQueryData(preferencesOf(viewer).queryKey) ?? {}
      patch(patchBetween(known, { ...known, ...changes }))
    },
    [client, patch, viewer],
  )
  return { mutate, patch }
}
