import type { Size } from '../viewport.ts'

/** A picture of the whole image, at its own size or smaller. */
export interface Picture extends Size {
  readonly source: CanvasImageSource
}

/**
 * Sets how pictures are smoothed at this many display pixels per picture pixel. Beyond four, single pixels are
 * visible. To reduce a picture to less than half its size, the better quality first makes smaller copies of it,
 * which takes 130 ms for 4096 x 4096 pixels without a graphics card: too long for a picture that is shown
 * only for a moment (`isForNow`).
 */
export function smooth(
  context: CanvasImageSmoothing,
  scale: number,
  isForNow: boolean = false,
): void {
  context.imageSmoothingEnabled = scale < 4
  context.imageSmoothingQuality = scale < 0.5 && !isForNow ? 'medium' : 'low'
}

/** Paints a picture over the image's area; the context's units are image pixels. */
export function paintPicture(
  context: CanvasRenderingContext2D,
  picture: Picture,
  { image, scale }: { image: Size; scale: number },
): void {
  smooth(context, (image.width / picture.width) * scale)
  context.drawImage(picture.source, 0, 0, image.width, image.height)
}
