import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'

import { CallError } from './call-error.ts'

/**
 * True for failures that a retry may resolve: no connection, or a server error. After a time-out, the user
 * has waited long enough.
 */
function mayPass(error: Error): boolean {
  return error instanceof CallError && (error.code === 'unreachable' || error.status >= 500)
}

/**
 * A client that also invalidates the answer of a first fetch under way, which may be older than the change.
 * The library awaits such a fetch, and then takes its answer for a fresh one.
 */
class Client extends QueryClient {
  readonly #outdated = new Set<Query>()

  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
      if (query.state.data === undefined) void this.#invalidateAfterFetch(query)
    }
    return super.invalidateQueries(filters, options)
  }

  async #invalidateAfterFetch(query: Query): Promise<void> {
    if (this.#outdated.has(query)) return
    this.#outdated.add(query)
    await query.promise?.catch(() => undefined)
    this.#outdated.delete(query)
    await super.invalidateQueries({ queryKey: query.queryKey, exact: true })
  }
}

export function createQueryClient(): QueryClient {
  return new Client({
    defaultOptions: {
      // Send requests even if the browser reports no internet access: the server may be on this machine or
      // in this building. A user who cannot reach it gets an error immediately instead of waiting silently.
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 10_000,
        retryDelay: 500,
        retry: (failures, error) => failures < 2 && mayPass(error),
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
