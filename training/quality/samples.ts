import { join, parse } from 'node:path'

import type { RgbImage } from '#raster/image'
import { findFieldOfView } from '#retina/field-of-view'
import type { MeasuredQuality, QualityFeatures } from '#retina/quality/features'
import { prepareEye } from '#retina/prepared-eye'
import { measureQuality } from '#retina/quality/features'
import sharp from 'sharp'

import { listGatePhotographs } from '../photographs.ts'
import { degrade } from './degrade.ts'
import { drawOther, kinds } from './not-a-fundus.ts'
import { Random } from './random.ts'

/** A picture as the gate sees it, with its labels. */
export interface Sample {
  /** The photograph that it was made from, and the set that this belongs to. */
  readonly photograph: string
  readonly set: string
  /** A fault, or the scene shown instead of a fundus. */
  readonly kind: string
  readonly isFundus: boolean
  /** Share of the photograph's vessels that can still be found, from 0 to 1; 0 if it shows none. */
  readonly visibility: number
  /** Null if no field of view is found, for which the picture is refused. */
  readonly features: QualityFeatures | null
}

/** Diameter of the field in the pictures' sources, in pixels. */
const diameterPx = 360
const versions = { degraded: 9, other: 8 }

/** All samples, made from the photographs below a folder; the same every time. */
export async function makeSamples(folder: string): Promise<Sample[]> {
  const samples: Sample[] = []
  let seed = 1
  for (const { set, photograph } of await listGatePhotographs(folder)) {
    const random = new Random(1000 * seed++)
    const image = await readSmall(join(folder, photograph))
    const origin = { photograph: parse(photograph).name, set }
    samples.push(...(await samplesOf(image, origin, random)))
    process.stdout.write(`${samples.length} samples, ${set} ${origin.photograph}\n`)
  }
  return samples
}

async function samplesOf(
  image: RgbImage,
  origin: Pick<Sample, 'photograph' | 'set'>,
  random: Random,
): Promise<Sample[]> {
  const eye = prepareEye(image)
  if (eye.kind === 'not-a-fundus') throw new Error(`${origin.photograph}: ${eye.message}`)
  const reference = measureQuality(eye)
  const whole = { ...origin, kind: 'original', isFundus: true, visibility: 1 }
  const samples: Sample[] = [{ ...whole, features: reference.features }]
  for (let version = 0; version < versions.degraded; version++) {
    const severity = version < 2 ? 0 : random.between(0.05, 1)
    const { how, ...worse } = await degrade(image, severity, random)
    const found = prepareEye(worse.image)
    const measured = found.kind === 'not-a-fundus' ? null : measureQuality(found)
    const visibility =
      measured === null ? 0 : visibleShare({ image, ...reference }, { ...worse, ...measured })
    const features = measured === null ? null : measured.features
    samples.push({ ...origin, kind: how, isFundus: true, visibility, features })
  }
  for (let version = 0; version < versions.other; version++) {
    const kind = random.pick(kinds)
    const other = await drawOther(kind, image, random)
    const found = prepareEye(other)
    const features = found.kind === 'not-a-fundus' ? null : measureQuality(found).features
    samples.push({ ...origin, kind, isFundus: false, visibility: 0, features })
  }
  return samples
}

/** A photograph at the size that pictures are made from. */
async function readSmall(path: string): Promise<RgbImage> {
  const small = await sharp(path)
    .resize({ width: 400, height: 400, fit: 'inside' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const field = findFieldOfView({
    width: small.info.width,
    height: small.info.height,
    data: small.data,
  })
  if (field.kind === 'not-a-fundus') throw new Error(`${path}: ${field.message}`)
  const width = Math.round((small.info.width * diameterPx) / field.diameterPx)
  const { data, info } = await sharp(path)
    .resize({ width })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}

interface Seen extends MeasuredQuality {
  readonly image: RgbImage
}

/** Places within this many pixels of the view are the same. */
const tolerance = 2

/**
 * Agreement (F1 with a tolerance) of the vessels that are found in a picture with those of the
 * photograph that it was made from.
 */
function visibleShare(
  before: Seen,
  after: Seen & { readonly offset: { readonly x: number; readonly y: number } },
): number {
  const [from, to] = [before.lines.vessels, after.lines.vessels]
  const scaleBefore = from.width / before.image.width
  const scaleAfter = to.width / after.image.width
  const toAfter = (x: number, y: number) => ({
    x: Math.round((x / scaleBefore - after.offset.x) * scaleAfter),
    y: Math.round((y / scaleBefore - after.offset.y) * scaleAfter),
  })
  const toBefore = (x: number, y: number) => ({
    x: Math.round((x / scaleAfter + after.offset.x) * scaleBefore),
    y: Math.round((y / scaleAfter + after.offset.y) * scaleBefore),
  })
  const recall = shareFound(from, to, toAfter)
  const precision = shareFound(to, from, toBefore)
  return recall + precision === 0 ? 0 : (2 * recall * precision) / (recall + precision)
}

function shareFound(
  from: MeasuredQuality['lines']['vessels'],
  to: MeasuredQuality['lines']['vessels'],
  place: (x: number, y: number) => { x: number; y: number },
): number {
  let [all, found] = [0, 0]
  for (let i = 0; i < from.data.length; i++) {
    if (from.data[i] === 0) continue
    all += 1
    const { x, y } = place(i % from.width, Math.floor(i / from.width))
    found += Number(hasNear(to, x, y))
  }
  return all === 0 ? 0 : found / all
}

function hasNear(
  { width, height, data }: MeasuredQuality['lines']['vessels'],
  x: number,
  y: number,
): boolean {
  for (let dy = -tolerance; dy <= tolerance; dy++) {
    for (let dx = -tolerance; dx <= tolerance; dx++) {
      const isInside = x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height
      if (isInside && data[(y + dy) * width + x + dx] === 1) return true
    }
  }
  return false
}
