import { annotateByService } from '#contract/annotation-service'
import { message } from '#contract/messages/message'

import type { Clock } from '../../platform/clock.ts'
import type { Outbound } from '../../platform/http/outbound.ts'
import { notFound, Problem } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import { getDataset } from '../datasets/queries.ts'
import { getImageRow } from '../images/queries.ts'
import { annotatePicture } from './annotate-picture.ts'
import { openServiceLimit } from './service-limit.ts'

export function annotationServiceRoutes({
  clock,
  outbound,
}: {
  readonly clock: Clock
  readonly outbound: Outbound
}): Route[] {
  const limitService = openServiceLimit(clock)
  return [
    serve(
      annotateByService,
      async ({ db, actor, params, files: [file], concerns }) => {
        const dataset = await getDataset(db, actor, params.id)
        const image = await getImageRow(db, actor, params.imageId)
        if (image.dataset_id !== dataset.id) throw notFound('image')
        concerns({ type: 'image', id: image.id, datasetId: dataset.id })
        if (file === undefined) throw new Problem('invalid_input', message('files.none'))
        limitService(actor)
        return annotatePicture(outbound, dataset.annotate_url, file)
      },
      { ownTransactions: true },
    ),
  ]
}
