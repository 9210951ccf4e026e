import type { QualityFeatures } from '#retina/quality/features'
import type { QualityNetwork } from '#retina/quality/network'
import { standardise } from '#retina/quality/network'

import { Random } from './random.ts'

/** A training sample: features and the target share, from 0 to 1. */
export interface Example {
  readonly features: QualityFeatures
  readonly target: number
  readonly weight: number
}

const units = 16
const steps = 6000
const batch = 128
const learningRate = 0.01
const decay = 3e-3

/**
 * A network fitted by Adam to the weighted cross-entropy with weight decay; the same for the same
 * examples and seed. Source: D. P. Kingma and J. Ba, Adam: a method for stochastic optimization,
 * 2015.
 */
export function fitNetwork(examples: readonly Example[], seed: number): QualityNetwork {
  const random = new Random(seed)
  const inputs = scalingOf(examples)
  const rows = examples.map(({ features }) => Float64Array.from(standardise(inputs, features)))
  const layout = layoutOf(inputs.length)
  const parameters = Float64Array.from({ length: layout.length }, (_, i) =>
    i < layout.output ? random.normal() / Math.sqrt(inputs.length) : random.normal() / 3,
  )
  const [means, squares] = [parameters.map(() => 0), parameters.map(() => 0)]
  for (let step = 0; step < steps; step++) {
    const gradient = new Float64Array(parameters.length)
    for (let drawn = 0; drawn < batch; drawn++) {
      const at = random.below(rows.length)
      const example = examples[at]
      if (example !== undefined) addGradient(gradient, parameters, rows[at] ?? [], example)
    }
    const rate = learningRate * (1 - step / steps)
    for (let i = 0; i < parameters.length; i++) {
      const slope = (gradient[i] ?? 0) / batch + decay * (parameters[i] ?? 0)
      means[i] = 0.9 * (means[i] ?? 0) + 0.1 * slope
      squares[i] = 0.999 * (squares[i] ?? 0) + 0.001 * slope * slope
      const move = (means[i] ?? 0) / (1 - 0.9 ** (step + 1))
      const size = Math.sqrt((squares[i] ?? 0) / (1 - 0.999 ** (step + 1))) + 1e-8
      parameters[i] = (parameters[i] ?? 0) - (rate * move) / size
    }
  }
  return networkOf(parameters, inputs)
}

/** All weights in one array: the hidden units, each with its bias, then the output. */
function layoutOf(inputs: number): { output: number; length: number } {
  const output = units * (inputs + 1)
  return { output, length: output + units + 1 }
}

function scalingOf(examples: readonly Example[]): QualityNetwork['inputs'] {
  const names = Object.keys(examples[0]?.features ?? {}) as (keyof QualityFeatures)[]
  return names.map((name) => {
    const values = examples.map(({ features }) => features[name])
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
    return { name, mean: rounded(mean), deviation: rounded(Math.sqrt(variance) + 1e-3) }
  })
}

function addGradient(
  gradient: Float64Array,
  parameters: Float64Array,
  row: ArrayLike<number>,
  { target, weight }: Example,
): void {
  const { output } = layoutOf(row.length)
  const hidden = new Float64Array(units)
  let odds = parameters[output + units] ?? 0
  for (let unit = 0; unit < units; unit++) {
    const from = unit * (row.length + 1)
    let sum = parameters[from + row.length] ?? 0
    for (let i = 0; i < row.length; i++) sum += (parameters[from + i] ?? 0) * (row[i] ?? 0)
    hidden[unit] = Math.tanh(sum)
    odds += (parameters[output + unit] ?? 0) * (hidden[unit] ?? 0)
  }
  const error = weight * (1 / (1 + Math.exp(-odds)) - target)
  const add = (at: number, value: number) => {
    gradient[at] = (gradient[at] ?? 0) + value
  }
  add(output + units, error)
  for (const [unit, value] of hidden.entries()) {
    add(output + unit, error * value)
    const back = error * (parameters[output + unit] ?? 0) * (1 - value * value)
    const from = unit * (row.length + 1)
    for (let i = 0; i < row.length; i++) add(from + i, back * (row[i] ?? 0))
    add(from + row.length, back)
  }
}

function networkOf(parameters: Float64Array, inputs: QualityNetwork['inputs']): QualityNetwork {
  const { output } = layoutOf(inputs.length)
  const width = inputs.length + 1
  const hidden = Array.from({ length: units }, (_, unit) =>
    Array.from(parameters.subarray(unit * width, (unit + 1) * width), rounded),
  )
  return { inputs, hidden, output: Array.from(parameters.subarray(output), rounded) }
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4
}
