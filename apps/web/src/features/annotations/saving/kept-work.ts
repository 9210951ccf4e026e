import { useSyncExternalStore } from 'react'

import { keptWork, type KeptWork } from './unsaved-store.ts'

const none: readonly KeptWork[] = []
const listeners = new Set<() => void>()
let current = none

/** The images with unsaved work that this browser keeps, as last looked up. */
export function useKeptWork(): readonly KeptWork[] {
  return useSyncExternalStore(subscribe, () => current)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Looks up the images with unsaved work of a user. Without a database there are none. */
export async function lookUpKeptWork(username: string): Promise<readonly KeptWork[]> {
  current = await keptWork(username).catch(() => none)
  for (const listener of listeners) listener()
  return current
}
