/** Rows of pixels from the top, one number each. */
export interface GreyImage {
  readonly width: number
  readonly height: number
  readonly data: Float32Array
}

/** Rows of pixels from the top, three bytes each: red, green, blue. */
export interface RgbImage {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** Rows of pixels from the top, four bytes each: red, green, blue, opacity (not premultiplied). */
export interface RgbaImage {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** Rows of pixels from the top, one byte each: 1 inside the area, 0 outside. */
export interface Bitmap {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** Thrown for pixels that do not fit the size they are said to have. */
export class ImageSizeError extends Error {
  override readonly name = 'ImageSizeError'
}

export function createGreyImage({ width, height }: Size): GreyImage {
  return { width, height, data: new Float32Array(width * height) }
}

export function createBitmap({ width, height }: Size): Bitmap {
  return { width, height, data: new Uint8Array(width * height) }
}

/** Throws ImageSizeError unless the size is whole and positive and there are 3 bytes a pixel. */
export function assertRgbImage({ width, height, data }: RgbImage): void {
  assertSize({ width, height })
  if (data.length !== 3 * width * height) {
    throw new ImageSizeError(
      `An RGB image of ${width} x ${height} pixels has ${3 * width * height} bytes, ` +
        `but ${data.length} were given: pass 3 bytes a pixel, without opacity or padding.`,
    )
  }
}

/** Throws ImageSizeError unless the size is whole and positive and there are 4 bytes a pixel. */
export function assertRgbaImage({ width, height, data }: RgbaImage): void {
  assertSize({ width, height })
  if (data.length !== 4 * width * height) {
    throw new ImageSizeError(
      `An RGBA image of ${width} x ${height} pixels has ${4 * width * height} bytes, ` +
        `but ${data.length} were given: pass 4 bytes a pixel, opacity last, without padding.`,
    )
  }
}

function assertSize({ width, height }: Size): void {
  if (Number.isInteger(width) && Number.isInteger(height) && width >= 1 && height >= 1) return
  throw new ImageSizeError(
    `An image of ${width} x ${height} pixels does not exist: give whole, positive sizes.`,
  )
}

/** How many pixels a bitmap has inside its area. */
export function countPixels({ data }: Bitmap): number {
  let count = 0
  for (let i = 0; i < data.length; i++) count += data[i] ?? 0
  return count
}
