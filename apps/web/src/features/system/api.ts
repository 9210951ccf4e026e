import { queryOptions } from '@tanstack/react-query'

import { getSystem } from '#contract/system'

import { call } from '../../api/call.ts'

/** Fetched only on request: polling would keep the session alive forever. */
export const systemState = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => call(getSystem, { signal }),
  staleTime: 0,
})
