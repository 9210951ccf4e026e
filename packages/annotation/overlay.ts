import type { Box } from '#geometry/box'
import type { Point } from '#geometry/point'
import type { MultiPolygon, Ring } from '#geometry/polygon'
import type { AnnotationId } from './document.ts'
import type { PlanOperation } from './plan.ts'

export type HandleRole = 'vertex' | 'midpoint' | 'corner' | 'start'

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
  /** A drawn area that waits to be worked into its annotation. */
  | { readonly kind: 'area'; readonly area: MultiPolygon; readonly operation: PlanOperation }
  /** A drawn stroke that waits to be worked into its annotation. */
  | {
      readonly kind: 'stroke'
      readonly line: Ring
      readonly radius: number
      readonly operation: PlanOperation
    }
  /** An annotation to be painted moved by so much instead of where it is. */
  | {
      readonly kind: 'moved'
      readonly id: AnnotationId
      readonly dx: number
      readonly dy: number
    }
  /** An annotation to be painted with this geometry instead of its own. */
  | { readonly kind: 'instead'; readonly id: AnnotationId; readonly geometry: MultiPolygon }

export type Cursor = 'default' | 'pointer' | 'move' | 'crosshair' | 'copy' | 'no-drop'

/** What a tool shows of itself. */
export interface ToolDisplay {
  readonly cursor: Cursor
  readonly overlays: readonly Overlay[]
}
