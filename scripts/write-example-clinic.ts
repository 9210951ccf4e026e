import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import sharp from 'sharp'

import { fundusPhotograph, transferSyntaxFor } from '#dicom/objects/photograph'
import { writeObject } from '#dicom/write-file'
import { toSegmentation, type Segmentation } from '#geometry/segmentation'
import { simplify } from '#geometry/simplify'
import { findComponents, keepComponents } from '#raster/components'
import { traceContours } from '#raster/contour'
import { createBitmap, type Bitmap } from '#raster/image'
import { dilate, erode } from '#raster/morphology'

const clinic = path.join(import.meta.dirname, '../example-clinic')

const [idrid] = process.argv.slice(2)
if (idrid === undefined) throw new Error('Name the folder of IDRiD’s lesion photographs.')

interface Reframing {
  readonly turnDegrees: number
  readonly enlarged: number
  /** Factors of red, green and blue. */
  readonly light: readonly [number, number, number]
  /** Standard deviation of the blur, in pixels; 0: none. */
  readonly blur: number
}

/** The photograph as another visit may have shown it: turned, moved closer, in another light. */
async function writeReframed(from: string, to: string, reframing: Reframing): Promise<void> {
  const { turnDegrees, enlarged, light, blur } = reframing
  const source = await readFile(path.join(clinic, from))
  const { width, height } = await sharp(source).metadata()
  const large = Math.round(width * enlarged)
  const turned = await sharp(source)
    .resize(large)
    .rotate(turnDegrees, { background: '#000' })
    .toBuffer({ resolveWithObject: true })
  const left = Math.round((turned.info.width - width) / 2)
  const top = Math.round((turned.info.height - height) / 2)
  const framed = sharp(turned.data)
    .extract({ left, top, width, height })
    .linear([...light], [0, 0, 0])
  await (blur > 0 ? framed.blur(blur) : framed).jpeg({ quality: 85 }).toFile(path.join(clinic, to))
}

/** Organisation root of examples in ISO's documents: the UIDs belong to nobody. */
const uidRoot = '2.999.7'

async function writeDicomFile(from: string, to: string): Promise<void> {
  const bytes = await readFile(path.join(clinic, from))
  const { width: columns, height: rows } = await sharp(bytes).metadata()
  const pixels = {
    columns,
    rows,
    samplesPerPixel: 3,
    data: { form: 'jpeg', bytes, isRgb: false },
    wasLossy: true,
  } as const
  const taken = { day: '2024-09-10', time: '09:30:00', offset: null }
  const context = {
    sopInstanceUid: `${uidRoot}.1.1.1`,
    patient: {
      name: 'Example^Bora==예시^보라',
      id: 'EXAMPLE-B',
      birthDate: '19580412',
      sex: 'F',
      age: '066Y',
    },
    study: {
      instanceUid: `${uidRoot}.1`,
      date: '20240910',
      time: '093000',
      id: 'EXAMPLE',
      accessionNumber: '',
    },
    series: { instanceUid: `${uidRoot}.1.1`, number: 1, description: 'Example, not a patient' },
    device: {
      manufacturer: 'Fovea',
      model: 'Example clinic',
      serialNumber: '0',
      softwareVersion: '1',
    },
    created: taken,
  }
  const photograph = {
    pixels,
    laterality: 'R',
    acquiredAt: taken,
    hasBurnedInAnnotation: false,
    synchronizationFrameOfReferenceUid: `${uidRoot}.2`,
  } as const
  const file = writeObject(fundusPhotograph(context, photograph), transferSyntaxFor(pixels))
  await writeFile(path.join(clinic, to), file)
}

/** The categories of the outlines, with the letters of IDRiD's maps. */
const lesions = { microaneurysms: 'MA', haemorrhages: 'HE', hardExudates: 'EX', softExudates: 'SE' }
type Outlines = Partial<Record<keyof typeof lesions, Segmentation>>

/** The map of a lesion at half its width and height, as the photographs are. */
async function readMap(folder: string, photograph: string, letters: string) {
  const names = ['png', 'tif'].map((kind) => path.join(folder, `${photograph}_${letters}.${kind}`))
  const file = names.find((name) => existsSync(name))
  if (file === undefined) return undefined
  const { width } = await sharp(file).metadata()
  const { data, info } = await sharp(file)
    .resize(Math.round(width / 2))
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const map = createBitmap(info)
  // White in the PNG maps, red in the TIFF maps.
  for (let i = 0; i < map.data.length; i++) map.data[i] = (data[3 * i] ?? 0) > 127 ? 1 : 0
  return map
}

/** Areas in pixels; the maps have specks of a pixel or two. */
const leastArea = 12

function outlinesOf(map: Bitmap): Segmentation {
  const clean = keepComponents(findComponents(map, 8), (area) => area >= leastArea)
  return toSegmentation(simplify(traceContours(clean), 0.7))
}

/**
 * A second reader, made up: overlooks every fourth lesion, and draws exudates wider and dark lesions
 * narrower than the first.
 */
function readAgain(map: Bitmap, isDark: boolean): Bitmap {
  const seen = keepComponents(findComponents(map, 8), (_, number) => number % 4 !== 0)
  return isDark ? erode(seen, 1) : dilate(seen, 2)
}

async function readOutlines(folder: string, photograph: string) {
  const first: Outlines = {}
  const second: Outlines = {}
  for (const [category, letters] of Object.entries(lesions)) {
    const map = await readMap(folder, photograph, letters)
    if (map === undefined) continue
    const key = category as keyof typeof lesions
    first[key] = outlinesOf(map)
    second[key] = outlinesOf(readAgain(map, letters === 'MA' || letters === 'HE'))
  }
  return [first, second]
}

for (const photograph of ['IDRiD_07']) {
  await sharp(path.join(idrid, `${photograph}.jpg`))
    .resize(2144)
    .jpeg({ quality: 85 })
    .toFile(path.join(clinic, `${photograph}.jpg`))
}
const slight = { turnDegrees: 3, enlarged: 1.04, light: [0.94, 1.02, 1.05], blur: 0 } as const
const warmer = { turnDegrees: -4, enlarged: 1.06, light: [1.06, 0.97, 0.92], blur: 0 } as const
const outOfFocus = { turnDegrees: 2, enlarged: 1.02, light: [1, 1, 1], blur: 15 } as const
await writeReframed('03_h.jpg', '03_h-second-visit.jpg', slight)
await writeReframed('05_h.jpg', '05_h-second-visit.jpg', warmer)
await writeReframed('IDRiD_55.jpg', 'IDRiD_55-second-visit.jpg', slight)
await writeReframed('IDRiD_001.jpg', 'IDRiD_001-out-of-focus.jpg', outOfFocus)
await writeDicomFile('05_h.jpg', '05_h.dcm')
const outlines = {
  IDRiD_07: await readOutlines(idrid, 'IDRiD_07'),
  IDRiD_55: await readOutlines(idrid, 'IDRiD_55'),
}
await writeFile(path.join(clinic, 'outlines.json'), `${JSON.stringify(outlines)}\n`)
