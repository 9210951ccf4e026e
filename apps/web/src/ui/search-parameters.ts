import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** The query string, and a way to change some of it; undefined takes a parameter away. */
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
      // At once, or a toggle that shows the query string would spring back for a moment.
      setParameters(changed, { flushSync: true })
    },
    [setParameters],
  )
  return [parameters, change]
}

/** The page that the query string names, from 1. */
export function pageOf(parameters: URLSearchParams): number {
  const page = Number(parameters.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 ? page : 1
}
