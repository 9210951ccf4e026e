import type { Size } from '../viewport.ts'

/** A picture of the whole image, at its own size or smaller. */
export interface Picture extends Size {
  readonly source: CanvasImageSource
}

/** Whether to smooth at this many display pixels per picture pixel; beyond, single pixels are visible. */
export function smoothsAt(scale: number): boolean {
  return scale < 4
}

/** Paints a picture over the image's area; the context's units are image pixels. */
export function paintPicture(
  context: CanvasRenderingContext2D,
  picture: Picture,
  { image, scale }: { image: Size; scale: number },
): void {
  context.imageSmoothingEnabled = smoothsAt((image.width / picture.width) * scale)
  context.imageSmoothingQuality = 'medium'
  context.drawImage(picture.source, 0, 0, image.width, image.height)
}
