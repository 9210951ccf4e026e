import type { QualityFeatures } from './features.ts'

/** A network of one hidden layer (tanh) that answers a probability from features. */
export interface QualityNetwork {
  /** Inputs, with the mean and the deviation that standardise them. */
  readonly inputs: readonly {
    readonly name: keyof QualityFeatures
    readonly mean: number
    readonly deviation: number
  }[]
  /** For each hidden unit one weight an input, then its bias. */
  readonly hidden: readonly (readonly number[])[]
  /** One weight a hidden unit, then the bias. */
  readonly output: readonly number[]
}

/** Inputs farther from the mean are clipped: the network was not trained beyond. */
const mostDeviations = 4

/** The features in deviations from their means, none farther than 4. */
export function standardise(inputs: QualityNetwork['inputs'], features: QualityFeatures): number[] {
  return inputs.map(({ name, mean, deviation }) =>
    Math.max(-mostDeviations, Math.min(mostDeviations, (features[name] - mean) / deviation)),
  )
}

/** The network's probability, from 0 to 1. */
export function inferQuality(network: QualityNetwork, features: QualityFeatures): number {
  const values = standardise(network.inputs, features)
  const units = network.hidden.map((weights) => Math.tanh(weightedSum(weights, values)))
  return 1 / (1 + Math.exp(-weightedSum(network.output, units)))
}

/** The sum of the values, each by its weight, and the last weight. */
function weightedSum(weights: readonly number[], values: readonly number[]): number {
  return values.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), weights.at(-1) ?? 0)
}
