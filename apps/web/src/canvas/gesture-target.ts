import type { Editor } from '#annotation/editor'
import type { Point } from '#geometry/point'

import type { Viewport } from './viewport.ts'

/** The object that gestures control. */
export interface GestureTarget {
  readonly editor: Editor
  readonly viewport: Viewport
  pan(dx: number, dy: number): void
  zoomAbout(onScreen: Point, factor: number): void
  /** Says where the mouse or pen is; null if there is none. */
  pointAt(onScreen: Point | null): void
}
