import { boxMeanWithin, maskedBoxMean } from '#raster/box-mean'
import type { Bitmap, GreyImage } from '#raster/image'

/** Radii of the neighbourhoods of the local mean and deviation, as shares of the field's diameter. */
const meanShare = 1 / 24
const deviationShare = 1 / 8
/**
 * Values more than this many deviations above the local mean are clipped, so that no bright lesion or disc
 * makes its surround look dark.
 */
const brightestDeviations = 1
const cutRounds = 2
/** How much the local deviation counts against that of the whole field. */
const localShare = 0.5
const least = -4
const most = 6

/**
 * How much darker each pixel is than its surround, in standard deviations from -4 to 6, with
 * uneven light, uneven contrast and bright spots taken out; 0 outside the mask. Takes one channel
 * (0 to 255) and the field's diameter in the same pixels.
 */
export function normaliseIllumination(
  channel: GreyImage,
  mask: Bitmap,
  diameterPx: number,
): GreyImage {
  const meanRadius = Math.round(diameterPx * meanShare)
  let cut = channel
  let darkness = subtractFromMean(cut, mask, meanRadius)
  let deviation = deviationOf(darkness, mask)
  for (let round = 0; round < cutRounds; round++) {
    cut = cutBright(channel, { cut, darkness }, deviation)
    darkness = subtractFromMean(cut, mask, meanRadius)
    deviation = deviationOf(darkness, mask)
  }
  const squares = { ...darkness, data: darkness.data.map((value) => value * value) }
  const variance = maskedBoxMean(squares, mask, Math.round(diameterPx * deviationShare))
  const data = darkness.data.map((value, i) => {
    const mixed = localShare * (variance.data[i] ?? 0) + (1 - localShare) * deviation * deviation
    return Math.max(least, Math.min(most, value / Math.sqrt(mixed + 1e-3)))
  })
  return { ...darkness, data }
}

/** The smooth local mean less each pixel. */
function subtractFromMean(image: GreyImage, mask: Bitmap, radius: number): GreyImage {
  const meanOf = boxMeanWithin(mask, radius)
  const mean = meanOf(meanOf(image))
  const data = mean.data.map((value, i) => (value - (image.data[i] ?? 0)) * (mask.data[i] ?? 0))
  return { ...image, data }
}

function cutBright(
  channel: GreyImage,
  before: { cut: GreyImage; darkness: GreyImage },
  deviation: number,
): GreyImage {
  const data = channel.data.map((value, i) => {
    const mean = (before.cut.data[i] ?? 0) + (before.darkness.data[i] ?? 0)
    return Math.min(value, mean + brightestDeviations * deviation)
  })
  return { ...channel, data }
}

function deviationOf({ data }: GreyImage, mask: Bitmap): number {
  let sum = 0
  let count = 0
  for (let i = 0; i < data.length; i++) {
    if (mask.data[i] === 0) continue
    sum += (data[i] ?? 0) ** 2
    count += 1
  }
  return count === 0 ? 0 : Math.sqrt(sum / count)
}
