import type { Annotation, AnnotationId, Aspect, Category, Labels } from '#annotation/document'
import type { Origin } from '#annotation/origin'
import type { ServerState } from '#annotation/save'
import type * as wire from '#contract/annotations'
import type { Category as WireCategory } from '#contract/categories'
import { parseSegmentation, toSegmentation } from '#geometry/segmentation'

import type { AnnotatorData } from './api.ts'

/** The editor's name for an annotation that was read from the server. */
function idOnServer(serverId: number): AnnotationId {
  return `server-${serverId}`
}

/** An annotation as the server has it; positions follow the order of making. */
export function serverStateOf(annotation: wire.Annotation): ServerState {
  return {
    serverId: annotation.id,
    revision: annotation.revision,
    content: {
      id: idOnServer(annotation.id),
      categoryId: annotation.category_id,
      geometry: parseSegmentation(annotation.segmentation),
      keypoints: annotation.keypoints,
      isBox: annotation.isbbox,
      origin: annotation.origin,
      color: annotation.color,
      metadata: annotation.metadata,
      creator: annotation.creator === '' ? null : annotation.creator,
      position: annotation.id,
    },
  }
}

/** What the server has of an image. */
export interface Read {
  readonly saved: readonly ServerState[]
  readonly labels: Labels
}

export function readFrom({ image, categories }: AnnotatorData): Read {
  return {
    saved: categories.flatMap(({ annotations }) => annotations).map(serverStateOf),
    labels: new Set(image.category_ids),
  }
}

export function categoryOf(category: WireCategory): Category {
  return {
    id: category.id,
    name: category.name,
    supercategory: category.supercategory,
    color: category.color,
    keypointLabels: category.keypoint_labels,
    keypointEdges: category.keypoint_edges,
    keypointColors: category.keypoint_colors,
  }
}

/** What goes out when an annotation is saved. */
export interface WireContent {
  category_id: number
  segmentation: wire.Segmentation
  isbbox: boolean
  origin: wire.Origin
  keypoints: number[]
  color: string | null
  metadata: Record<string, string | number | boolean | null>
}

function originOf({ kind, algorithms }: Origin): wire.Origin {
  return { kind, algorithms: [...algorithms] }
}

const fields = {
  categoryId: ({ categoryId }) => ({ category_id: categoryId }),
  geometry: ({ geometry, isBox, origin }) => ({
    segmentation: toSegmentation(geometry),
    isbbox: isBox,
    origin: originOf(origin),
  }),
  // With the origin, or the server would take it that a person has changed what is drawn.
  keypoints: ({ keypoints, origin }) => ({
    keypoints: [...keypoints],
    origin: originOf(origin),
  }),
  color: ({ color }) => ({ color }),
  metadata: ({ metadata }) => ({ metadata: { ...metadata } }),
} as const satisfies Record<Aspect, (annotation: Annotation) => Partial<WireContent>>

/** Some aspects of an annotation in the words of the server. */
export function contentOf(
  annotation: Annotation,
  aspects: readonly Aspect[],
): Partial<WireContent> {
  return Object.assign({}, ...aspects.map((aspect) => fields[aspect](annotation)))
}

/** All of it, as for a new annotation. */
export function wholeContentOf(annotation: Annotation): WireContent {
  return {
    ...fields.categoryId(annotation),
    ...fields.geometry(annotation),
    ...fields.keypoints(annotation),
    ...fields.color(annotation),
    ...fields.metadata(annotation),
  }
}
