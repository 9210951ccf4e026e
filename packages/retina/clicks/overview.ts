import type { RgbImage, Size } from '#raster/image'

import { prepareEye } from '../prepared-eye.ts'

/** Longer side of the picture for `overviewOf`, in pixels. */
const overviewSidePx = 640

/** Properties of a whole photograph that every look at it needs. */
export interface Overview {
  /** Diameter of the field of view, as a share of the photograph's longer side. */
  readonly field: number
  /** Means and deviations of red, green and blue over the field of view, from 0 to 255. */
  readonly means: readonly number[]
  readonly deviations: readonly number[]
}

/**
 * The field and the light of a photograph, from a reduced picture of it. A picture without a field
 * of view, such as a part cut out of a photograph, counts as a field of its own.
 */
export function overviewOf(picture: RgbImage): Overview {
  const eye = prepareEye(picture)
  if (eye.kind === 'not-a-fundus') return { field: 1, ...lightOf(picture) }
  const { mask } = eye.viewWithField(eye.field.diameterPx)
  return {
    field: eye.field.diameterPx / Math.max(picture.width, picture.height),
    ...lightOf(picture, mask.data),
  }
}

/** The size of the picture for `overviewOf`. */
export function overviewSize({ width, height }: Size): Size {
  const scale = Math.min(1, overviewSidePx / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

function lightOf({ data }: RgbImage, inside?: Uint8Array): Pick<Overview, 'means' | 'deviations'> {
  const sums = [0, 0, 0]
  const squares = [0, 0, 0]
  let count = 0
  for (let i = 0; 3 * i < data.length; i++) {
    if (inside !== undefined && inside[i] === 0) continue
    count += 1
    for (let channel = 0; channel < 3; channel++) {
      const value = data[3 * i + channel] ?? 0
      sums[channel] = (sums[channel] ?? 0) + value
      squares[channel] = (squares[channel] ?? 0) + value * value
    }
  }
  const means = sums.map((sum) => sum / Math.max(1, count))
  const deviations = means.map((mean, channel) => {
    const variance = (squares[channel] ?? 0) / Math.max(1, count) - mean * mean
    return Math.sqrt(Math.max(0, variance)) + 1
  })
  return { means, deviations }
}
