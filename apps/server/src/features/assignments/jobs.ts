import { z } from 'zod'

import { message } from '#contract/messages/message'

import { defineJob } from '../../platform/jobs/definition.ts'

export const copyCasesTask = defineJob({
  name: 'copy-cases',
  group: message('assignments.copyGroup'),
  payload: z.object({ assignmentId: z.int(), creatorId: z.int().nullable() }),
  attempts: 5,
  concurrency: 1,
})
