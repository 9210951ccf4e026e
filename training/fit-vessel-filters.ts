import type { RgbImage } from '#raster/image'
import { findFieldOfView } from '#retina/field-of-view'
import { mapVessels } from '#retina/vessels/vessels'

import { listCases } from './photographs.ts'
import { photographsFolder, readBitmapAt, readPhotograph } from './read-photographs.ts'

/**
 * Fits the scale and the intercept of the vessel filters (`packages/retina/vessels/vessels.ts`) to the
 * manual vessel maps of HRF's healthy eyes by logistic regression:
 * `node training/fit-vessel-filters.ts`. Multiply the filters' weights and the intercept by the
 * scale it prints, then add the shift to the intercept. Fitted constants give scale 1 and shift 0.
 *
 * Eyes with disease are left out: fitted to them, too, the filters miss fine vessels of other
 * cameras (Dice coefficient on CHASE_DB1 0.69 instead of 0.75).
 */
const healthy = /^hrf\/.*_h\./
const iterations = 20
/** One pixel in this many is used. */
const everyPixel = 23

interface Pixel {
  readonly odds: number
  readonly inside: number
}

const pixels: Pixel[] = []
for (const { photograph, vessels, use } of await listCases(photographsFolder)) {
  if (use !== 'train' || vessels === null || !healthy.test(photograph)) continue
  pixels.push(...(await pixelsOf(await readPhotograph(photograph), vessels)))
}
const fitted = fit(pixels)
process.stdout.write(
  `${pixels.length} pixels: scale ${fitted.scale.toFixed(3)}, shift ${fitted.shift.toFixed(3)}\n`,
)

async function pixelsOf(image: RgbImage, vessels: string): Promise<Pixel[]> {
  const field = findFieldOfView(image)
  if (field.kind === 'not-a-fundus') throw new Error(`${vessels}: no field of view`)
  const map = mapVessels(image, field)
  const truth = await readBitmapAt(vessels, map)
  const found: Pixel[] = []
  for (let i = 0; i < map.data.length; i += everyPixel) {
    const chance = map.data[i] ?? 0
    if (chance > 0 && chance < 1)
      found.push({ odds: Math.log(chance / (1 - chance)), inside: (truth[i] ?? 0) / 255 })
  }
  return found
}

/** By Newton's method, which needs few steps for two parameters. */
function fit(from: readonly Pixel[]): { scale: number; shift: number } {
  let [scale, shift] = [1, 0]
  for (let step = 0; step < iterations; step++) {
    let [slope, level, xx, x, one] = [0, 0, 0, 0, 0]
    for (const { odds, inside } of from) {
      const chance = 1 / (1 + Math.exp(-scale * odds - shift))
      const [error, weight] = [inside - chance, chance * (1 - chance)]
      slope += error * odds
      level += error
      xx += weight * odds * odds
      x += weight * odds
      one += weight
    }
    const determinant = xx * one - x * x
    scale += (one * slope - x * level) / determinant
    shift += (xx * level - x * slope) / determinant
  }
  return { scale, shift }
}
