import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { getPreferences, type Preferences, savePreferences } from '#contract/account'

import { call } from './call.ts'

export const preferences = queryOptions({
  queryKey: ['preferences'],
  queryFn: ({ signal }) => call(getPreferences, { signal }),
  staleTime: Infinity,
})

/** Changes some of the user's preferences and keeps the others as the server has them. */
export function useChangePreferences() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (changes: Partial<Preferences>) => {
      const changed = { ...(await client.fetchQuery(preferences)), ...changes }
      client.setQueryData(preferences.queryKey, changed)
      await call(savePreferences, { body: changed })
      return changed
    },
    scope: { id: 'preferences' },
  })
}
