import { useCallback, useState } from 'react'

/** State that this browser stores; a stored value must pass `accepts`. The setter keeps its identity. */
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
  const store = useCallback(
    (next: T) => {
      localStorage.setItem(key, String(next))
      setValue(next)
    },
    [key],
  )
  return [value, store]
}

const isSwitch = (value: unknown): value is 'on' | 'off' => value === 'on' || value === 'off'

/** A switch that is off until it is first turned on, and that this browser stores. */
export function useStoredSwitch(key: string): [boolean, (isOn: boolean) => void] {
  const [value, setValue] = useStored(key, 'off', isSwitch)
  const flip = useCallback((isOn: boolean) => setValue(isOn ? 'on' : 'off'), [setValue])
  return [value === 'on', flip]
}
