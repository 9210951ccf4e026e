import type { Bitmap, GreyImage, RgbImage, Size } from '#raster/image'
import { resampleChannel } from '#raster/resample'

import { fieldMask, findFieldOfView, type FieldOfView, type NotAFundus } from './field-of-view.ts'

/** A whole photograph at a smaller size: three channels from 0 to 255, all of one size. */
export interface EyeView extends Size {
  readonly red: GreyImage
  readonly green: GreyImage
  readonly blue: GreyImage
  /** The field of view at that size. */
  readonly mask: Bitmap
}

/**
 * A photograph with its field of view, prepared once for all steps of an analysis. Steps share its
 * views, and must not write into them.
 */
export class PreparedEye {
  readonly kind = 'prepared-eye'
  readonly photograph: RgbImage
  readonly field: FieldOfView
  readonly #views = new Map<number, EyeView>()

  constructor(photograph: RgbImage, field: FieldOfView) {
    this.photograph = photograph
    this.field = field
  }

  /** The size of the whole photograph at which its field has this diameter in pixels. */
  sizeWithField(diameterPx: number): Size {
    const { width, height } = this.photograph
    const scale = diameterPx / this.field.diameterPx
    return {
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
    }
  }

  /**
   * The photograph at the size at which its field has this diameter in pixels. The view is kept as
   * long as the eye, so ask for small ones that several steps share.
   */
  viewWithField(diameterPx: number): EyeView {
    const kept = this.#views.get(diameterPx)
    if (kept !== undefined) return kept
    const size = this.sizeWithField(diameterPx)
    const view = {
      ...size,
      red: resampleChannel(this.photograph, 0, size),
      green: resampleChannel(this.photograph, 1, size),
      blue: resampleChannel(this.photograph, 2, size),
      mask: fieldMask(this.field, size),
    }
    this.#views.set(diameterPx, view)
    return view
  }
}

/**
 * Finds the field of view of a photograph and prepares it, or says why it shows none. Throws
 * ImageSizeError for pixels that do not fit the image's size.
 */
export function prepareEye(photograph: RgbImage): PreparedEye | NotAFundus {
  const field = findFieldOfView(photograph)
  return field.kind === 'not-a-fundus' ? field : new PreparedEye(photograph, field)
}
