import { QueryClient } from '@tanstack/react-query'

import { CallError } from './call-error.ts'

/** Only what may pass by itself is tried again: no answer, or the server in trouble. */
function mayPass(error: Error): boolean {
  return error instanceof CallError && (error.status === 0 || error.status >= 500)
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The server may be on this machine or in this house, whatever a browser without the internet
      // thinks; and who cannot reach it is told so at once instead of waiting silently.
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 10_000,
        retry: (failures, error) => failures < 2 && mayPass(error),
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
