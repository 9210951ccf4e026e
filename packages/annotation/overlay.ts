import type { Box } from '#geometry/box'
import type { OpenLine } from '#geometry/growing-line'
import type { Point } from '#geometry/point'
import type { MultiPolygon, Ring } from '#geometry/polygon'
import type { AnnotationId } from './document.ts'
import type { PlanOperation } from './plan.ts'

type HandleRole = 'vertex' | 'midpoint' | 'corner' | 'start'

/**
 * What is painted over the annotations while tools are at work, in image pixels; none of it is in
 * the document. Line widths and handle sizes are for the painter to choose, in screen pixels.
 */
export type Overlay =
  /** A grip on the selected annotation, or the first point of a polygon that can be closed there. */
  | {
      readonly kind: 'handle'
      readonly at: Point
      readonly role: HandleRole
      readonly active: boolean
    }
  /** The outline so far of a polygon that is being drawn. */
  | { readonly kind: 'line'; readonly line: Ring; readonly operation: PlanOperation }
  /** The line from the last point to the pointer; `closing` where a click there would close. */
  | {
      readonly kind: 'guide'
      readonly from: Point
      readonly to: Point
      readonly closing: boolean
    }
  | { readonly kind: 'box'; readonly box: Box; readonly operation: PlanOperation }
  /** The rubber band that selects what lies in it. */
  | { readonly kind: 'band'; readonly box: Box }
  /** What is being measured, and how long it is in each unit that is known. */
  | { readonly kind: 'ruler'; readonly line: Ring; readonly texts: readonly string[] }
  /** A drawn area that waits to be worked into its annotation. */
  | { readonly kind: 'area'; readonly area: MultiPolygon; readonly operation: PlanOperation }
  /** A stroke that is being drawn, or waits to be worked into its annotation. */
  | {
      readonly kind: 'stroke'
      readonly line: OpenLine
      readonly radius: number
      readonly operation: PlanOperation
    }
  /** Where a round brush stands, true to size. */
  | {
      readonly kind: 'brush'
      readonly at: Point
      readonly radius: number
      readonly operation: PlanOperation
    }
  /** Where the magic wand picks; its area is shown as soon as it is worked out. */
  | { readonly kind: 'wand'; readonly at: Point; readonly operation: PlanOperation }
  /**
   * The extreme points so far of an object, and where the next one would come; `waiting` while its
   * area is being predicted.
   */
  | {
      readonly kind: 'extremes'
      readonly points: readonly Point[]
      readonly next: Point | null
      readonly waiting: boolean
      readonly operation: PlanOperation
    }
  /** A keypoint of the selected annotation, or where the next click puts the next one. */
  | {
      readonly kind: 'keypoint'
      readonly at: Point
      readonly label: string
      /** Null for the annotation's. */
      readonly color: string | null
      readonly look: 'visible' | 'hidden' | 'next'
      readonly active: boolean
    }
  /** The lines between keypoints that the category joins, each [x1, y1, x2, y2]. */
  | { readonly kind: 'skeleton'; readonly lines: readonly Ring[] }
  /** An annotation to be painted moved by so much instead of where it is. */
  | {
      readonly kind: 'moved'
      readonly id: AnnotationId
      readonly dx: number
      readonly dy: number
    }
  /** An annotation to be painted with this geometry and these keypoints instead of its own. */
  | {
      readonly kind: 'instead'
      readonly id: AnnotationId
      readonly geometry: MultiPolygon
      readonly keypoints: readonly number[]
    }

export type Cursor = 'default' | 'pointer' | 'move' | 'crosshair' | 'copy' | 'no-drop'

/** What a tool shows of itself. */
export interface ToolDisplay {
  readonly cursor: Cursor
  readonly overlays: readonly Overlay[]
}
