import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import type { Bitmap, GreyImage, Size } from '#raster/image'
import { resample } from '#raster/resample'
import { chooseScore } from '#retina/prediction/predict-area'
import { inferLogOdds, scoreOf, type PredictionNetwork } from '#retina/prediction/network'

import { drawObjects } from './drawn-objects.ts'
import { readObjects, type SampleObject } from './objects.ts'
import { trainNetwork } from './train.ts'

/**
 * Measures the prediction tool on objects that experts have outlined, each by a network that has
 * not seen its photograph, and writes the network that has seen all of them:
 * `node bench/prediction/main.ts [--write]`.
 */
const cut = 0.8
const folds = 4
const jitters = [0, 1, 2]
const objects = [...(await readObjects(jitters)), ...drawObjects(jitters)]
const photographs = [...new Set(objects.map(({ photograph }) => photograph))]
const foldOf = ({ photograph }: SampleObject): number => photographs.indexOf(photograph) % folds
const measured = objects.filter(({ jitter }) => jitter !== 1)
process.stdout.write(`${objects.length} objects\n`)
const dice = new Map<string, number[][]>()
for (let fold = 0; fold < folds; fold++) {
  const network = trainNetwork(objects.filter((object) => foldOf(object) !== fold))
  for (const object of measured) {
    if (foldOf(object) !== fold) continue
    const name = `${object.jitter} px, ${nameOf(object)}`
    dice.set(name, [...(dice.get(name) ?? []), measure(object, network)])
  }
}

process.stdout.write('points off by, structure: objects | Dice: ellipse, network, tool\n')
for (const [name, rows] of [...dice].toSorted(([a], [b]) => a.localeCompare(b))) {
  const means = [0, 1, 2].map((column) =>
    (rows.reduce((sum, row) => sum + (row[column] ?? 0), 0) / rows.length).toFixed(3),
  )
  process.stdout.write(`${name}: ${rows.length} | ${means.join(', ')}\n`)
}

if (process.argv.includes('--write')) {
  const target = path.join(import.meta.dirname, '../../packages/retina/prediction/weights.ts')
  const before = await readFile(target, 'utf8')
  const weights = JSON.stringify(inTenThousandths(trainNetwork(objects)))
  await writeFile(
    target,
    before.replace(/const weights = [^]*?\n\n/, `const weights = ${weights}\n\n`),
  )
}

function inTenThousandths({ hidden, output }: PredictionNetwork): PredictionNetwork {
  return { hidden: hidden.map(scaled), output: scaled(output) }
}

function scaled(row: readonly number[]): number[] {
  return row.map((weight) => Math.round(weight * 1e4))
}

function nameOf({ structure, photograph, side }: SampleObject): string {
  if (structure === 'disc') return `disc of ${photograph.split('_')[0]}`
  return `${structure} ${side < 40 ? 'below' : 'from'} 40 px`
}

/** Dice's coefficients of the ellipse, the network alone, and the tool's answer. */
function measure(object: SampleObject, network: PredictionNetwork): number[] {
  const { features } = object
  const { width, height } = features
  const grey = (data: Float32Array): GreyImage => ({ width, height, data })
  const ellipse = grey(features.radius.map((radius) => scoreOf(12 * (1 - radius))))
  const alone = grey(inferLogOdds(network, features).data.map(scoreOf))
  const { score } = chooseScore(features, network)
  return [ellipse, alone, score].map((image) => diceOf(image, object.truth))
}

function diceOf(score: GreyImage, truth: Bitmap): number {
  const size: Size = { width: truth.width, height: truth.height }
  const full = resample(score, size)
  let [both, drawn, meant] = [0, 0, 0]
  for (let i = 0; i < truth.data.length; i++) {
    const isDrawn = (full.data[i] ?? 0) > cut
    const isMeant = truth.data[i] === 1
    if (isDrawn) drawn++
    if (isMeant) meant++
    if (isDrawn && isMeant) both++
  }
  return (2 * both) / (drawn + meant)
}
