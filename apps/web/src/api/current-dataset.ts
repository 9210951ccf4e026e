import { useEffect, useSyncExternalStore } from 'react'

interface DatasetName {
  id: number
  name: string
}

let current: DatasetName | null = null
const listeners = new Set<() => void>()

function setCurrent(dataset: DatasetName | null): void {
  current = dataset
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The dataset in the navigation bar; null on screens that belong to no dataset. */
export function useCurrentDataset(): DatasetName | null {
  return useSyncExternalStore(subscribe, () => current)
}

/** Shows the dataset in the navigation bar for as long as the caller is mounted. */
export function useShowCurrentDataset(dataset: DatasetName | undefined): void {
  const id = dataset?.id
  const name = dataset?.name
  useEffect(() => {
    if (id === undefined || name === undefined) return undefined
    setCurrent({ id, name })
    return () => setCurrent(null)
  }, [id, name])
}
