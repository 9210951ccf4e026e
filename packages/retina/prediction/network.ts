import type { GreyImage } from '#raster/image'

import type { PixelFeatures } from './features.ts'
import { logistic } from './features.ts'

/** A network of one hidden layer: tanh there, one output. */
export interface PredictionNetwork {
  /** For each unit of the hidden layer one weight a feature, then its bias. */
  readonly hidden: readonly (readonly number[])[]
  /** One weight a hidden unit, then the bias. */
  readonly output: readonly number[]
}

/**
 * Weight of a pixel inside against one outside. With 4 the score is 0.8 if both are equally likely: the
 * result at the default threshold of 80.
 */
const oddsAtEven = 4

/** Converts the log-odds of being inside to a score from 0 to 1, which is 0.8 at even odds. */
export function scoreOf(logOdds: number): number {
  return logistic(logOdds + Math.log(oddsAtEven))
}

/** The log-odds that each pixel is inside the object. */
export function inferLogOdds(network: PredictionNetwork, features: PixelFeatures): GreyImage {
  const { width, height, planes } = features
  const data = new Float32Array(width * height)
  const bias = network.output.at(-1) ?? 0
  for (let i = 0; i < data.length; i++) {
    let odds = bias
    for (const [unit, weights] of network.hidden.entries()) {
      let sum = weights.at(-1) ?? 0
      for (const [feature, plane] of planes.entries()) {
        sum += (weights[feature] ?? 0) * (plane[i] ?? 0)
      }
      odds += (network.output[unit] ?? 0) * Math.tanh(sum)
    }
    data[i] = odds
  }
  return { width, height, data }
}
