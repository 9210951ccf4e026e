import { rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

import sharp, { type Sharp } from 'sharp'

import type { AnalysisResult } from '#contract/analysis'
import type { RgbaImage } from '#raster/image'

/** A picture of lines: an SVG document of our own. */
type Svg = string

/** A result as it is found: what is kept of it, and its pictures. */
export interface FoundResult {
  readonly kind: AnalysisResult['kind']
  readonly model: AnalysisResult['model']
  readonly numbers: object
  /** Whether a person's correction of areas took part. */
  readonly isCorrected?: boolean
  /** Of the photograph's size, transparent where nothing was found. */
  readonly picture?: RgbaImage | Svg
  /** Pictures of single areas, by name. */
  readonly parts?: Readonly<Record<string, RgbaImage | Svg>>
}

/** The description of a written result: `<kind>.json` beside `<kind>.png` and `<kind>-<part>.png`. */
export type WrittenResult = Pick<FoundResult, 'kind' | 'model' | 'numbers' | 'isCorrected'> & {
  readonly hasPicture: boolean
  readonly parts: readonly string[]
}

/** Writes the pictures, and then the description: a result that has one is whole. */
export async function writeResult(folder: string, found: FoundResult): Promise<void> {
  const { kind, model, numbers, picture, parts = {} } = found
  if (picture !== undefined) await writePicture(path.join(folder, `${kind}.png`), picture)
  for (const [name, part] of Object.entries(parts)) {
    await writePicture(path.join(folder, `${kind}-${name}.png`), part)
  }
  const hasPicture = picture !== undefined
  const { isCorrected = false } = found
  const names = Object.keys(parts)
  const written: WrittenResult = { kind, model, numbers, isCorrected, hasPicture, parts: names }
  const target = path.join(folder, `${kind}.json`)
  await writeFile(`${target}.part`, JSON.stringify(written))
  await rename(`${target}.part`, target)
}

async function writePicture(file: string, picture: RgbaImage | Svg): Promise<void> {
  // Nearly all of it is transparent: more effort would make it hardly smaller.
  await opened(picture).png({ compressionLevel: 3 }).toFile(file)
}

function opened(picture: RgbaImage | Svg): Sharp {
  if (typeof picture === 'string') return sharp(Buffer.from(picture))
  const { data, width, height } = picture
  return sharp(data, { raw: { width, height, channels: 4 } })
}
