import { describe, expect, test } from 'vitest'

import { findBranchings } from './branching.ts'
import { isMeasured } from '../eye-measures.ts'
import { measureEye } from '../measures.ts'
import { drawEye, drawLines, polar } from '../testing/drawn-eye.ts'
import type { TracedEye } from '../vessels/traced-vessels.ts'
import { traceEye } from '../vessels/trace-eye.ts'

const node = { x: 300, y: 200 }
const degrees = Math.PI / 180

/** A vessel from the left that divides in two. */
function branching(widths: readonly [number, number, number], angle: number): TracedEye {
  const [parent, first, second] = widths
  const vessel = drawLines({ width: 512, height: 400 }, [
    { points: [{ x: 60, y: 200 }, node], widthPx: parent },
    { points: [node, polar(node, 150, (-angle * degrees) / 2)], widthPx: first },
    { points: [node, polar(node, 150, (angle * degrees) / 2)], widthPx: second },
  ])
  const eye = drawEye({ diameterPx: 512, arterioles: [], venules: [] })
  const nothing = { ...vessel, data: vessel.data.map(() => 0) }
  return traceEye({ ...eye, vessel, arteriole: vessel, venule: nothing })
}

describe('a branching', () => {
  test.each([
    { widths: [10, 8, 8], angle: 70 },
    { widths: [9, 8, 5], angle: 90 },
    { widths: [12, 9, 7], angle: 60 },
  ] as const)('of $widths at $angle degrees', ({ widths, angle }) => {
    const { network, vessels } = branching(widths, angle).field
    const found = findBranchings(network, vessels, { x: 60, y: 200 })
    expect(found).toHaveLength(1)
    const [d0, d1, d2] = widths
    expect((found[0]?.coefficient ?? 0) / ((d1 ** 2 + d2 ** 2) / d0 ** 2)).toBeCloseTo(1, 1)
    expect(Math.abs((found[0]?.angle ?? 0) - angle)).toBeLessThan(6)
    expect(found[0]?.kind).toBe('arteriole')
  })

  test('seen from a daughter’s side has that as its parent', () => {
    const { network, vessels } = branching([10, 8, 8], 70).field
    const [found] = findBranchings(network, vessels, polar(node, 150, 35 * degrees))
    expect((found?.coefficient ?? 0) / ((100 + 64) / 64)).toBeCloseTo(1, 1)
  })
})

test('an eye without branchings has none to measure', () => {
  const { measures } = measureEye(
    drawEye({ diameterPx: 600, arterioles: [0.06, 0.05, 0.05, 0.04], venules: [0.08] }),
  )
  expect(measures.branchings).toMatchObject({ value: 0 })
  expect(isMeasured(measures.arteriolarBranchingAngle)).toBe(false)
})
