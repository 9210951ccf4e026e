import type { RgbImage } from '#raster/image'

/**
 * Fields of more degrees are ultra-wide: their projection stretches the periphery, which no measure
 * here takes into account. Source: N. Choudhry et al., Classification and guidelines for widefield
 * imaging, Ophthalmol Retina 2019;3:843-9 (ultra-widefield from 100° on).
 */
export const ultraWideDegrees = 100

/** Brighter pixels of 255 levels are lit. */
const litLevel = 40
/** Minimum lit share of an ultra-wide picture, and maximum of its blue light relative to green. */
const leastLit = 0.35
const mostBlue = 0.03
/** Every seventh pixel is sampled. */
const stride = 7

/**
 * Whether a picture without a round field has the colours of a scanning laser ophthalmoscope for
 * ultra-wide fields, whose lasers are red and green alone.
 */
export function hasTwoLaserColours({ data }: RgbImage): boolean {
  let [looked, lit, red, green, blue] = [0, 0, 0, 0, 0]
  for (let i = 0; i + 2 < data.length; i += 3 * stride) {
    const [r = 0, g = 0, b = 0] = [data[i], data[i + 1], data[i + 2]]
    looked += 1
    if (Math.max(r, g, b) < litLevel) continue
    lit += 1
    red += r
    green += g
    blue += b
  }
  return lit >= leastLit * looked && blue < mostBlue * green && green > 0.25 * red
}
