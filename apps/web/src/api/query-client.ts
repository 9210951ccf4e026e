import { QueryClient } from '@tanstack/react-query'

import { CallError } from './call-error.ts'

/**
 * True for failures that a retry may resolve: no connection, or a server error. After a time-out, the user
 * has waited long enough.
 */
function mayPass(error: Error): boolean {
  return error instanceof CallError && (error.code === 'unreachable' || error.status >= 500)
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
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
