import { cutToImage } from '#annotation/clipboard'
import {
  type Annotation,
  type AnnotationDocument,
  type Category,
  emptyAnnotation,
} from '#annotation/document'
import type { Origin } from '#annotation/origin'
import type { annotateByService } from '#contract/annotation-service'
import { isUprightRectangle } from '#geometry/box'
import { mapRings, type MultiPolygon } from '#geometry/polygon'
import { parseSegmentation } from '#geometry/segmentation'

import type { CallOutput } from '../../../api/call.ts'

type Found = CallOutput<typeof annotateByService>
type FoundAnnotation = Found['annotations'][number]

interface Adding {
  readonly document: AnnotationDocument
  readonly creator: string
  readonly newId: () => string
}

/**
 * The annotations that a service found on the picture, as annotations of the document. Categories are
 * matched by name; unknown names are returned. The service's pixels are scaled from the size that it states
 * for the picture. Leaves out shapes outside the image or without area, and counts them.
 */
export function annotationsFound(
  { info, images, categories, annotations }: Found,
  adding: Adding,
): { made: Annotation[]; unknown: string[]; outside: number } {
  const { image } = adding.document
  const [picture] = images
  const stretch = {
    x: image.width / (picture?.width ?? image.width),
    y: image.height / (picture?.height ?? image.height),
  }
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  const ours = new Map(
    Array.from(adding.document.categories.values(), (category) => [key(category.name), category]),
  )
  const origin = originOf(info)
  const made: Annotation[] = []
  const unknown = new Set<string>()
  let outside = 0
  for (const found of annotations) {
    if (!isOn(picture?.id, found)) continue
    const name = names.get(found.category_id) ?? String(found.category_id)
    const category = ours.get(key(name))
    if (category === undefined) {
      unknown.add(name)
      continue
    }
    const making = { ...adding, origin, stretch, above: made.length }
    const annotation = cutToImage(annotationOf(found, category, making), image)
    if (annotation === null) outside += 1
    else made.push(annotation)
  }
  return { made, unknown: [...unknown], outside }
}

function key(name: string): string {
  return name.trim().toLowerCase()
}

/** A service that received one picture may omit its id. */
function isOn(picture: number | undefined, { image_id: id }: FoundAnnotation): boolean {
  return picture === undefined || id === undefined || id === picture
}

interface Making extends Adding {
  readonly origin: Origin
  readonly stretch: { readonly x: number; readonly y: number }
  /** Number of annotations placed below it. */
  readonly above: number
}

function annotationOf(
  { segmentation, keypoints, isbbox }: FoundAnnotation,
  category: Category,
  { document, creator, newId, origin, stretch, above }: Making,
): Annotation {
  const geometry = stretched(parseSegmentation(segmentation), stretch)
  const empty = emptyAnnotation(document, { id: newId(), categoryId: category.id, creator })
  const places = category.keypointLabels.length
  return {
    ...empty,
    position: empty.position + above,
    geometry,
    origin,
    isBox: isbbox && isUprightRectangle(geometry),
    keypoints: keypoints.slice(0, 3 * places).map((value, i) => {
      if (i % 3 === 2) return value
      return value * (i % 3 === 0 ? stretch.x : stretch.y)
    }),
  }
}

/** The service's description of itself, if it has one. */
function originOf(info: Found['info']): Origin {
  const { description: name, version } = info ?? {}
  const algorithms = name === undefined ? [] : [{ name, version: version ?? null }]
  return { kind: 'automatic', algorithms }
}

function stretched(shape: MultiPolygon, { x, y }: Making['stretch']): MultiPolygon {
  if (x === 1 && y === 1) return shape
  return mapRings(shape, (ring) => ring.map((value, i) => value * (i % 2 === 0 ? x : y)))
}
