import { notifications } from '@mantine/notifications'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { Endpoint } from '#contract/endpoint'

import { useProblemText } from '../i18n/problem-text.ts'
import { call, type CallInput, type CallOutput } from './call.ts'

interface CallEffects<E extends Endpoint> {
  /** The user's action: the title of the notice if it fails. */
  title: string
  /** Queries that the call makes stale. */
  invalidates?: readonly QueryKey[]
  /** The success notice, made from the server's answer. */
  success?: (output: CallOutput<E>) => ReactNode
  /** The caller shows failures itself, or this one, so no notice is needed. */
  quiet?: boolean | ((error: Error) => boolean)
}

/** A call that changes something, with its notices and its stale queries to fetch again. */
export function useCall<E extends Endpoint>(endpoint: E, effects: CallEffects<E>) {
  const client = useQueryClient()
  const problemText = useProblemText()
  return useMutation<CallOutput<E>, Error, CallInput<E>>({
    mutationFn: (input) =>
      (call as (endpoint: Endpoint, input: unknown) => Promise<CallOutput<E>>)(endpoint, input),
    onSuccess: async (output) => {
      const message = effects.success?.(output)
      if (message !== undefined) {
        notifications.show({ title: effects.title, message, color: 'green' })
      }
      await Promise.all(
        (effects.invalidates ?? []).map((queryKey) => client.invalidateQueries({ queryKey })),
      )
    },
    onError: (error) => {
      const { quiet = false } = effects
      if (typeof quiet === 'function' ? quiet(error) : quiet) return
      notifications.show({ title: effects.title, message: problemText(error), color: 'red' })
    },
  })
}
