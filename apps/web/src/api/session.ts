import { useSyncExternalStore } from 'react'

import { onSessionEvent } from './session-events.ts'

/** Seconds before the end at which the user is warned. */
export const warningSeconds = 60

let endsAt: number | null = null
const listeners = new Set<() => void>()

function setEnd(at: number | null): void {
  endsAt = at
  for (const listener of listeners) listener()
}

onSessionEvent('session-renewed', (lifetime) => setEnd(Date.now() + lifetime * 1000))
onSessionEvent('session-ended', () => setEnd(null))

/** Resets the clock, for example after signing out. */
export function stopSessionClock(): void {
  setEnd(null)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const tick = setInterval(listener, 1000)
  return () => {
    listeners.delete(listener)
    clearInterval(tick)
  }
}

function secondsLeft(): number | null {
  return endsAt === null ? null : Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
}

/** Whole seconds until the session ends; null if there is none. Renders every second. */
export function useSecondsLeft(): number | null {
  return useSyncExternalStore(subscribe, secondsLeft)
}
