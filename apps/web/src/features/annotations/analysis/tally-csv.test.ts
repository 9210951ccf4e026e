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

function linesOf(micrometresPerPixel: number | null) {
  const text = tallyCsv(tallies, { id: 7, name: 'a,b.jpg', micrometresPerPixel })
  return text.slice(1).trimEnd().split('\r\n')
}

test('has a line for each field of each category, with areas in micrometres by a stated scale', () => {
  expect(linesOf(10)).toEqual([
    '"image_id","file","category","region","annotations","area_px2","area_um2"',
    `"7","a,b.jpg","'=Drusen","etdrs-centre","2","12.3","1235"`,
    `"7","a,b.jpg","'=Drusen","disc-superior-nasal","0","3.0","300"`,
  ])
  expect(linesOf(null)[2]).toMatch(/"3\.0",""$/u)
})
