import type { CocoOrigin } from '#coco/document'
import type { Rle } from '#coco/rle'
import type { Box } from '#geometry/box'
import type { MultiLine } from '#geometry/line'
import type { MultiPolygon } from '#geometry/polygon'

/** An image with its annotations, as files of labelling tools describe it. Coordinates are in pixels. */
export interface LabelledImage {
  /** The path or name. */
  readonly fileName: string
  /** Undefined if the file does not state it. */
  readonly size: ImageSize | undefined
  /** Labels of the image as a whole. */
  readonly labels: readonly string[]
  readonly annotations: readonly LabelledAnnotation[]
}

export interface ImageSize {
  readonly width: number
  readonly height: number
}

export interface LabelledAnnotation {
  readonly label: string
  readonly area: LabelledArea
  readonly lines: MultiLine
  readonly keypoints: readonly NamedPoint[]
  readonly metadata: LabelledMetadata
  readonly origin: CocoOrigin['kind']
}

export type LabelledArea =
  | { readonly kind: 'none' }
  | { readonly kind: 'box'; readonly box: Box }
  | { readonly kind: 'polygons'; readonly shape: MultiPolygon }
  | { readonly kind: 'mask'; readonly mask: Rle }

/** A keypoint; `name` is its label within the category. */
export interface NamedPoint {
  readonly name: string
  readonly x: number
  readonly y: number
  /** As in COCO: 0 unlabelled, 1 hidden, 2 visible. */
  readonly visibility: 0 | 1 | 2
}

export type LabelledMetadata = Readonly<Record<string, unknown>>

/** An annotation, or another item of an image, that could not be carried over. */
export interface Loss {
  /** Name of the kind in the file's own format. */
  readonly kind: string
  /** Whether the kind has no counterpart here, or this one has unusable content. */
  readonly why: 'unsupported' | 'damaged'
  /** The image; undefined for an item of the file as a whole. */
  readonly fileName: string | undefined
}

/** Thrown for an annotation whose content cannot be used. */
export class DamagedAnnotation extends Error {
  override readonly name = 'DamagedAnnotation'
}
