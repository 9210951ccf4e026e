import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Size } from '#raster/image'
import { prepareEye } from '#retina/prepared-eye'
import { prepareNetworkInput } from '#retina/networks/input'

import { type LesionPhotograph, listLesionPhotographs } from './photographs.ts'
import { photographsFolder, readBitmapAt, readPhotograph } from './read-photographs.ts'

/**
 * Writes the training data of the lesion network: node training/prepare-lesions.ts OUT_FOLDER, with
 * the photographs of FOVEA_TEST_DATA. For each photograph one file of planes of bytes, and
 * index.json with their sizes: red, green, blue (128 + 25 for each standard deviation), field (0 or
 * 1), then microaneurysms, haemorrhages, hard exudates and soft exudates (shares of 255).
 */

const diameterPx = 1280

interface Prepared extends Size {
  readonly name: string
  readonly use: LesionPhotograph['use']
}

const [to] = process.argv.slice(2)
if (to === undefined) throw new Error('Usage: node training/prepare-lesions.ts OUT_FOLDER')
await mkdir(to, { recursive: true })
const index: Prepared[] = []
for (const each of await listLesionPhotographs(photographsFolder)) index.push(await prepare(each))
await writeFile(join(to, 'index.json'), `${JSON.stringify(index, null, 1)}\n`)
process.stdout.write(`${index.length} photographs are ready in ${to}\n`)

async function prepare({ name, use, photograph, maps }: LesionPhotograph): Promise<Prepared> {
  const image = await readPhotograph(photograph)
  const eye = prepareEye(image)
  if (eye.kind === 'not-a-fundus') throw new Error(`${name}: ${eye.message}`)
  const { planes, mask, width, height } = prepareNetworkInput(eye, diameterPx)
  const size = { width, height }
  const lesions = await Promise.all(
    maps.map(async (map) =>
      map === null ? new Uint8Array(width * height) : readBitmapAt(map, size),
    ),
  )
  const light = Uint8Array.from(planes, (value) => Math.round(128 + 25 * value))
  await writeFile(join(to ?? '', `${name}.bin`), Buffer.concat([light, mask.data, ...lesions]))
  return { name, use, ...size }
}
