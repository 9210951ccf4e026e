import { useState } from 'react'

/** State that this browser stores; a stored value must pass `accepts`. */
export function useStored<T extends string | number>(
  key: string,
  initial: T,
  accepts: (value: unknown) => value is T,
): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => {
    const stored = localStorage.getItem(key)
    const known: unknown = typeof initial === 'number' && stored !== null ? Number(stored) : stored
    return accepts(known) ? known : initial
  })
  const store = (next: T) => {
    localStorage.setItem(key, String(next))
    setValue(next)
  }
  return [value, store]
}
