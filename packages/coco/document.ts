import type { Ring } from '#geometry/polygon'
import type { CompressedRle } from './rle-string.ts'
import type { Rle } from './rle.ts'

/** A COCO object-detection or keypoint document (cocodataset.org, 'Data format'). */
export interface CocoDocument {
  readonly info: CocoInfo
  readonly licenses: readonly CocoLicense[]
  readonly images: readonly CocoImage[]
  readonly annotations: readonly CocoAnnotation[]
  readonly categories: readonly CocoCategory[]
  /** Descriptions of the fields that images and annotations have values of. */
  readonly fields?: readonly unknown[]
}

export interface CocoInfo {
  readonly description: string
  readonly version: string
  readonly year: number
  readonly contributor: string
  readonly url: string
  /** ISO 8601. */
  readonly date_created: string
}

export interface CocoLicense {
  readonly id: number
  readonly name: string
  readonly url: string
}

/**
 * COCO readers ignore the fields that are ours: metadata, fields, reader_fields, category_ids,
 * optic_disc and measurements.
 */
export interface CocoImage {
  readonly id: number
  readonly file_name: string
  readonly width: number
  readonly height: number
  readonly license?: number
  /** Address where the image was found. */
  readonly coco_url?: string
  readonly date_captured?: string
  readonly metadata?: CocoMetadata
  /** Values by the keys of their fields. */
  readonly fields?: CocoMetadata
  /** By reader the values of fields that each reader states. */
  readonly reader_fields?: Readonly<Record<string, CocoMetadata>>
  readonly category_ids?: readonly number[]
  readonly optic_disc?: CocoOpticDisc
  readonly measurements?: readonly CocoMeasurement[]
}

/**
 * A length along a path, or the angle at the second of three points, as a person has measured it on the
 * image; or the centre of the disc or the fovea as a person has corrected the ETDRS grid. The points are
 * flat, [x1, y1, x2, y2, …], in image pixels.
 */
export type CocoMeasurement =
  | { readonly kind: 'length'; readonly points: readonly number[]; readonly length_px: number }
  | { readonly kind: 'angle'; readonly points: readonly number[]; readonly degrees: number }
  | { readonly kind: 'disc' | 'fovea'; readonly points: readonly number[] }

/**
 * A drawn cup against the drawn disc around it: ratios from 0 to 1, of heights and widths in the
 * photograph and of areas, and the mean width of the rim in each quarter in image pixels (inferior,
 * superior, nasal, temporal; left and right of the image if the side of the nose is unknown).
 */
export interface CocoOpticDisc {
  readonly vertical_cup_to_disc: number
  readonly horizontal_cup_to_disc: number
  readonly cup_to_disc_area: number
  readonly rim_px: Readonly<Record<string, number>>
}

/**
 * `keypoints` are the points' labels; `skeleton` joins two of them each, counted from 1. COCO
 * readers ignore the fields that are ours: color, metadata, role and keypoint_colors.
 */
export interface CocoCategory {
  readonly id: number
  readonly name: string
  readonly supercategory: string
  readonly color?: string
  readonly metadata?: CocoMetadata
  readonly keypoints?: readonly string[]
  readonly skeleton?: readonly (readonly [from: number, to: number])[]
  readonly keypoint_colors?: readonly string[]
  /** The structure that the category stands for: 'disc', 'cup', 'fovea', 'arteriole' or 'venule'. */
  readonly role?: string
}

/** COCO readers ignore the fields that are ours: rings, lines, isbbox, origin, position, color, metadata, fields. */
export interface CocoAnnotation {
  readonly id: number
  readonly image_id: number
  readonly category_id: number
  readonly segmentation: CocoSegmentation
  /** Outlines from which a mask was made: for each polygon its outer ring, then holes. */
  readonly rings?: readonly (readonly Ring[])[]
  /** Open lines, such as the centre line of a vessel: each flat [x, y, …], in image pixels. */
  readonly lines?: readonly (readonly number[])[]
  /** Square pixels. */
  readonly area: number
  readonly bbox: CocoBox
  readonly iscrowd: 0 | 1
  readonly isbbox: boolean
  readonly origin?: CocoOrigin
  /** Place among the annotations of its image, rising from below to above; the id if it is missing. */
  readonly position?: number
  /** x, y, v for each label of the category; v is 0 unlabelled, 1 hidden, 2 visible. */
  readonly keypoints?: readonly number[]
  readonly num_keypoints?: number
  readonly color?: string
  readonly metadata?: CocoMetadata
  /** Values by the keys of their fields. */
  readonly fields?: CocoMetadata
}

/**
 * Origin of an annotation: drawn by a person, by an algorithm, or by both. Lists the algorithms if known; a
 * null version is unknown.
 */
export interface CocoOrigin {
  readonly kind: 'manual' | 'semiautomatic' | 'automatic'
  readonly algorithms: readonly { readonly name: string; readonly version: string | null }[]
}

/** Flat polygons [x1, y1, x2, y2, …] in image pixels, which cannot have holes; or a mask. */
export type CocoSegmentation = readonly (readonly number[])[] | CompressedRle | Rle

export type CocoBox = readonly [x: number, y: number, width: number, height: number]

export type CocoMetadata = Readonly<Record<string, unknown>>

/** Whether a segmentation is a mask in run lengths rather than a list of polygons. */
export function isRle(segmentation: CocoSegmentation): segmentation is CompressedRle | Rle {
  return 'counts' in segmentation
}
