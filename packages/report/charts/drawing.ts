import type { EyeReport } from '#contract/reports'

/** A position in a drawing, from its upper left corner. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** Every eye has a mark, a colour and a kind of line of its own. */
export type DrawnEye = EyeReport['eye']

export type Shape =
  | { readonly kind: 'line'; readonly look: 'grid' | 'scale'; readonly points: readonly Point[] }
  | {
      readonly kind: 'line'
      /** The course of values, or the uncertainty of one. */
      readonly look: 'course' | 'bar'
      readonly eye: DrawnEye
      readonly points: readonly Point[]
    }
  /** A shaded rectangle with an edge on its left and right. */
  | { readonly kind: 'band'; readonly from: Point; readonly to: Point }
  | {
      readonly kind: 'mark'
      readonly eye: DrawnEye
      readonly at: Point
      /** Explanation on screen; empty if there is none. */
      readonly title: string
    }
  | {
      readonly kind: 'text'
      /** On its baseline. */
      readonly at: Point
      readonly text: string
      readonly anchor: 'start' | 'middle' | 'end'
    }

/**
 * A graphic, the same on screen and on paper, which may scale it. Colours are the reader's, so each
 * meaning has a form of its own.
 */
export interface Drawing {
  readonly width: number
  readonly height: number
  /** The content in words; empty if they stand beside it. */
  readonly alt: string
  /** From the lowest to the uppermost. */
  readonly shapes: readonly Shape[]
}

/** Size of texts, in the units of the drawing. */
export const textSize = 10.5
/** Radius of a mark. */
export const markRadius = 3.6
