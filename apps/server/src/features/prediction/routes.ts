import { message } from '#contract/messages/message'
import { predictArea } from '#contract/prediction'
import type { Point } from '#geometry/point'
import { areFlat } from '#retina/prediction/extreme-points'
import { predictionModel } from '#retina/prediction/predict-area'

import type { Clock } from '../../platform/clock.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { Problem } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import type { Decoder } from '../../platform/images/decoder.ts'
import { getDataset } from '../datasets/queries.ts'
import { getImageRow, type ImageRow } from '../images/queries.ts'
import { ensureSound } from '../images/sound-original.ts'
import { storedPicture } from '../images/storage.ts'
import { outlineObject } from './outline-object.ts'

interface PredictionDeps {
  readonly clock: Clock
  readonly files: FileStore
  readonly decoder: Decoder
  readonly temporaryFolder: string
}

/** Each decodes a photograph and fills a processor: more at once would only be slower. */
const mostAtOnce = 4

export function predictionRoutes(deps: PredictionDeps): Route[] {
  let underWay = 0
  return [
    serve(
      predictArea,
      async ({ db, actor, params, body, closed, concerns }) => {
        const image = await getImageRow(db, actor, params.imageId)
        concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
        const points = body.points.map(([x, y]) => ({ x, y }))
        refusePoints(points, image)
        const dataset = await getDataset(db, actor, image.dataset_id)
        if (underWay >= mostAtOnce) {
          throw new Problem('unavailable', message('prediction.busy'))
        }
        underWay++
        try {
          await ensureSound(db, deps, { image, datasetName: dataset.name })
          const segmentation = await outlineObject(deps, {
            image,
            picture: storedPicture(image, dataset.name),
            asked: { ...body, points },
            closed,
          })
          return { segmentation, model: { ...predictionModel } }
        } finally {
          underWay--
        }
      },
      { ownTransactions: true },
    ),
  ]
}

/** @throws {Problem} invalid_input, naming the invalid point and the reason */
function refusePoints(points: readonly Point[], { width, height }: ImageRow): void {
  for (const [i, { x, y }] of points.entries()) {
    const isInside = x >= 0 && y >= 0 && x <= width && y <= height
    if (isInside) continue
    const told = { number: i + 1, x, y, width, height }
    throw new Problem('invalid_input', message('prediction.pointOutside', told))
  }
  if (areFlat(points)) throw new Problem('invalid_input', message('prediction.flat'))
}
