import { expect, test } from 'vitest'
import type { Ring } from './polygon.ts'
import { area, perimeter, pointsOf } from './polygon.ts'
import { smoothOutline } from './smooth-outline.ts'

/** A circle about (200, 200) whose radius goes up and down. */
function wavy(radius: number, height: number, waves: number): Ring {
  return Array.from({ length: 720 }, (_, i) => {
    const angle = (i * Math.PI) / 360
    const away = radius + height * Math.sin(waves * angle)
    return [200 + away * Math.cos(angle), 200 + away * Math.sin(angle)]
  }).flat()
}

function roughness(ring: Ring): number {
  const radii = pointsOf(ring).map(({ x, y }) => Math.hypot(x - 200, y - 200))
  return Math.max(...radii) - Math.min(...radii)
}

test('narrow bumps go, and the area stays', () => {
  const rough = [{ outer: wavy(100, 2, 80), holes: [] }]
  const [smooth] = smoothOutline(rough, 20)
  expect(roughness(smooth?.outer ?? [])).toBeLessThan(0.4)
  expect(area(smooth === undefined ? [] : [smooth]) / (Math.PI * 100 ** 2)).toBeCloseTo(1, 2)
})

test('wide bumps stay', () => {
  const [smooth] = smoothOutline([{ outer: wavy(100, 5, 6), holes: [] }], 20)
  expect(roughness(smooth?.outer ?? [])).toBeGreaterThan(9.5)
})

test('a small object keeps its size however wide the filter is', () => {
  const small = [{ outer: wavy(4, 0, 1), holes: [] }]
  const smooth = smoothOutline(small, 500)
  expect(area(smooth) / area(small)).toBeGreaterThan(0.99)
})

test('holes are smoothed too, and corners are rounded', () => {
  const box = [
    { outer: [0, 0, 100, 0, 100, 100, 0, 100], holes: [[40, 40, 40, 60, 60, 60, 60, 40]] },
  ]
  const smooth = smoothOutline(box, 10)
  expect(perimeter(smooth)).toBeLessThan(perimeter(box))
  expect(smooth[0]?.holes[0]?.length).toBeGreaterThan(8)
  expect(area(smooth) / area(box)).toBeCloseTo(1, 1)
})
