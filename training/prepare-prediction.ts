import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { readObjects } from '../bench/prediction/objects.ts'

/**
 * Writes what the prediction network is trained on:
 * node training/prepare-prediction.ts OUT_FOLDER, with the photographs of FOVEA_TEST_DATA.
 * prediction.bin holds for each object the colours of the pixels around it, three bytes each, then
 * a byte each that tells whether they are inside; prediction.json sizes, points and names.
 */
const [to] = process.argv.slice(2)
if (to === undefined) throw new Error('Usage: node training/prepare-prediction.ts OUT_FOLDER')
const objects = await readObjects([0])
await mkdir(to, { recursive: true })
const planes = objects.flatMap(({ image, truth }) => [image.data, truth.data])
await writeFile(join(to, 'prediction.bin'), Buffer.concat(planes))
const index = objects.map(({ structure, photograph, image, points }) => ({
  structure,
  photograph,
  width: image.width,
  height: image.height,
  points: points.map(({ x, y }) => [x, y]),
}))
await writeFile(join(to, 'prediction.json'), `${JSON.stringify(index)}\n`)
process.stdout.write(`${objects.length} objects are ready in ${to}\n`)
