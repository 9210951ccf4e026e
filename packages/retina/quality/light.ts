import type { QualityView } from './view.ts'
import { deviationOf, meanOf, quantileOf, smoothIn, valuesAt } from './view.ts'

/** Exposure, colour and sharpness of a photograph; brightness from 0 to 1. */
export interface LightFeatures {
  readonly visible: number
  /** The brighter of red and green: its mean, and the shares of the field that are lost. */
  readonly brightness: number
  readonly dark: number
  readonly saturated: number
  /** Mean green, the channel with most vessel contrast. */
  readonly green: number
  /** Means of the logarithms of red over green and green over blue, and how much they vary. */
  readonly redGreen: number
  readonly greenBlue: number
  readonly colourSpread: number
  /** Share of the field with red above green and green not below blue. */
  readonly orange: number
  /** Range of coarse brightness relative to the mean: in all, minimum and maximum. */
  readonly uneven: number
  readonly dimmest: number
  readonly brightest: number
  /** Logarithms of the contrast of green in octaves: finer than 1, 2, 4, 8 and 16 pixels. */
  readonly detail1: number
  readonly detail2: number
  readonly detail4: number
  readonly detail8: number
  readonly detail16: number
}

/** Brighter is lost; darker is lost. */
const saturatedFrom = 250
const darkTo = 24
const coarseRadius = 12
/** Radii in pixels of the means between which detail is measured. */
const octaves = [1, 2, 4, 8, 16] as const

/** Illumination of a photograph. */
export function measureLight(view: QualityView): LightFeatures {
  const { pixels, visible } = view
  const red = valuesAt(view.red, pixels)
  const green = valuesAt(view.green, pixels)
  const blue = valuesAt(view.blue, pixels)
  const brighter = red.map((value, i) => Math.max(value, green[i] ?? 0))
  return {
    visible,
    brightness: meanOf(brighter) / 255,
    dark: shareWhere(brighter, (value) => value <= darkTo),
    saturated: shareWhere(brighter, (value) => value >= saturatedFrom),
    green: meanOf(green) / 255,
    ...measureColours({ red, green, blue }),
    ...measureEvenness(view),
    ...measureDetail(view),
  }
}

type Channels = Readonly<Record<'red' | 'green' | 'blue', Float32Array>>

function measureColours({ red, green, blue }: Channels) {
  const redGreen = red.map((value, i) => logRatio(value, green[i] ?? 0))
  const greenBlue = green.map((value, i) => logRatio(value, blue[i] ?? 0))
  return {
    redGreen: meanOf(redGreen),
    greenBlue: meanOf(greenBlue),
    colourSpread: deviationOf(redGreen),
    orange: shareWhere(redGreen, (ratio, i) => ratio > 0 && (greenBlue[i] ?? 0) >= 0),
  }
}

/** Some light is added, so that the noise of dark pixels is no colour. */
function logRatio(a: number, b: number): number {
  return Math.log((a + 8) / (b + 8))
}

function measureEvenness({ red, green, mask, pixels }: QualityView) {
  const data = red.data.map((value, i) => Math.max(value, green.data[i] ?? 0))
  const coarse = valuesAt(smoothIn({ ...red, data }, mask, coarseRadius), pixels)
  const sorted = coarse.toSorted()
  const mean = meanOf(coarse) + 4
  return {
    uneven: deviationOf(coarse) / mean,
    dimmest: quantileOf(sorted, 0.05) / mean,
    brightest: quantileOf(sorted, 0.98) / mean,
  }
}

function measureDetail({ green, mask, pixels }: QualityView) {
  const mean = meanOf(valuesAt(green, pixels)) + 4
  const smoothed = [green, ...octaves.map((radius) => smoothIn(green, mask, radius))]
  const [detail1, detail2, detail4, detail8, detail16] = octaves.map((_, i) => {
    const finer = smoothed[i]?.data ?? []
    const coarser = smoothed[i + 1] ?? green
    const band = coarser.data.map((value, at) => (finer[at] ?? 0) - value)
    return Math.log(deviationOf(valuesAt({ ...green, data: band }, pixels)) / mean + 1e-4)
  }) as [number, number, number, number, number]
  return { detail1, detail2, detail4, detail8, detail16 }
}

function shareWhere(values: Float32Array, holds: (value: number, i: number) => boolean): number {
  let count = 0
  for (let i = 0; i < values.length; i++) if (holds(values[i] ?? 0, i)) count++
  return values.length === 0 ? 0 : count / values.length
}
