import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** The query string and a function that changes parts of it; undefined removes a parameter. */
export function useQueryString(): [
  URLSearchParams,
  (changes: Readonly<Record<string, string | undefined>>) => void,
] {
  const [parameters, setParameters] = useSearchParams()
  const change = useCallback(
    (changes: Readonly<Record<string, string | undefined>>) => {
      const changed = (current: URLSearchParams) => {
        const next = new URLSearchParams(current)
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined) next.delete(name)
          else next.set(name, value)
        }
        return next
      }
      // Flushed, or a toggle that shows the query string would spring back briefly.
      setParameters(changed, { flushSync: true })
    },
    [setParameters],
  )
  return [parameters, change]
}

/** The page number in the query string, from 1. */
export function pageOf(parameters: URLSearchParams): number {
  const page = Number(parameters.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 ? page : 1
}
