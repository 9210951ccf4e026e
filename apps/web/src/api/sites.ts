import { queryOptions } from '@tanstack/react-query'

import { listSites } from '#contract/sites'

import { call } from './call.ts'

export const sitesKey = ['sites']

/** The sites, for administrators of the installation. */
export const siteList = queryOptions({
  queryKey: sitesKey,
  queryFn: async ({ signal }) => (await call(listSites, { signal })).sites,
})
