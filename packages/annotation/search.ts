import type { Point } from '#geometry/point'
import type { Origin } from './origin.ts'
import type { AnnotationDocument } from './document.ts'
import type { Overlay } from './overlay.ts'
import type { Words } from './settings.ts'

/**
 * Asks for the area of like colour around a point, and around those that the same gesture has passed: see
 * `#raster/magic-wand` for its settings.
 */
export interface WandSearch {
  readonly kind: 'wand'
  readonly at: Point
  /** In the order of the gesture; absent if there are none. */
  readonly passed?: readonly Point[]
  readonly threshold: number
  readonly blur: number
  /** Permitted area in square pixels; absent for any. */
  readonly most?: number
}

/** How the answer to a search stayed within the permitted area. */
export interface SearchLimit {
  /** The lowest threshold that was taken. */
  readonly threshold: number
  /** Whether the area stopped growing, so that a place of the gesture was left out. */
  readonly isStopped: boolean
}

/** Thrown for a search whose answer is larger than it permits. */
export class SearchTooLargeError extends Error {
  override readonly name = 'SearchTooLargeError'
}

/** Asks for the area of an object by four extreme points, as the call for a prediction takes them. */
export interface ExtremesSearch {
  readonly kind: 'extremes'
  readonly points: readonly Point[]
  /** Distance around the points in which pixels are considered, in image pixels. */
  readonly padding: number
  /** In percent: lower draws wider, higher draws tighter. */
  readonly threshold: number
}

/** A place that a hand pointed at. */
export interface PointedPlace extends Point {
  /**
   * How exactly: the standard deviation on either axis, in image pixels. Absent in work that earlier versions
   * have kept.
   */
  readonly error?: number
}

/** Asks for the vessel that leads from place to place, see `#retina/tracing`: its centre line, and its area. */
export interface VesselSearch {
  readonly kind: 'vessel'
  readonly points: readonly PointedPlace[]
  /** Whether only the centre line is wanted. */
  readonly lineOnly?: boolean
}

/** A place that a person clicked on. */
export interface PlacedClick extends Point {
  /** Whether it belongs to the object. */
  readonly inside: boolean
}

/** Asks for the outline of an object by clicks on it and beside it; the first one is on it. */
export interface ClickSearch {
  readonly kind: 'clicks'
  readonly clicks: readonly PlacedClick[]
}

/**
 * A request to an algorithm in a worker or on the server, which answers with an area, or with lines. Plain data,
 * so that it can be sent, and kept in the journal of unsaved work until it is answered.
 */
export type Search = WandSearch | ExtremesSearch | VesselSearch | ClickSearch

type ImageSize = Pick<AnnotationDocument['image'], 'width' | 'height'>

/** How a tool's search is treated until it is answered. */
export interface SearchAbout<Of extends Search = Search> {
  readonly kind: Of['kind']
  /** Credited with the area that is found. */
  readonly by: Origin
  /** The overlays shown meanwhile. */
  overlays(this: void, search: Of, takesAway: boolean): readonly Overlay[]
  /** Says how an answer stayed within the limit of its search, on an image of a size in pixels. */
  limitWords?(this: void, search: Of, limit: SearchLimit, image: ImageSize): Words
  /** The same search without a limit to its answer; null if it has no limit. */
  withoutLimit?(this: void, search: Of): Of | null
  /** Said meanwhile of a search that takes seconds, and so can be cancelled; null for a quick one. */
  readonly wait: Words<WaitWords> | null
}

interface WaitWords {
  readonly waiting: string
  readonly cancel: string
  readonly failed: string
}
