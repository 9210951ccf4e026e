import type { Point } from '#geometry/point'
import type { MultiPolygon } from '#geometry/polygon'
import type { RgbImage } from '#raster/image'
import { predictArea } from '#retina/prediction/predict-area'

import { answerOwner } from '../../platform/answer-owner.ts'

export interface PredictionRequest {
  readonly image: RgbImage
  /** In pixels of the image. */
  readonly points: readonly Point[]
  readonly threshold: number
}

/** In pixels of the image; null if the picture has too little detail. */
export type PredictionAnswer = MultiPolygon | null

/** The program of the thread. */
function answer({ image, points, threshold }: PredictionRequest): PredictionAnswer {
  return predictArea(image, points, threshold)
}

answerOwner(answer)
