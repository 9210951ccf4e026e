import { queryOptions } from '@tanstack/react-query'

import { search, shortestSearch } from '#contract/search'

import { call } from '../../api/call.ts'

export const found = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => call(search, { query: { q }, signal }),
    enabled: q.length >= shortestSearch,
  })
