import {
  MutationObserver,
  type MutationObserverOptions,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'

import { getPreferences, type Preferences, savePreferences, type User } from '#contract/account'

import { call } from './call.ts'
import { forgetPreferences, keepPreferences, keptPreferences } from './kept-preferences.ts'
import { useUnsavedNotice } from './unsaved-notice.tsx'
import { currentUser, useViewer } from './viewer.ts'

/** The server's preferences, overlaid with those that this browser could not save yet. */
const preferencesOf = (viewer: User | null) =>
  queryOptions({
    queryKey: ['preferences', viewer?.username],
    queryFn: async ({ signal }): Promise<Preferences> => {
      if (viewer === null) return {}
      // Ignored: unsent changes are kept, and any failure is reported when they are changed or sent again.
      await sendKept(viewer).catch(() => undefined)
      return { ...(await call(getPreferences, { signal })), ...keptPreferences(viewer.username) }
    },
    staleTime: Infinity,
  })

/** The user's preferences; undefined until loaded. Without accounts they are this browser's. */
export function usePreferences(): Preferences | undefined {
  const viewer = useViewer()
  return useQuery({ ...preferencesOf(viewer), enabled: viewer !== null }).data
}

/**
 * Changes some of the user's preferences and keeps the server's values of the others. The caller is not
 * rendered again at each step of saving.
 */
export function useChangePreferences(): { mutate: (changes: Partial<Preferences>) => void } {
  const client = useQueryClient()
  const viewer = useViewer()
  const notice = useUnsavedNotice()
  const options: MutationObserverOptions = {
    mutationFn: async () => {
      const isStillHere = client.getQueryData(currentUser.queryKey)?.username === viewer?.username
      if (viewer !== null && isStillHere) await sendKept(viewer)
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
  const mutate = useCallback(
    (changes: Partial<Preferences>) => {
      if (viewer === null) return
      // At once, because an earlier change may still be under way when the page closes.
      keepPreferences(viewer.username, changes)
      client.setQueryData(preferencesOf(viewer).queryKey, (known) => ({ ...known, ...changes }))
      send()
    },
    [client, send, viewer],
  )
  return { mutate }
}

async function sendKept({ username, anonymous }: User): Promise<void> {
  const kept = keptPreferences(username)
  if (anonymous || Object.keys(kept).length === 0) return
  const onServer = await call(getPreferences)
  await call(savePreferences, { body: { ...onServer, ...kept } })
  forgetPreferences(username, kept)
}
