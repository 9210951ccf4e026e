import { z } from 'zod'

import { message } from '#contract/messages/message'
import { ReleasePlan, ReleaseTexts } from '#contract/releases'

import { defineJob } from '../../platform/jobs/definition.ts'

const shared = { group: message('releases.group'), attempts: 3, concurrency: 1 } as const

export const makeRelease = defineJob({
  ...shared,
  name: 'make-release',
  payload: z.object({
    datasetId: z.int(),
    texts: ReleaseTexts,
    plan: ReleasePlan,
    identified: z.boolean(),
    creatorId: z.int().nullable(),
  }),
})

export const reissueRelease = defineJob({
  ...shared,
  name: 'reissue-release',
  /** Withdrawn releases of one dataset. */
  payload: z.object({ releaseIds: z.array(z.int()) }),
})
