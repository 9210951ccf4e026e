import { message } from '#contract/messages/message'
import { predictArea, predictClicked } from '#contract/prediction'
import type { Point } from '#geometry/point'
import { toSegmentation } from '#geometry/segmentation'
import { clickModel } from '#retina/clicks/outline-clicks'
import { areFlat } from '#retina/prediction/extreme-points'
import { predictionModel } from '#retina/prediction/predict-area'

import type { Clock } from '../../platform/clock.ts'
import { Problem } from '../../platform/http/problem.ts'
import { serve, type Call, type Route } from '../../platform/http/route.ts'
import type { StoredPicture } from '../../platform/images/stored-picture.ts'
import type { Models } from '../../platform/models/models.ts'
import { getDataset } from '../datasets/queries.ts'
import { getImageRow, type ImageRow } from '../images/queries.ts'
import { ensureSound } from '../images/sound-original.ts'
import { storedPicture } from '../images/storage.ts'
import { outlineClicked } from './outline-clicked.ts'
import { outlineObject } from './outline-object.ts'
import type { PictureDeps } from './read-part.ts'

interface PredictionDeps extends PictureDeps {
  readonly clock: Clock
  readonly models: Models
}

/** Each decodes a photograph and fills a processor: more at once would only be slower. */
const mostAtOnce = 4

export function predictionRoutes(deps: PredictionDeps): Route[] {
  let underWay = 0

  /** The photograph's pixels, if they are sound, for one of the few predictions at once. */
  async function predict<Answer>(
    { db, actor }: Pick<Call, 'db' | 'actor'>,
    image: ImageRow,
    work: (picture: StoredPicture) => Promise<Answer>,
  ): Promise<Answer> {
    const { name } = await getDataset(db, actor, image.dataset_id)
    if (underWay >= mostAtOnce) throw new Problem('unavailable', message('prediction.busy'))
    underWay++
    try {
      await ensureSound(db, deps, { image, datasetName: name })
      return await work(storedPicture(image, name))
    } finally {
      underWay--
    }
  }

  return [
    serve(
      predictArea,
      async ({ db, actor, params, body, closed, concerns }) => {
        const image = await getImageRow(db, actor, params.imageId)
        concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
        const points = body.points.map(([x, y]) => ({ x, y }))
        refusePoints(points, image)
        const asked = { ...body, points }
        const segmentation = await predict({ db, actor }, image, (picture) =>
          outlineObject(deps, { image, picture, asked, closed }),
        )
        return { segmentation, model: { ...predictionModel } }
      },
      { ownTransactions: true },
    ),

    serve(
      predictClicked,
      async ({ db, actor, params, body: { clicks }, closed, concerns }) => {
        const image = await getImageRow(db, actor, params.imageId)
        concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
        refuseOutside(clicks, image, 'prediction.clickOutside')
        const area = await predict({ db, actor }, image, (picture) =>
          outlineClicked(deps, { image, picture, clicks, closed }),
        )
        return { segmentation: toSegmentation(area), model: { ...clickModel } }
      },
      { ownTransactions: true },
    ),
  ]
}

/** @throws {Problem} invalid_input, naming the invalid point and the reason */
function refusePoints(points: readonly Point[], image: ImageRow): void {
  refuseOutside(points, image, 'prediction.pointOutside')
  if (areFlat(points)) throw new Problem('invalid_input', message('prediction.flat'))
}

/** @throws {Problem} invalid_input, naming the first point that lies outside the image */
function refuseOutside(
  points: readonly Point[],
  { width, height }: ImageRow,
  key: 'prediction.pointOutside' | 'prediction.clickOutside',
): void {
  for (const [i, { x, y }] of points.entries()) {
    const isInside = x >= 0 && y >= 0 && x <= width && y <= height
    if (isInside) continue
    throw new Problem('invalid_input', message(key, { number: i + 1, x, y, width, height }))
  }
}
