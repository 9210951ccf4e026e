import { mkdir, open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { partsOf } from '#raster/components'
import type { Bitmap, RgbImage, Size } from '#raster/image'
import { overviewOf, overviewSize } from '#retina/clicks/overview'
import sharp from 'sharp'

import { listLesionPhotographs } from './photographs.ts'
import { photographsFolder, readBitmap, readPhotograph } from './read-photographs.ts'

/**
 * Writes the training data of the click network: node training/prepare-clicks.ts OUT_FOLDER, with
 * the photographs of FOVEA_TEST_DATA. For each photograph the files NAME.0.bin to NAME.3.bin (bytes of
 * red, green and blue, each file half as wide and high as the one before), objects.bin with a bitmap
 * (bytes, 0 or 1) of each object within its box, and index.json with sizes, light, boxes and places.
 */

const levels = 4
/** In pixels of the photograph; smaller objects are slips of the pen. */
const leastPixels = 20
const kinds = ['microaneurysm', 'haemorrhage', 'hard exudate', 'soft exudate'] as const
const structures = ['disc', ...kinds] as const

interface ClickObject {
  readonly structure: (typeof structures)[number]
  readonly box: readonly [x: number, y: number, width: number, height: number]
  /** Position of its bitmap in objects.bin. */
  readonly offset: number
}

interface Source {
  readonly name: string
  readonly use: string
  readonly photograph: string
  readonly masks: readonly (readonly [ClickObject['structure'], () => Promise<Bitmap>])[]
}

const [to] = process.argv.slice(2)
if (to === undefined) throw new Error('Usage: node training/prepare-clicks.ts OUT_FOLDER')
await mkdir(to, { recursive: true })
const bitmaps = await open(join(to, 'objects.bin'), 'w')
let written = 0
const index: object[] = []
for (const source of await listSources()) index.push(await prepare(source, to))
await bitmaps.close()
await writeFile(join(to, 'index.json'), `${JSON.stringify(index, null, 1)}\n`)
process.stdout.write(`${index.length} photographs are ready in ${to}\n`)

/** IDRiD's photographs with lesions, and the photographs with a disc in landmarks.csv. */
async function listSources(): Promise<Source[]> {
  const lesions = await listLesionPhotographs(photographsFolder)
  const table = await readFile(join(import.meta.dirname, 'landmarks.csv'), 'utf8')
  const discs = table
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
  return [
    ...lesions.map(({ name, use, photograph, maps }) => {
      // The set's maps of one photograph have one format.
      const format = maps.find((map) => map !== null)?.slice(-3) ?? 'png'
      const disc = `idrid/lesions/${name}_OD.${format}`
      const masks = maps.map((map, i) => [kinds[i], map] as const)
      return {
        name,
        use,
        photograph,
        masks: [['disc', disc] as const, ...masks].flatMap(([structure, map]) =>
          structure === undefined || map === null
            ? []
            : [[structure, () => readBitmap(map)] as const],
        ),
      }
    }),
    ...discs
      .filter(([photograph = '']) => /^(hrf|idrid\/images)/.test(photograph))
      .map(([photograph = '', use = '', ...place]) => ({
        name: photograph.replaceAll('/', '-').replace(/\.\w+$/, ''),
        use,
        photograph,
        masks: [['disc', () => drawEllipse(photograph, place.map(Number))] as const],
      })),
  ]
}

async function drawEllipse(photograph: string, place: number[]): Promise<Bitmap> {
  const { width, height } = await sharp(join(photographsFolder, photograph)).metadata()
  const [x = 0, y = 0, across = 0, high = 0] = place
  const inside = (i: number) => {
    const [dx, dy] = [(i % width) + 0.5 - x, Math.floor(i / width) + 0.5 - y]
    return (2 * dx) ** 2 / across ** 2 + (2 * dy) ** 2 / high ** 2 < 1
  }
  const data = new Uint8Array(width * height)
  for (let i = 0; i < data.length; i++) data[i] = inside(i) ? 1 : 0
  return { width, height, data }
}

async function prepare({ name, use, photograph, masks }: Source, out: string): Promise<object> {
  const image = await readPhotograph(photograph)
  for (let level = 0; level < levels; level++) {
    const { data } = await resized(image, halved(image, level))
    await writeFile(join(out, `${name}.${level}.bin`), data)
  }
  const objects: ClickObject[] = []
  for (const [structure, read] of masks) {
    for (const { region, bitmap } of partsOf(await read(), 8, leastPixels)) {
      const box = [region.x, region.y, region.width, region.height] as const
      objects.push({ structure, box, offset: written })
      written += (await bitmaps.write(bitmap.data)).bytesWritten
    }
  }
  const { width, height } = image
  const overview = overviewOf(await resized(image, overviewSize(image)))
  return { name, use, width, height, ...overview, objects }
}

function halved({ width, height }: Size, times: number): Size {
  return { width: Math.ceil(width / 2 ** times), height: Math.ceil(height / 2 ** times) }
}

async function resized({ data, ...from }: RgbImage, { width, height }: Size): Promise<RgbImage> {
  const raw = { width: from.width, height: from.height, channels: 3 } as const
  const small = sharp(data, { raw }).resize(width, height, { fit: 'fill', kernel: 'linear' })
  return { width, height, data: new Uint8Array(await small.raw().toBuffer()) }
}
