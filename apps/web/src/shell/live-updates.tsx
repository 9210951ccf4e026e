import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { getCurrentUser } from '#contract/account'
import type { LiveEvent } from '#contract/live'

import { CallError } from '../api/call-error.ts'
import { call } from '../api/call.ts'
import { onLiveEvent, openLiveStream } from '../api/live.ts'

export type LiveHandlers = {
  readonly [Type in LiveEvent['type']]?: readonly ((
    client: QueryClient,
    event: LiveEvent & { type: Type },
  ) => void)[]
}

/**
 * Keeps the live stream open and delivers its events to the screens. If events were missed, the screens
 * fetch everything again.
 */
export function LiveUpdates({ handlers }: { handlers: LiveHandlers }) {
  const client = useQueryClient()
  useEffect(() => {
    const stopListening = onLiveEvent((event) => deliver(client, handlers, event))
    const close = openLiveStream(() => void client.invalidateQueries({ predicate: mayHaveChanged }))
    return () => {
      stopListening()
      close()
    }
  }, [client, handlers])
  return null
}

/** False for objects that the server has just said do not exist. */
function mayHaveChanged({ state: { error } }: Query): boolean {
  return !(error instanceof CallError && error.status === 404)
}

function deliver(client: QueryClient, handlers: LiveHandlers, event: LiveEvent): void {
  if (event.type === 'session') void askWhetherSignedIn()
  const interested = handlers[event.type] as
    | readonly ((client: QueryClient, event: LiveEvent) => void)[]
    | undefined
  for (const handle of interested ?? []) handle(client, event)
}

/**
 * One of the user's sessions has ended, perhaps in another browser. A refusal shows that it was this one.
 */
async function askWhetherSignedIn(): Promise<void> {
  await call(getCurrentUser).catch(() => undefined)
}
