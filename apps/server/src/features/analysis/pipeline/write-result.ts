import { rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

import sharp, { type Raw } from 'sharp'

import type { AnalysisResult } from '#contract/analysis'
import type { RgbaImage } from '#raster/image'

/** Pixels, or lines: an SVG document of our own. */
export type Drawing = RgbaImage | string

/** A result as it is found: what is kept of it, and its pictures. */
export interface FoundResult {
  readonly kind: AnalysisResult['kind']
  readonly model: AnalysisResult['model']
  readonly numbers: object
  /** Whether a person's correction of areas took part. */
  readonly isCorrected?: boolean
  /** Of the photograph's size, transparent where nothing was found. */
  readonly picture?: Drawing
  /** Where the picture is several that lie on one another, from the lowest on. */
  readonly layers?: readonly Drawing[]
  /** Pictures of single areas, by name. */
  readonly parts?: Readonly<Record<string, Drawing>>
}

/** The description of a written result: `<kind>.json` beside `<kind>.png` and `<kind>-<part>.png`. */
export type WrittenResult = Pick<FoundResult, 'kind' | 'model' | 'numbers' | 'isCorrected'> & {
  readonly hasPicture: boolean
  readonly parts: readonly string[]
}

/** Writes the pictures, and then the description: a result that has one is whole. */
export async function writeResult(folder: string, found: FoundResult): Promise<void> {
  const { kind, model, numbers, picture, parts = {} } = found
  const layers = found.layers ?? (picture === undefined ? [] : [picture])
  if (layers.length > 0) await writePicture(path.join(folder, `${kind}.png`), layers)
  for (const [name, part] of Object.entries(parts)) {
    await writePicture(path.join(folder, `${kind}-${name}.png`), [part])
  }
  const hasPicture = layers.length > 0
  const { isCorrected = false } = found
  const names = Object.keys(parts)
  const written: WrittenResult = { kind, model, numbers, isCorrected, hasPicture, parts: names }
  const target = path.join(folder, `${kind}.json`)
  await writeFile(`${target}.part`, JSON.stringify(written))
  await rename(`${target}.part`, target)
}

async function writePicture(file: string, [lowest, ...others]: readonly Drawing[]): Promise<void> {
  if (lowest === undefined) return
  const over = others.map((drawing) => inputOf(drawing))
  // Nearly all of it is transparent: more effort would make it hardly smaller.
  const { input, raw } = inputOf(lowest)
  await sharp(input, raw && { raw })
    .composite(over)
    .png({ compressionLevel: 3 })
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
