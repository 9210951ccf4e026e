import type { Annotation } from '#annotation/document'
import { extentOf } from '#annotation/commands'
import type { EditorState } from '#annotation/editor-state'
import type { Overlay } from '#annotation/overlay'
import { type Box, growBox } from '#geometry/box'
import type { Point } from '#geometry/point'

import type { Lifted } from '../lifted.ts'
import { type Size, type Viewport, visibleBox } from '../viewport.ts'

/** Input of painters besides the context, whose units are image pixels. */
export interface Scene {
  readonly state: EditorState
  readonly overlays: readonly Overlay[]
  readonly lifted: Lifted
  readonly pointerText: PointerText | null
  readonly viewport: Viewport
  readonly canvas: Size
  /** Display pixels per screen pixel. */
  readonly pixelRatio: number
  /** 1 for the usual opacity; the outlines of selected and hovered annotations are exempt. */
  readonly annotationOpacity: number
  /** The photograph's mean colour within a radius in image pixels around a point; null if there is none. */
  readonly groundAt: (at: Point, radius: number) => string | null
}

/** Text beside the pointer. */
interface PointerText {
  /** The position of the pointer, in image pixels. */
  readonly at: Point
  /** The first is a title. */
  readonly lines: readonly string[]
}

/** Widths in screen pixels. */
export const emphasis = { outline: 2, casing: 4.5 } as const
export const keypointRadius = 4
/** Distance in screen pixels by which lines, keypoints and handles may extend beyond an annotation. */
export const paintedBeyond = 8

/** The part of the image in which something may have to be painted, or the part that is stale. */
export function seenIn({ viewport, canvas }: Scene, part: Box | null): Box {
  return growBox(part ?? visibleBox(viewport, canvas), paintedBeyond / viewport.zoom)
}

const corner: Box = { x: 0, y: 0, width: 0, height: 0 }

/** The box around an annotation in image pixels; a point in the corner for an empty one. */
export function extent(annotation: Annotation): Box {
  return extentOf(annotation) ?? corner
}
