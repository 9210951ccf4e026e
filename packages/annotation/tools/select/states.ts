import type { Point } from '#geometry/point'
import type { MultiLine } from '#geometry/line'
import type { MultiPolygon, VertexAddress } from '#geometry/polygon'
import type { AnnotationId } from '../../document.ts'
import type { EllipseDrag } from '../../ellipse-edit.ts'
import type { GridPlace } from '../../grid-view.ts'
import type { Mark } from '../../history.ts'
import type { Aim } from '../../reach.ts'

export interface Idle {
  readonly name: 'idle'
  readonly pointer: Aim | null
  /** The vertex of the selected annotation that was clicked last, for the keyboard. */
  readonly vertex: VertexAddress | null
  /** The step that held arrow keys continue. */
  readonly nudge: Mark | null
}

/** The button is down on an annotation, or on none. */
export interface Pressed {
  readonly name: 'pressed'
  readonly id: AnnotationId | null
  readonly from: Point
  /** Whether the selection is extended or reduced rather than replaced. */
  readonly adds: boolean
}

/** All that is selected and visible follows the pointer. */
export interface Moving {
  readonly name: 'moving'
  readonly from: Point
  readonly to: Point
}

/** A rubber band: the annotations inside it are selected while it is drawn. */
export interface Band {
  readonly name: 'band'
  readonly from: Point
  readonly to: Point
  /** The previous selection, which cancelling restores. */
  readonly before: readonly AnnotationId[]
  readonly adds: boolean
}

export interface VertexDrag {
  readonly name: 'vertex'
  readonly id: AnnotationId
  readonly address: VertexAddress
  /** The area and the lines that the address belongs to. */
  readonly geometry: MultiPolygon
  readonly lines: MultiLine
  readonly from: Point
  /** Null until the pointer has moved far enough to count as a drag. */
  readonly to: Point | null
  readonly mark: Mark
}

/** A handle of an ellipse is in the hand. */
interface Shaping extends EllipseDrag {
  readonly name: 'shaping'
}

/** The centre of the disc or the fovea, which the grid is laid out from, is in the hand. */
export interface GridDrag {
  readonly name: 'grid'
  readonly place: GridPlace
  readonly from: Point
}

export type SelectState = Idle | Pressed | Moving | Band | VertexDrag | Shaping | GridDrag

export const idle: Idle = { name: 'idle', pointer: null, vertex: null, nudge: null }
