import { generateImages } from '#contract/generate'
import { english, message } from '#contract/messages/message'

import { OutboundError } from '../../platform/http/outbound-error.ts'
import type { Outbound } from '../../platform/http/outbound.ts'
import { Problem } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { getDataset } from '../datasets/queries.ts'
import { generateImagesTask } from './jobs.ts'

interface GenerateDeps {
  readonly jobs: Jobs
  readonly outbound: Outbound
  readonly imageSource: string
}

export function generateRoutes({ jobs, outbound, imageSource }: GenerateDeps): Route[] {
  return [
    serve(generateImages, async ({ db, actor, params, body, concerns }) => {
      const dataset = await getDataset(db, actor, params.id)
      concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id, detail: body })
      refuseUnlisted(outbound, imageSource)
      const { id, name } = await jobs.start(db, {
        definition: generateImagesTask,
        payload: { datasetId: dataset.id, ...body, creatorId: actor.id },
        name: message('generate.taskName', { dataset: dataset.name }),
        creatorId: actor.id,
        datasetId: dataset.id,
      })
      return { id, name: english(name) }
    }),
  ]
}

/** Refuse at once if the host is not allowed. */
function refuseUnlisted(outbound: Outbound, imageSource: string): void {
  try {
    outbound.check(new URL(imageSource))
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new Problem('host_not_allowed', error.told, { cause: error })
  }
}
