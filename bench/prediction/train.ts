import type { GreyImage } from '#raster/image'
import { resample } from '#raster/resample'
import type { PredictionNetwork } from '#retina/prediction/network'

import type { SampleObject, Structure } from './objects.ts'
import { Random } from '../../training/quality/random.ts'

/** Rare structures count as much as frequent ones, about. */
const weightOf: Readonly<Record<Structure, number>> = {
  'hard exudate': 1,
  haemorrhage: 4,
  microaneurysm: 1.5,
  'soft exudate': 10,
  disc: 14,
  'drawn shape': 1,
  'nothing to see': 2,
}
const hiddenUnits = 12
const pixelsPerObject = 200
/** Farther out of the ellipse nothing is drawn. */
const farthest = 1.8
const steps = 4000
const batch = 2048
const decay = 1e-4
const learningRate = 0.01

interface Pixels {
  /** One row of features a pixel. */
  readonly rows: readonly (readonly number[])[]
  /** How much of the pixel is inside, from 0 to 1. */
  readonly inside: readonly number[]
  readonly weights: readonly number[]
}

/** A network fitted to outlined objects; the same for the same objects. */
export function trainNetwork(objects: readonly SampleObject[]): PredictionNetwork {
  const random = new Random(7)
  const pixels = pickPixels(objects, random)
  const scaling = scalingOf(pixels.rows)
  const rows = pixels.rows.map((row) =>
    Float64Array.from(row, (value, i) => (value - (scaling.mean[i] ?? 0)) / (scaling.sd[i] ?? 1)),
  )
  const fitted = fit({ ...pixels, rows }, random)
  return unscaled(fitted, scaling)
}

function pickPixels(objects: readonly SampleObject[], random: Random): Pixels {
  const rows: number[][] = []
  const inside: number[] = []
  const weights: number[] = []
  for (const object of objects) {
    const { features } = object
    const truth = truthAt(object)
    const near = Array.from(features.radius.keys()).filter(
      (i) => (features.radius[i] ?? 0) < farthest,
    )
    const count = Math.min(pixelsPerObject, near.length)
    for (let picked = 0; picked < count; picked++) {
      const i = near[random.below(near.length)] ?? 0
      rows.push(features.planes.map((plane) => plane[i] ?? 0))
      inside.push(truth.data[i] ?? 0)
      weights.push(weightOf[object.structure] / count)
    }
  }
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length
  return { rows, inside, weights: weights.map((weight) => weight / mean) }
}

function truthAt({ truth, features: { width, height } }: SampleObject): GreyImage {
  return resample({ ...truth, data: Float32Array.from(truth.data) }, { width, height })
}

interface Scaling {
  readonly mean: readonly number[]
  readonly sd: readonly number[]
}

function scalingOf(rows: readonly (readonly number[])[]): Scaling {
  const columns = (rows[0] ?? []).map((_, i) => rows.map((row) => row[i] ?? 0))
  const mean = columns.map((column) => column.reduce((sum, value) => sum + value, 0) / rows.length)
  const sd = columns.map((column, i) => {
    const squares = column.reduce((sum, value) => sum + (value - (mean[i] ?? 0)) ** 2, 0)
    return Math.sqrt(squares / rows.length) + 1e-6
  })
  return { mean, sd }
}

/** The parameters in one array: the hidden layer unit by unit, each with its bias, then the output. */
function fit(
  pixels: { rows: readonly Float64Array[]; inside: readonly number[]; weights: readonly number[] },
  random: Random,
): Float64Array {
  const inputs = pixels.rows[0]?.length ?? 0
  const parameters = Float64Array.from({ length: hiddenUnits * (inputs + 2) + 1 }, (_, i) => {
    if (i >= hiddenUnits * (inputs + 1)) return random.normal() / Math.sqrt(hiddenUnits)
    return i % (inputs + 1) === inputs ? 0 : random.normal() / Math.sqrt(inputs)
  })
  const adam = { mean: parameters.map(() => 0), square: parameters.map(() => 0) }
  for (let step = 0; step < steps; step++) {
    const gradient = gradientOf(parameters, pixels, random)
    const rate = learningRate * (1 - step / steps)
    descend(parameters, gradient, { adam, rate, step })
  }
  return parameters
}

/** Gradient of the weighted cross-entropy over some pixels. */
function gradientOf(
  parameters: Float64Array,
  { rows, inside, weights }: Parameters<typeof fit>[0],
  random: Random,
): Float64Array {
  const gradient = new Float64Array(parameters.length)
  for (let drawn = 0; drawn < batch; drawn++) {
    const at = random.below(rows.length)
    const row = rows[at]
    if (row === undefined) continue
    const { hidden, odds } = forward(parameters, row)
    const chance = 1 / (1 + Math.exp(-odds))
    const error = ((chance - (inside[at] ?? 0)) * (weights[at] ?? 0)) / batch
    addBackward(gradient, { parameters, row, hidden, error })
  }
  return gradient
}

function forward(
  parameters: Float64Array,
  row: Float64Array,
): { hidden: Float64Array; odds: number } {
  const hidden = new Float64Array(hiddenUnits)
  const outputAt = hiddenUnits * (row.length + 1)
  let odds = parameters[outputAt + hiddenUnits] ?? 0
  for (let unit = 0; unit < hiddenUnits; unit++) {
    const from = unit * (row.length + 1)
    let sum = parameters[from + row.length] ?? 0
    for (let i = 0; i < row.length; i++) sum += (parameters[from + i] ?? 0) * (row[i] ?? 0)
    hidden[unit] = Math.tanh(sum)
    odds += (parameters[outputAt + unit] ?? 0) * (hidden[unit] ?? 0)
  }
  return { hidden, odds }
}

interface Passed {
  readonly parameters: Float64Array
  readonly row: Float64Array
  readonly hidden: Float64Array
  /** Derivative of the loss by the odds. */
  readonly error: number
}

function addBackward(gradient: Float64Array, { parameters, row, hidden, error }: Passed): void {
  const outputAt = hiddenUnits * (row.length + 1)
  const add = (at: number, value: number) => {
    gradient[at] = (gradient[at] ?? 0) + value
  }
  add(outputAt + hiddenUnits, error)
  for (const [unit, value] of hidden.entries()) {
    const back = error * (parameters[outputAt + unit] ?? 0) * (1 - value * value)
    const from = unit * (row.length + 1)
    add(outputAt + unit, error * value)
    for (let i = 0; i < row.length; i++) add(from + i, back * (row[i] ?? 0))
    add(from + row.length, back)
  }
}

/** Source: D. P. Kingma and J. Ba, Adam: a method for stochastic optimization, 2015. */
function descend(
  parameters: Float64Array,
  gradient: Float64Array,
  {
    adam,
    rate,
    step,
  }: { adam: Record<'mean' | 'square', Float64Array>; rate: number; step: number },
): void {
  for (let i = 0; i < parameters.length; i++) {
    const slope = (gradient[i] ?? 0) + decay * (parameters[i] ?? 0)
    const mean = 0.9 * (adam.mean[i] ?? 0) + 0.1 * slope
    const square = 0.999 * (adam.square[i] ?? 0) + 0.001 * slope * slope
    adam.mean[i] = mean
    adam.square[i] = square
    const move = mean / (1 - 0.9 ** (step + 1))
    const size = Math.sqrt(square / (1 - 0.999 ** (step + 1))) + 1e-8
    parameters[i] = (parameters[i] ?? 0) - (rate * move) / size
  }
}

/** The same network for features as they come. */
function unscaled(parameters: Float64Array, { mean, sd }: Scaling): PredictionNetwork {
  const inputs = mean.length
  const hidden = Array.from({ length: hiddenUnits }, (_, unit) => {
    const own = parameters.subarray(unit * (inputs + 1), (unit + 1) * (inputs + 1))
    const weights = mean.map((_value, i) => (own[i] ?? 0) / (sd[i] ?? 1))
    const bias = weights.reduce((sum, weight, i) => sum - weight * (mean[i] ?? 0), own[inputs] ?? 0)
    return [...weights, bias].map(rounded)
  })
  const output = Array.from(parameters.subarray(hiddenUnits * (inputs + 1)), rounded)
  return { hidden, output }
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4
}
