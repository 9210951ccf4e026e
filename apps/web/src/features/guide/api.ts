import { queryOptions } from '@tanstack/react-query'

import { getGuide } from '#contract/guide'

import { aboveContent } from '../../api/above-content.ts'
import { call } from '../../api/call.ts'

/** Asked again at each visit, because the steps are taken elsewhere. */
export const guideState = queryOptions({
  queryKey: ['guide'],
  meta: aboveContent,
  queryFn: ({ signal }) => call(getGuide, { signal }),
  staleTime: 0,
})
