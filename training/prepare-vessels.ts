import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Size } from '#raster/image'
import { prepareEye } from '#retina/prepared-eye'
import { type NetworkInput, prepareNetworkInput } from '#retina/networks/input'

import { labelsOf } from './labels.ts'
import { photographsFolder, readPhotograph } from './read-photographs.ts'
import { type Case, listCases } from './photographs.ts'

/**
 * Writes the training data of the vessel networks: node training/prepare-vessels.ts OUT_FOLDER,
 * with the photographs of FOVEA_TEST_DATA. For each photograph one file of planes of bytes, and
 * index.json with their sizes: red, green, blue (128 + 25 for each standard deviation), field (0 or
 * 1), then vessel, arteriole, venule (shares of 255), and masks of the known kinds and the known
 * vessels (0 or 1).
 */

const diameterPx = 1024

interface Prepared extends Size {
  readonly name: string
  readonly use: Case['use']
}

const [to] = process.argv.slice(2)
if (to === undefined) throw new Error('Usage: node training/prepare-vessels.ts OUT_FOLDER')
await mkdir(to, { recursive: true })
const index: Prepared[] = []
for (const each of await listCases(photographsFolder)) index.push(await prepare(each, to))
await writeFile(join(to, 'index.json'), `${JSON.stringify(index, null, 1)}\n`)
process.stdout.write(`${index.length} photographs are ready in ${to}\n`)

async function prepare(each: Case, out: string): Promise<Prepared> {
  const image = await readPhotograph(each.photograph)
  const eye = prepareEye(image)
  if (eye.kind === 'not-a-fundus') throw new Error(`${each.name}: ${eye.message}`)
  // A photograph smaller than that is not blown up: the network would learn interpolation.
  const wanted = Math.min(diameterPx, eye.field.diameterPx)
  const input = prepareNetworkInput(eye, wanted)
  const { width, height } = input
  const labels = await labelsOf(each, { width, height })
  const { vessel, arteriole, venule, kindKnown, vesselKnown } = labels
  const planes = [...bytesOf(input), vessel, arteriole, venule, kindKnown, vesselKnown]
  await writeFile(join(out, `${each.name}.bin`), Buffer.concat(planes))
  return { name: each.name, use: each.use, width, height }
}

function bytesOf({ planes, mask }: NetworkInput): Uint8Array[] {
  return [Uint8Array.from(planes, (value) => Math.round(128 + 25 * value)), mask.data]
}
