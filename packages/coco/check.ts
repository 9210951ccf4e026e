import { perimeter } from '#geometry/polygon'
import { countLabelled } from './annotation.ts'
import {
  isRle,
  type CocoAnnotation,
  type CocoCategory,
  type CocoDocument,
  type CocoImage,
  type CocoSegmentation,
} from './document.ts'
import { parseRle } from './rle-string.ts'
import { rleArea, RleError } from './rle.ts'

/** One thing that is wrong with a COCO document, in a sentence that names the object. */
interface CocoIssue {
  readonly subject: 'image' | 'annotation' | 'category'
  readonly id: number
  readonly message: string
}

/** Content and faults of a document; lists at most `maximumIssues` faults in words. */
export interface CocoReport {
  readonly images: number
  readonly annotations: number
  readonly categories: number
  readonly issueCount: number
  readonly issues: readonly CocoIssue[]
}

/** Checks a document object by object, in memory that grows with the images' number alone. */
export interface CocoCheck {
  readonly image: (image: CocoImage) => void
  /** Call after all images. */
  readonly annotation: (annotation: CocoAnnotation) => void
  readonly report: () => CocoReport
}

/** Issues spelled out in one report; a broken document would otherwise fill the memory. */
export const maximumIssues = 100 as const

/** Box edges may pass the image's by this much: sums of hundredths are not exact. */
const tolerance = 1e-6

/** Every issue of a whole document. An empty list of issues means that it may be handed out. */
export function checkCocoDocument(document: CocoDocument): CocoReport {
  const check = startCocoCheck(document.categories)
  for (const image of document.images) check.image(image)
  for (const annotation of document.annotations) check.annotation(annotation)
  return check.report()
}

/** A check of a document with these categories; images and annotations follow one by one. */
export function startCocoCheck(categories: readonly CocoCategory[]): CocoCheck {
  const issues: CocoIssue[] = []
  let issueCount = 0
  const say = (subject: CocoIssue['subject'], id: number, messages: readonly string[]): void => {
    issueCount += messages.length
    for (const message of messages.slice(0, maximumIssues - issues.length)) {
      issues.push({ subject, id, message })
    }
  }

  const categoriesById = new Map<number, CocoCategory>()
  for (const category of categories) {
    say('category', category.id, idIssues(category.id, categoriesById.has(category.id)))
    say('category', category.id, skeletonIssues(category))
    categoriesById.set(category.id, category)
  }
  const sizes = new Map<number, ImageSize>()
  const annotationIds = new Set<number>()

  return {
    image(image) {
      say('image', image.id, idIssues(image.id, sizes.has(image.id)))
      say('image', image.id, imageIssues(image, categoriesById))
      sizes.set(image.id, { width: image.width, height: image.height })
    },
    annotation(annotation) {
      const { id } = annotation
      say('annotation', id, idIssues(id, annotationIds.has(id)))
      annotationIds.add(id)
      const category = categoriesById.get(annotation.category_id)
      const size = sizes.get(annotation.image_id)
      if (category === undefined) {
        say('annotation', id, [`Its category ${annotation.category_id} is not in the document.`])
      } else say('annotation', id, keypointIssues(annotation, category))
      if (size === undefined) {
        say('annotation', id, [`Its image ${annotation.image_id} is not in the document.`])
      } else say('annotation', id, extentIssues(annotation, size))
    },
    report: () => ({
      images: sizes.size,
      annotations: annotationIds.size,
      categories: categoriesById.size,
      issueCount,
      issues: [...issues],
    }),
  }
}

interface ImageSize {
  readonly width: number
  readonly height: number
}

function idIssues(id: number, isTaken: boolean): string[] {
  if (!Number.isSafeInteger(id) || id < 1) return ['Its id is not a whole number above 0.']
  return isTaken ? ['Its id is used twice.'] : []
}

function imageIssues(image: CocoImage, categories: ReadonlyMap<number, CocoCategory>): string[] {
  const issues: string[] = []
  if (!isSide(image.width) || !isSide(image.height)) {
    issues.push(`Its size of ${image.width} x ${image.height} is not in whole pixels above 0.`)
  }
  if (image.file_name === '') issues.push('It has no file name.')
  const dangling = (image.category_ids ?? []).filter((id) => !categories.has(id))
  if (dangling.length > 0) {
    issues.push(`Its categories ${dangling.join(', ')} are not in the document.`)
  }
  return issues
}

function skeletonIssues({ keypoints = [], skeleton = [] }: CocoCategory): string[] {
  const isLabel = (index: number): boolean =>
    Number.isInteger(index) && index >= 1 && index <= keypoints.length
  return skeleton.every((edge) => edge.every(isLabel))
    ? []
    : [`Its skeleton joins labels outside 1 to ${keypoints.length}.`]
}

function keypointIssues(annotation: CocoAnnotation, category: CocoCategory): string[] {
  const { keypoints, num_keypoints: announced } = annotation
  if (keypoints === undefined) return []
  const labels = category.keypoints?.length ?? 0
  if (keypoints.length !== labels * 3) {
    return [`It has ${keypoints.length} keypoint numbers; its category asks for ${labels * 3}.`]
  }
  const labelled = countLabelled(keypoints)
  return announced === labelled ? [] : [`It announces ${announced} keypoints, but has ${labelled}.`]
}

function extentIssues(annotation: CocoAnnotation, size: ImageSize): string[] {
  const issues = segmentationIssues(annotation, size)
  const [x, y, width, height] = annotation.bbox
  const isInside =
    x >= -tolerance &&
    y >= -tolerance &&
    x + width <= size.width + tolerance &&
    y + height <= size.height + tolerance
  if (!isInside) issues.push(`Its box [${annotation.bbox.join(', ')}] is not inside the image.`)
  if (!(width > 0 && height > 0)) issues.push('Its box has no width or no height.')
  const isLineAlone = annotation.area === 0 && (annotation.lines ?? []).length > 0
  if (!isLineAlone && !(annotation.area > 0 && annotation.area < Infinity)) {
    issues.push('Its area is not above 0.')
  }
  return issues
}

function segmentationIssues(annotation: CocoAnnotation, size: ImageSize): string[] {
  const { segmentation, iscrowd } = annotation
  if (isRle(segmentation)) return maskIssues(segmentation, annotation, size)
  if (iscrowd === 1) return ['It is a crowd, which COCO writes as a mask, but has polygons.']
  if (!segmentation.every(isRing)) {
    return ['It has a ring that is not 3 or more points of finite x, y pairs.']
  }
  return segmentation.length === 0 && !annotation.num_keypoints
    ? ['It has neither a segmentation nor a keypoint.']
    : []
}

function maskIssues(
  mask: Extract<CocoSegmentation, { counts: unknown }>,
  { area, rings = [] }: CocoAnnotation,
  size: ImageSize,
): string[] {
  if (mask.size[0] !== size.height || mask.size[1] !== size.width) {
    return [`Its mask is of another size than the image (${mask.size.join(' x ')}).`]
  }
  try {
    const pixels = rleArea(parseRle(mask))
    return Math.abs(pixels - area) <= roughnessOf(rings)
      ? []
      : [`Its area is ${area}, but its mask has ${pixels} pixels.`]
  } catch (error) {
    if (error instanceof RleError) return [`Its mask is not readable: ${error.fault.kind}`]
    throw error
  }
}

/** How far the number of pixels of a mask may be from the area of its outlines: a pixel along them. */
function roughnessOf(rings: NonNullable<CocoAnnotation['rings']>): number {
  return perimeter(rings.flat().map((outer) => ({ outer, holes: [] })))
}

function isRing(ring: readonly number[]): boolean {
  return ring.length >= 6 && ring.length % 2 === 0 && ring.every(Number.isFinite)
}

function isSide(side: number): boolean {
  return Number.isInteger(side) && side > 0
}
