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
] as const

interface Photograph {
  readonly id: number
  readonly name: string
  /** On the retina; null if no scale is stated. */
  readonly micrometresPerPixel: number | null
}

/** A CSV table with a line for each category and each region that holds something of it. */
export function tallyCsv(
  tallies: readonly CategoryTally[],
  { id, name, micrometresPerPixel: scale }: Photograph,
): string {
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
      ]),
    ),
  )
  return byteOrderMark + csvLine(columns) + lines.join('')
}
