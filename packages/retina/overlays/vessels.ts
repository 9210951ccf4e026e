import type { RgbaImage } from '#raster/image'

import type { VesselAnalysis, VesselMeasures } from '../vessels/analyse-vessels.ts'

/**
 * Cyan: far from the fundus's orange in lightness and along blue and yellow, the axis that people
 * with red-green colour blindness see.
 */
const vesselColour = { red: 0, green: 229, blue: 255 } as const
/** Opacity of the least and the most certain vessel, from 0 to 255. */
const faintest = 110
const strongest = 255

/**
 * A picture of the photograph's size to lay over it: vessels in one colour, the more opaque the
 * more probable, and everything else transparent.
 */
export function drawVesselOverlay({
  vessels,
  probability,
  measures,
}: Pick<VesselAnalysis, 'vessels' | 'probability'> & {
  measures: Pick<VesselMeasures, 'threshold'>
}): RgbaImage {
  const { width, height } = vessels
  const data = new Uint8Array(4 * width * height)
  const range = 1 - measures.threshold
  for (let i = 0; i < vessels.data.length; i++) {
    if (vessels.data[i] === 0) continue
    const certainty = ((probability.data[i] ?? 0) - measures.threshold) / range
    data[4 * i] = vesselColour.red
    data[4 * i + 1] = vesselColour.green
    data[4 * i + 2] = vesselColour.blue
    data[4 * i + 3] = Math.round(faintest + (strongest - faintest) * Math.max(0, certainty))
  }
  return { width, height, data }
}
