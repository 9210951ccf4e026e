import { queryOptions } from '@tanstack/react-query'

import { getSystem } from '#contract/system'

import { call } from '../../api/call.ts'

/** Asked for by hand only: asking by itself would keep the session open for ever. */
export const systemState = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => call(getSystem, { signal }),
  staleTime: 0,
})
