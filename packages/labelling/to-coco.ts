import { compressRle } from '#coco/rle-string'
import type { LabelledAnnotation, NamedPoint } from './labelled-image.ts'

/** The names of the keypoints of each label, in the order of their triples. */
export interface KeypointNames {
  /** Adds the names of these points that are new to the label. */
  readonly take: (label: string, points: readonly NamedPoint[]) => void
  readonly of: (label: string) => readonly string[]
}

/**
 * @param known the keypoints of labels that exist already; a point that only has a number is the one at that
 *   place among them
 */
export function keypointNames(known: ReadonlyMap<string, readonly string[]>): KeypointNames {
  const names = new Map<string, string[]>()
  const listOf = (label: string): string[] => {
    const list = names.get(label) ?? [...(known.get(label.toLowerCase()) ?? [])]
    names.set(label, list)
    return list
  }
  return {
    take(label, points) {
      const list = listOf(label)
      for (const { name } of points) if (placeIn(list, name) === -1) list.push(name)
    },
    of: (label) => names.get(label) ?? [],
  }
}

function placeIn(names: readonly string[], name: string): number {
  const place = names.indexOf(name)
  if (place !== -1 || !/^[1-9]\d{0,2}$/u.test(name)) return place
  return Number(name) <= names.length ? Number(name) - 1 : -1
}

interface Ids {
  readonly id: number
  readonly imageId: number
  readonly categoryId: number
  /** The category's keypoints. */
  readonly names: readonly string[]
}

/** An annotation as an entry of a COCO document, with the fields that are Fovea's own. */
export function cocoEntryOf(annotation: LabelledAnnotation, ids: Ids): object {
  const { lines, keypoints, metadata, origin } = annotation
  return {
    id: ids.id,
    image_id: ids.imageId,
    category_id: ids.categoryId,
    ...areaFields(annotation.area),
    ...(lines.length > 0 && { lines }),
    ...(keypoints.length > 0 && { keypoints: triplesOf(keypoints, ids.names) }),
    origin: { kind: origin, algorithms: [] },
    metadata,
  }
}

function areaFields(area: LabelledAnnotation['area']): object {
  switch (area.kind) {
    case 'none':
      return { isbbox: false }
    case 'box': {
      const { x, y, width, height } = area.box
      return { bbox: [x, y, width, height], isbbox: true }
    }
    case 'polygons':
      return { segmentation: area.shape.map(({ outer }) => outer), isbbox: false }
    case 'mask':
      return { segmentation: compressRle(area.mask), isbbox: false }
  }
}

function triplesOf(points: readonly NamedPoint[], names: readonly string[]): number[] {
  const triples = names.map(() => [0, 0, 0])
  for (const { name, x, y, visibility } of points) {
    const place = placeIn(names, name)
    if (place !== -1) triples[place] = [x, y, visibility]
  }
  return triples.flat()
}
