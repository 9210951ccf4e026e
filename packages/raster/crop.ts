import type { Bitmap, GreyImage, RgbImage, Size } from './image.ts'
import { createBitmap, createGreyImage } from './image.ts'

/** Whole pixels of an image: columns x to x + width, rows y to y + height. */
export interface Region extends Size {
  readonly x: number
  readonly y: number
}

/** A region of an image as a new image. The region must lie within the image. */
export function crop(image: RgbImage, region: Region): RgbImage {
  const data = new Uint8Array(3 * region.width * region.height)
  for (let row = 0; row < region.height; row++) {
    const from = 3 * ((region.y + row) * image.width + region.x)
    data.set(image.data.subarray(from, from + 3 * region.width), 3 * row * region.width)
  }
  return { width: region.width, height: region.height, data }
}

/** An image of a size that is 0 but for an image placed with its corner at (x, y), within it. */
export function placeGrey(image: GreyImage, at: Region, size: Size): GreyImage {
  const placed = createGreyImage(size)
  copyRows(image, at, placed)
  return placed
}

/** The same for a bitmap. */
export function placeBitmap(bitmap: Bitmap, at: Region, size: Size): Bitmap {
  const placed = createBitmap(size)
  copyRows(bitmap, at, placed)
  return placed
}

function copyRows(from: GreyImage | Bitmap, { x, y }: Region, to: GreyImage | Bitmap): void {
  for (let row = 0; row < from.height; row++) {
    const pixels = from.data.subarray(row * from.width, (row + 1) * from.width)
    to.data.set(pixels, (y + row) * to.width + x)
  }
}
