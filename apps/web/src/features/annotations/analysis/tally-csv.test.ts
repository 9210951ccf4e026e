import { expect, test } from 'vitest'

import { aCategory } from '#annotation/testing/driver'

import { tallyCsv } from './tally-csv.ts'

const tallies = [
  {
    category: aCategory(1, '=Drusen'),
    regions: [
      { region: 'etdrs-centre' as const, count: 2, area: 12.345 },
      { region: 'disc-superior-nasal' as const, count: 0, area: 3 },
    ],
  },
]

const eye = {
  disc: { centre: { x: 40, y: 50.25 }, diameterPx: 15 },
  fovea: { centre: { x: 100, y: 52 } },
  grid: { centre: { x: 100, y: 52 }, radiiPx: [5, 15, 30], nasal: -1 },
  hasScale: false,
} as const
const layout = '"5.0","40.0","50.3","15.0","100.0","52.0"'

function linesOf(micrometresPerPixel: number | null) {
  const text = tallyCsv(tallies, { id: 7, name: 'a,b.jpg', micrometresPerPixel, eye })
  return text.slice(1).trimEnd().split('\r\n')
}

test('has a line for each field of each category, with areas in micrometres by a stated scale', () => {
  expect(linesOf(10)).toEqual([
    '"image_id","file","category","region","annotations","area_px2","area_um2","centre_radius_px","disc_x","disc_y","disc_diameter_px","fovea_x","fovea_y"',
    `"7","a,b.jpg","'=Drusen","etdrs-centre","2","12.3","1235",${layout}`,
    `"7","a,b.jpg","'=Drusen","disc-superior-nasal","0","3.0","300",${layout}`,
  ])
  expect(linesOf(null)[2]).toContain('"3.0","","5.0"')
})
