import { expect, test } from 'vitest'

import { centralEquivalent } from './calibre.ts'
import { measureEquivalent } from './equivalents.ts'
import { drawEye, polar } from '../testing/drawn-eye.ts'
import type { VesselRun } from '../vessels/runs.ts'
import { zones } from '../zones.ts'

const eye = drawEye({ diameterPx: 600, arterioles: [], venules: [] })
const disc = eye.disc ?? { centre: { x: 0, y: 0 }, diameterPx: 0, outline: [], doubts: [] }
const around = { eye, disc, zone: zones.B, kind: 'arteriole' } as const
const reach = Math.ceil(2 * disc.diameterPx)

/** Straight across the disc from side to side; its width is unknown in some places. */
function over(angle: number, widthPx: number, isHidden = (_away: number) => false): VesselRun {
  const points = Array.from({ length: 2 * reach }, (_, i) => {
    const away = i - reach
    const along = { x: Math.cos(angle), y: Math.sin(angle) }
    const width = isHidden(away / disc.diameterPx) ? null : widthPx
    return { ...polar(disc.centre, away, angle), along, widthPx: width, blurErrorPx: null }
  })
  return { points, kind: 'arteriole', certainty: 1 }
}

test('a vessel that runs over the disc counts on both sides of it', () => {
  const found = measureEquivalent([over(0.2, 10), over(1.2, 10), over(2.2, 10)], around)
  const six = Array.from({ length: 6 }, () => 10)
  expect(found).toMatchObject({ widthPx: centralEquivalent(six, 'arteriole'), uncertaintyPx: 0 })
})

test('a vessel keeps its width at a crossing', () => {
  const crossed = over(0.2, 10, (away) => away > 1.15 && away < 1.3)
  const found = measureEquivalent([crossed, over(1.2, 10), over(2.2, 10)], around)
  expect(found).toEqual(measureEquivalent([over(0.2, 10), over(1.2, 10), over(2.2, 10)], around))
})
