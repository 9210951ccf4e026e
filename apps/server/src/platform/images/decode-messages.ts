import type { ClockTime } from '#clock/clock-time'
import type { Message } from '#contract/messages/message'
import type { LateralityCode } from '#dicom/laterality'
import type { ObjectContext } from '#dicom/objects/common'
import type { Window } from '#dicom/pixel-data'
import type { Instance } from '#dicom/read-instance'

import type { ImageFormat } from './format.ts'

/** Requests to the decoding process. All paths are our own, never a user's. */
export type DecodeRequest =
  | { kind: 'inspect'; source: string; format: ImageFormat }
  /** The attributes of a DICOM file, whatever it holds. */
  | { kind: 'describe'; source: string; format: 'dicom' }
  /** The content of a DICOM document: the PDF unchanged, or a structured report's text as JSON. */
  | { kind: 'document'; source: string; format: 'dicom'; target: string }
  | {
      kind: 'render'
      source: string
      format: ImageFormat
      width: number | null
      /** For a DICOM file, counted from 0. */
      frame: number
      target: string
      as: Rendition
      view?: PictureView
    }
  /** A folder of tiles: `<level>/<x>_<y>.jpeg`, the last level being 1 pixel. */
  | {
      kind: 'tiles'
      source: string
      format: ImageFormat
      frame: number
      side: number
      target: string
    }
  /** The part of the picture that remains if its surround is masked. */
  | { kind: 'field'; source: string; format: ImageFormat; frame: number }
  /**
   * A DICOM file: the source itself if `wrap` is null, de-identified on request. With `plain` its
   * pixels are decoded: the whole file, or only these frames, counted from 0.
   */
  | {
      kind: 'dicom'
      source: string
      format: ImageFormat
      target: string
      wrap: WrappedPicture | null
      deidentification: Deidentification | null
      plain: PlainPixels | null
    }
  | {
      kind: 'pixels'
      source: string
      format: ImageFormat
      frame?: number
      target: string
      /** Only this part of the upright picture, and at this size. */
      part?: { region: ImageRegion; size: ImageSize }
    }

/** Display settings of a picture; null leaves it unchanged. */
export interface PictureView {
  /** The size to fit into, keeping proportions. */
  readonly fit: ImageSize | null
  readonly part: PicturePart | null
  /** The display window of a grey DICOM picture, in place of the file's own. */
  readonly window: Window | null
  /** Quality of a JPEG, in percent. */
  readonly quality: number | null
  /** Whether everything outside of the field of view is black. */
  readonly masked?: boolean
}

/** A part of the upright picture in its pixels, cut off at its edges. */
export interface PicturePart {
  readonly left: number
  readonly top: number
  /** Null: the full extent of the picture. Negative: mirrored. */
  readonly width: number | null
  readonly height: number | null
}

/** Form of the decoded pixels. */
export type PlainPixels = 'file' | readonly number[]

/** How a file is de-identified. */
export interface Deidentification {
  readonly secret: string
  /** Whether the surround is masked; null if no one has checked the picture for text. */
  readonly mask: boolean | null
}

/** No field of view is found, or the file holds more than one picture of 8 bits. */
export type MaskObstacle = 'no_field' | 'other_pixels'

/** Data to write with a picture that is no DICOM file. */
export interface WrappedPicture {
  readonly context: ObjectContext
  readonly laterality: LateralityCode | null
  /** By the camera's clock. */
  readonly acquiredAt: ClockTime | null
  readonly synchronizationUid: string
}

export type Rendition = 'webp' | 'jpeg' | 'png'

/** Sides in pixels as shown, after applying the file's orientation. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/** Whole pixels of the upright picture. */
interface ImageRegion extends ImageSize {
  readonly x: number
  readonly y: number
}

/** Facts of a DICOM file besides its pixels. */
export type DicomFacts = Omit<Instance, 'pixels' | 'transferSyntax'> & {
  /** SHA-256 of the data set, in hexadecimal: the same whoever wrote the file around it. */
  readonly dataSha256: string
}

export interface Decoded extends ImageSize {
  /** Bounds of the part that remains if the surround is masked, in pixels; or why masking is impossible. */
  readonly kept?: readonly [number, number][] | MaskObstacle
  /** For an inspected DICOM file. */
  readonly dicom?: DicomFacts
  /** Why a complete DICOM file's picture cannot be shown. */
  readonly undecodable?: Message
}

export type DecodeAnswer =
  | { ok: true; decoded: Decoded }
  | { ok: false; reason: 'unusable' | 'too_large' | 'unsupported'; told: Message }
