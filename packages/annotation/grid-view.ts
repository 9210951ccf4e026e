import type { Point } from '#geometry/point'

/** A place that the grid is laid out from. */
export type GridPlace = 'disc' | 'fovea'
export const gridPlaces: readonly GridPlace[] = ['disc', 'fovea']

export interface FoundDisc {
  readonly centre: Point
  readonly diameterPx: number
}

/** Where the grid is taken from if a place is not annotated, and where it was dragged to. */
export interface GridView {
  /** By the analysis; null: not found. In image pixels. */
  readonly found: { readonly disc: FoundDisc | null; readonly fovea: Point | null }
  readonly moved: Readonly<Record<GridPlace, Point | null>>
}

export const newGrid: GridView = {
  found: { disc: null, fovea: null },
  moved: { disc: null, fovea: null },
}

/** The grid with one of its places somewhere else. */
export function withGridPlace(grid: GridView, place: GridPlace, at: Point): GridView {
  return { ...grid, moved: { ...grid.moved, [place]: at } }
}
