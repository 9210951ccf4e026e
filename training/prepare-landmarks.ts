import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { RgbImage, Size } from '#raster/image'
import { prepareEye } from '#retina/prepared-eye'
import type { FieldInput } from '#retina/networks/input'
import { prepareFieldInput } from '#retina/networks/input'

import { readPhotograph } from './read-photographs.ts'

/**
 * Writes the training data of the landmark network: node training/prepare-landmarks.ts OUT_FOLDER,
 * with the photographs of FOVEA_TEST_DATA. For each photograph of landmarks.csv one file of planes
 * of bytes, red, green, blue (128 + 25 for each standard deviation) and field (0 or 1), and
 * landmarks.json with their places in its pixels.
 */

/** Twice the network's input, so that it can be enlarged in training. */
const diameterPx = 512

const [to] = process.argv.slice(2)
if (to === undefined) throw new Error('Usage: node training/prepare-landmarks.ts OUT_FOLDER')
await mkdir(to, { recursive: true })
const table = await readFile(join(import.meta.dirname, 'landmarks.csv'), 'utf8')
const index: object[] = []
for (const line of table.trim().split('\n').slice(1)) index.push(await prepare(line, to))
await writeFile(join(to, 'landmarks.json'), `${JSON.stringify(index, null, 1)}\n`)
process.stdout.write(`${index.length} photographs are ready in ${to}\n`)

async function prepare(line: string, out: string): Promise<object> {
  const [photograph = '', use, ...numbers] = line.split(',')
  const name = photograph.replaceAll('/', '-').replace(/\.\w+$/, '')
  const input = inputOf(await readPhotograph(photograph), photograph)
  const colours = Uint8Array.from(input.planes, (value) => Math.round(128 + 25 * value))
  await writeFile(join(out, `${name}.field.bin`), Buffer.concat([colours, input.mask.data]))
  const [x, y, width, height, foveaX, foveaY] = numbers.map((text) =>
    text === '' ? null : Number(text),
  )
  return {
    name,
    use,
    side: diameterPx,
    disc: [...placeIn(input, x, y), ...sizeIn(input.pixelSize, width, height)],
    fovea: foveaX === null ? null : placeIn(input, foveaX, foveaY),
  }
}

function inputOf(image: RgbImage, photograph: string): FieldInput {
  const eye = prepareEye(image)
  if (eye.kind === 'not-a-fundus') throw new Error(`${photograph}: ${eye.message}`)
  return prepareFieldInput(eye, diameterPx)
}

type Length = number | null | undefined

function placeIn({ origin, pixelSize }: FieldInput, x: Length, y: Length): number[] {
  return [((x ?? 0) - origin.x) / pixelSize.width, ((y ?? 0) - origin.y) / pixelSize.height]
}

function sizeIn(pixelSize: Size, width: Length, height: Length): number[] {
  return [(width ?? 0) / pixelSize.width, (height ?? 0) / pixelSize.height]
}
