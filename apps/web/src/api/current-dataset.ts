import { useLayoutEffect, useSyncExternalStore } from 'react'

import type { Dataset } from '#contract/datasets'

type CurrentDataset = Pick<Dataset, 'id' | 'name' | 'rights'>

let current: CurrentDataset | null = null
const listeners = new Set<() => void>()

function setCurrent(dataset: CurrentDataset | null): void {
  current = dataset
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The dataset of the screen, with the viewer's rights in it; null on screens of no dataset. */
export function useCurrentDataset(): CurrentDataset | null {
  return useSyncExternalStore(subscribe, () => current)
}

/**
 * Makes the dataset that of the screen for as long as the caller is mounted: it is in the navigation
 * bar, and its rights decide which actions the screen offers.
 */
export function useShowCurrentDataset(dataset: CurrentDataset | undefined): void {
  const { id, name, rights } = dataset ?? {}
  useLayoutEffect(() => {
    if (id === undefined || name === undefined || rights === undefined) return undefined
    setCurrent({ id, name, rights })
    return () => setCurrent(null)
  }, [id, name, rights])
}
