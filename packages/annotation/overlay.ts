import type { Box } from '#geometry/box'
import type { OpenLine } from '#geometry/growing-line'
import type { MultiLine } from '#geometry/line'
import type { Point } from '#geometry/point'
import type { MultiPolygon, Ring, VertexAddress } from '#geometry/polygon'
import type { AnnotationId } from './document.ts'
import type { Handles } from './handles.ts'

type HandleRole = 'vertex' | 'midpoint' | 'corner' | 'start'

/** A colour that contrasts with the photograph around a point. */
export interface Contrast {
  readonly around: Point
  /** Within how many image pixels of the point the photograph is looked at. */
  readonly radius: number
  /** Black or white, whichever is farther; else the opposite of the photograph's colour. */
  readonly blackOrWhite: boolean
}

/** How something is drawn that is only an outline; it shows on any ground. */
interface Outline {
  readonly dashed: boolean
  /** As '#rrggbb'; by default the colour of the active annotation. */
  readonly colour?: string | Contrast
}

/** A translucent fill in the annotation's colour. */
interface Fill {
  /** Dark instead, for an operation that subtracts. */
  readonly dark: boolean
}

/**
 * Marks painted over the annotations while a tool is active, in image pixels; none of them is part
 * of the document. Tools compose their display from these marks, and no mark belongs to one tool.
 * The painter chooses line widths and handle sizes, in screen pixels.
 */
export type Overlay =
  /** A grip on the selected annotation, or a point that was put down. */
  | {
      readonly kind: 'handle'
      readonly at: Point
      readonly role: HandleRole
      readonly active: boolean
    }
  /** The grips of the selected annotation, except those at a vertex that is in the hand. */
  | {
      readonly kind: 'handles'
      readonly handles: Handles
      readonly taken: VertexAddress | null
      /** If they are very many, only those near this point are shown. */
      readonly around: Point | null
    }
  /** A line through points; with ticks, each point has a mark. */
  | ({ readonly kind: 'line'; readonly line: Ring; readonly ticks?: true } & Outline)
  /** True to size: the radius is in image pixels. */
  | ({ readonly kind: 'circle'; readonly at: Point; readonly radius: number } & Outline)
  /** A small cross of one size on the screen. */
  | ({ readonly kind: 'cross'; readonly at: Point } & Outline)
  | ({ readonly kind: 'area'; readonly area: MultiPolygon } & Fill)
  /** The line of a round brush. */
  | ({ readonly kind: 'stroke'; readonly line: OpenLine; readonly radius: number } & Fill)
  /** The rubber band of a selection. */
  | { readonly kind: 'band'; readonly box: Box }
  /** Lines of text beside a point. */
  | { readonly kind: 'text'; readonly at: Point; readonly lines: readonly string[] }
  /**
   * A keypoint of the selected annotation, or the place of the next one. Keypoints shown by a mark
   * are not painted with their annotation.
   */
  | {
      readonly kind: 'keypoint'
      readonly at: Point
      readonly label: string
      /** Null for the annotation's. */
      readonly color: string | null
      readonly look: 'visible' | 'hidden' | 'next'
      readonly active: boolean
    }
  /** An annotation painted at an offset instead of at its place. */
  | {
      readonly kind: 'moved'
      readonly id: AnnotationId
      readonly dx: number
      readonly dy: number
    }
  /** An annotation painted with one vertex elsewhere. */
  | {
      readonly kind: 'bent'
      readonly id: AnnotationId
      readonly address: VertexAddress
      readonly to: Point
    }
  /** An annotation painted with this geometry, these lines and keypoints instead of its own. */
  | {
      readonly kind: 'instead'
      readonly id: AnnotationId
      readonly geometry: MultiPolygon
      readonly lines: MultiLine
      readonly keypoints: readonly number[]
    }

/** An overlay that replaces its annotation. */
export type Replacement = Extract<Overlay, { readonly id: AnnotationId }>

/** Points that were put down. */
export function handlesAt(points: readonly Point[], active: boolean = false): readonly Overlay[] {
  return points.map((at) => ({ kind: 'handle', role: 'vertex', at, active }))
}

/** The outline of a box as a closed line. */
export function lineAround({ x, y, width, height }: Box): Ring {
  return [x, y, x + width, y, x + width, y + height, x, y + height, x, y]
}

export type Cursor = 'default' | 'pointer' | 'move' | 'crosshair' | 'copy' | 'no-drop'

/** The overlays and the cursor of a tool. */
export interface ToolDisplay {
  readonly cursor: Cursor
  readonly overlays: readonly Overlay[]
}
