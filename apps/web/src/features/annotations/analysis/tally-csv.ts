import type { EyeGrid } from '#annotation/eye-grid'
import { byteOrderMark, csvLine } from '#contract/csv'

import type { CategoryTally } from './region-tally.ts'

const columns = [
  'image_id',
  'file',
  'category',
  'region',
  'annotations',
  'area_px2',
  'area_um2',
  'centre_radius_px',
  'disc_x',
  'disc_y',
  'disc_diameter_px',
  'fovea_x',
  'fovea_y',
] as const

interface Photograph {
  readonly id: number
  readonly name: string
  /** On the retina; null if no scale is stated. */
  readonly micrometresPerPixel: number | null
  readonly eye: EyeGrid
}

/** A CSV table with a line for each category and each region that holds something of it, and the grid's layout. */
export function tallyCsv(
  tallies: readonly CategoryTally[],
  { id, name, micrometresPerPixel: scale, eye }: Photograph,
): string {
  const { disc, fovea, grid } = eye
  const layout = [
    grid.radiiPx[0],
    disc.centre.x,
    disc.centre.y,
    disc.diameterPx,
    fovea.centre.x,
    fovea.centre.y,
  ].map((value) => value.toFixed(1))
  const lines = tallies.flatMap(({ category, regions }) =>
    regions.map(({ region, count, area }) =>
      csvLine([
        String(id),
        name,
        category.name,
        region,
        String(count),
        area.toFixed(1),
        scale === null ? '' : (area * scale ** 2).toFixed(0),
        ...layout,
      ]),
    ),
  )
  return byteOrderMark + csvLine(columns) + lines.join('')
}
