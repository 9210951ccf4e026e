import type { Size } from './viewport.ts'

/** A picture of the whole image, at its own size or smaller. */
export interface Picture extends Size {
  readonly source: CanvasImageSource
}

/** The smallest picture that is sharp at this many pixels across, else the largest there is. */
export function sharpEnough<P extends Size>(pictures: readonly P[], across: number): P | null {
  const bySize = pictures.toSorted((a, b) => a.width - b.width)
  return bySize.find(({ width }) => width >= across) ?? bySize.at(-1) ?? null
}

/** Above this many display pixels per picture pixel the pixels are shown as they are. */
const pixelsShown = 4

/** Paints a picture over the image's area; the context's units are image pixels. */
export function paintPicture(
  context: CanvasRenderingContext2D,
  picture: Picture,
  { image, scale }: { image: Size; scale: number },
): void {
  context.imageSmoothingEnabled = (image.width / picture.width) * scale < pixelsShown
  context.imageSmoothingQuality = 'medium'
  context.drawImage(picture.source, 0, 0, image.width, image.height)
}
