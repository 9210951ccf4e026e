import type { AnnotationId } from '#annotation/document'
import { annotationLooksFrom, type Look, type Looks, storedLooks } from '#annotation/looks'

/** Maximum number of annotations whose looks are kept for a user; those of the images left first go. */
const mostAnnotations = 1000

/** Looks of single annotations of one image, as the preferences have them. */
interface LooksOfImage {
  readonly image: number
  readonly annotations: Readonly<Record<AnnotationId, Look>>
}

/** The looks of an image's annotations among the stored ones of all images. */
export function imageLooksFrom(stored: unknown, image: number): Looks['annotations'] {
  const own = imagesFrom(stored).find((each) => each.image === image)
  return annotationLooksFrom(own?.annotations)
}

/** The stored looks of all images with those of one image replaced, which becomes the latest. */
export function withImageLooks(
  stored: unknown,
  image: number,
  looks: Looks['annotations'],
): readonly LooksOfImage[] {
  const others = imagesFrom(stored).filter((each) => each.image !== image)
  const all = [...others, { image, annotations: storedLooks(new Map(latest([...looks]))) }]
  const counts = all.map(({ annotations }) => Object.keys(annotations).length)
  return all.filter((_, i) => {
    const fromHere = counts.slice(i).reduce((sum, count) => sum + count, 0)
    return counts[i] !== 0 && fromHere <= mostAnnotations
  })
}

function latest<T>(all: readonly T[]): readonly T[] {
  return all.slice(-mostAnnotations)
}

function imagesFrom(stored: unknown): readonly LooksOfImage[] {
  return Array.isArray(stored) ? stored.filter(isOfImage) : []
}

function isOfImage(stored: unknown): stored is LooksOfImage {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    'image' in stored &&
    typeof stored.image === 'number' &&
    'annotations' in stored &&
    typeof stored.annotations === 'object' &&
    stored.annotations !== null
  )
}
