import { rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

import sharp, { type Raw } from 'sharp'

import type { AnalysisResult } from '#contract/analysis'
import type { GreyImage, RgbaImage } from '#raster/image'
import type { MeasuredPlaces } from '#retina/calibres/same-places'

/** Pixels, or lines: an SVG document of our own. */
type Drawing = RgbaImage | string

/** A result as found: the content to store, and its pictures. */
export interface FoundResult {
  readonly kind: AnalysisResult['kind']
  readonly model: AnalysisResult['model']
  readonly numbers: object
  /** Whether areas corrected by a person were used. */
  readonly isCorrected?: boolean
  /** The same size as the photograph, transparent outside the findings. */
  readonly picture?: Drawing
  /** For a picture of several layers, from the lowest on. */
  readonly layers?: readonly Drawing[]
  /** Pictures of single areas, by name. */
  readonly parts?: Readonly<Record<string, Drawing>>
  /** Probabilities from 0 to 1 by name, for the whole photograph, at the network's resolution. */
  readonly maps?: Readonly<Record<string, GreyImage>>
  /** Where the calibres were measured, for later photographs of the eye. */
  readonly places?: MeasuredPlaces
}

/**
 * The description of a written result: `<kind>.json` beside its pictures, `<kind>.png`,
 * `<kind>-<part>.png` and `<kind>-map-<map>.png`.
 */
export type WrittenResult = Pick<
  FoundResult,
  'kind' | 'model' | 'numbers' | 'isCorrected' | 'places'
> & {
  readonly hasPicture: boolean
  readonly parts: readonly string[]
  readonly maps: readonly string[]
}

/** Writes the description after the pictures: a result with a description is complete. */
export async function writeResult(folder: string, found: FoundResult): Promise<void> {
  const { kind, model, numbers, picture, parts = {}, maps = {} } = found
  const layers = found.layers ?? (picture === undefined ? [] : [picture])
  if (layers.length > 0) await writePicture(path.join(folder, `${kind}.png`), layers)
  for (const [name, part] of Object.entries(parts)) {
    await writePicture(path.join(folder, `${kind}-${name}.png`), [part])
  }
  for (const [name, map] of Object.entries(maps))
    await writeMap(path.join(folder, `${kind}-map-${name}.png`), map)
  const hasPicture = layers.length > 0
  const { isCorrected = false, places } = found
  const names = { parts: Object.keys(parts), maps: Object.keys(maps) }
  const written: WrittenResult = {
    kind,
    model,
    numbers,
    isCorrected,
    hasPicture,
    ...names,
    ...(places && { places }),
  }
  const target = path.join(folder, `${kind}.json`)
  await writeFile(`${target}.part`, JSON.stringify(written))
  await rename(`${target}.part`, target)
}

async function writePicture(file: string, [lowest, ...others]: readonly Drawing[]): Promise<void> {
  if (lowest === undefined) return
  const over = others.map((drawing) => inputOf(drawing))
  // Nearly all of it is transparent: more effort would hardly make it smaller.
  const { input, raw } = inputOf(lowest)
  await sharp(input, raw && { raw })
    .composite(over)
    .png({ compressionLevel: 3 })
    .toFile(file)
}

/** A grey picture in which 255 means probability 1. */
async function writeMap(file: string, { data, width, height }: GreyImage): Promise<void> {
  const levels = Uint8Array.from(data, (probability) => Math.round(255 * probability))
  await sharp(levels, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png()
    .toFile(file)
}

function inputOf(drawing: Drawing): { input: Buffer; raw?: Raw } {
  if (typeof drawing === 'string') return { input: Buffer.from(drawing) }
  const { data, width, height } = drawing
  return {
    input: Buffer.from(data.buffer, data.byteOffset, data.length),
    raw: { width, height, channels: 4 },
  }
}
