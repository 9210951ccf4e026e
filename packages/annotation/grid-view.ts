import type { Point } from '#geometry/point'

/** A place that the grid is laid out from. */
export type GridPlace = 'disc' | 'fovea'
export const gridPlaces: readonly GridPlace[] = ['disc', 'fovea']

export interface FoundDisc {
  readonly centre: Point
  readonly diameterPx: number
}

/** Disc and fovea on an image, in image pixels; null: unknown. */
export interface Layout {
  readonly disc: FoundDisc | null
  readonly fovea: Point | null
}

export interface GridView {
  /** By the analysis; for a place that is not annotated. */
  readonly found: Layout
  /** The place in the hand, which is kept once it is dropped. */
  readonly dragged: { readonly place: GridPlace; readonly at: Point } | null
}

export const newGrid: GridView = { found: { disc: null, fovea: null }, dragged: null }
