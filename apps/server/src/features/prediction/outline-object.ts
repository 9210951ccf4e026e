import path from 'node:path'

import { message } from '#contract/messages/message'
import type { Point } from '#geometry/point'
import { snap } from '#geometry/point'
import type { Size } from '#raster/image'
import { boxOfPoints } from '#retina/prediction/extreme-points'
import { regionAround } from '#retina/prediction/predict-area'

import { Problem } from '../../platform/http/problem.ts'
import type { StoredPicture } from '../../platform/images/stored-picture.ts'
import { runThread } from '../../platform/run-thread.ts'
import type { PredictionAnswer, PredictionRequest } from './prediction-worker.ts'
import { readPart, type PictureDeps } from './read-part.ts'

interface Wanted {
  readonly image: Size
  readonly picture: StoredPicture
  readonly asked: {
    readonly points: readonly Point[]
    readonly padding: number
    readonly threshold: number
  }
  readonly closed: AbortSignal
}

const program = path.join(import.meta.dirname, 'prediction-worker.ts')
/** Larger objects are scaled down, which bounds memory and time. */
const longestSide = 1024
const limits = { ms: 30_000, megabytes: 512 }

/** The outlines of the object between four points as flat polygons in image pixels. */
export async function outlineObject(deps: PictureDeps, wanted: Wanted): Promise<number[][]> {
  const { points, padding, threshold } = wanted.asked
  const region = regionAround(points, padding, wanted.image)
  const { width, height } = boxOfPoints(points)
  const scale = Math.min(1, longestSide / Math.max(width, height))
  const size = {
    width: Math.max(1, Math.round(region.width * scale)),
    height: Math.max(1, Math.round(region.height * scale)),
  }
  const image = await readPart(deps, wanted.picture, { region, size })
  const perX = region.width / size.width
  const perY = region.height / size.height
  const request: PredictionRequest = {
    image,
    points: points.map(({ x, y }) => ({ x: (x - region.x) / perX, y: (y - region.y) / perY })),
    threshold,
  }
  const area = await compute(request, wanted.closed)
  return area.map(({ outer }) =>
    outer.map((value, i) => snap(i % 2 === 0 ? region.x + value * perX : region.y + value * perY)),
  )
}

async function compute(
  request: PredictionRequest,
  closed: AbortSignal,
): Promise<NonNullable<PredictionAnswer>> {
  const late = AbortSignal.timeout(limits.ms)
  const signal = AbortSignal.any([closed, late])
  try {
    const { megabytes } = limits
    const area = await runThread<PredictionAnswer>(program, request, { signal, megabytes })
    if (area !== null && area.length > 0) return area
  } catch (error) {
    if (!signal.aborted) throw error
    throw new Problem(
      'unavailable',
      message(late.aborted ? 'prediction.tookLong' : 'prediction.cancelled'),
      { cause: error },
    )
  }
  throw new Problem('unusable_content', message('prediction.nothing'))
}
