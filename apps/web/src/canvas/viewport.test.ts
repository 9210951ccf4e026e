import { describe, expect, test } from 'vitest'

import {
  clampZoom,
  fit,
  framingOf,
  keptInView,
  pan,
  resized,
  sameZoom,
  toImage,
  toScreen,
  type Viewport,
  viewportOf,
  visibleBox,
  zoomAbout,
  zoomStep,
} from './viewport.ts'

const canvas = { width: 800, height: 600 }
const photograph = { width: 3504, height: 2336 }

describe('a place on the screen and in the image', () => {
  test.each([0.1, 1, 8])('agree at zoom %s to a ten-thousandth of a pixel', (zoom) => {
    const viewport: Viewport = { zoom, x: 123.4, y: -567.8 }
    for (const inImage of [
      { x: 0, y: 0 },
      { x: 0.5, y: 0.5 },
      { x: 3504, y: 2336 },
      { x: 1234.56, y: 78.9 },
    ]) {
      const back = toImage(viewport, toScreen(viewport, inImage))
      expect(Math.abs(back.x - inImage.x)).toBeLessThan(1e-4)
      expect(Math.abs(back.y - inImage.y)).toBeLessThan(1e-4)
    }
  })

  test('stay together under the cursor through a hundred zoom steps in and out', () => {
    const cursor = { x: 321, y: 123 }
    const start: Viewport = { zoom: 0.3, x: 40, y: 60 }
    const under = toImage(start, cursor)
    let viewport = start
    for (const factor of [zoomStep, 1 / zoomStep]) {
      for (let i = 0; i < 10; i++) {
        viewport = zoomAbout(viewport, cursor, factor)
        expect(toImage(viewport, cursor).x).toBeCloseTo(under.x, 6)
        expect(toImage(viewport, cursor).y).toBeCloseTo(under.y, 6)
      }
    }
    expect(viewport.zoom).toBeCloseTo(start.zoom, 9)
  })
})

describe('zoom', () => {
  test('never reaches 0.01 or 10', () => {
    expect(clampZoom(0)).toBeGreaterThan(0.01)
    expect(clampZoom(1e9)).toBeLessThan(10)
    expect(clampZoom(1)).toBe(1)
  })

  test('at its limit does not move the view', () => {
    const end = zoomAbout({ zoom: 1, x: 5, y: 6 }, { x: 400, y: 300 }, 100)
    const further = zoomAbout(end, { x: 10, y: 10 }, 2)
    expect(further.x).toBeCloseTo(end.x, 9)
    expect(further.y).toBeCloseTo(end.y, 9)
  })
})

test('an image that fits is shown whole and centred', () => {
  const viewport = fit(photograph, canvas)
  const first = toScreen(viewport, { x: 0, y: 0 })
  const last = toScreen(viewport, { x: 3504, y: 2336 })
  expect(first.x).toBeGreaterThanOrEqual(0)
  expect(last.x).toBeLessThanOrEqual(800)
  expect(first.x + last.x).toBeCloseTo(800, 6)
  expect(first.y + last.y).toBeCloseTo(600, 6)
})

test('a canvas smaller than its margins still shows the image', () => {
  expect(fit(photograph, { width: 10, height: 10 }).zoom).toBeGreaterThan(0.01)
})

test('resizing keeps the centre', () => {
  const before = fit(photograph, canvas)
  const larger = { width: 1000, height: 500 }
  const after = resized(before, canvas, larger)
  const middle = toImage(before, { x: 400, y: 300 })
  const now = toImage(after, { x: 500, y: 250 })
  expect(now.x).toBeCloseTo(middle.x, 9)
  expect(now.y).toBeCloseTo(middle.y, 9)
})

test('the image cannot be panned out of view', () => {
  const start = fit(photograph, canvas)
  for (const [dx, dy] of [
    [1e5, 0],
    [-1e5, 1e5],
    [0, -1e5],
  ] as const) {
    const kept = keptInView(pan(start, dx, dy), photograph, canvas)
    const seen = visibleBox(kept, canvas)
    expect(Math.min(seen.x + seen.width, 3504) - Math.max(seen.x, 0)).toBeGreaterThan(0)
    expect(Math.min(seen.y + seen.height, 2336) - Math.max(seen.y, 0)).toBeGreaterThan(0)
  }
  expect(keptInView(start, photograph, canvas)).toEqual(start)
})

test('another canvas with another photograph shows the same part, as much larger', () => {
  const [image, size] = [
    { width: 2000, height: 1000 },
    { width: 500, height: 500 },
  ]
  const viewport = zoomAbout(fit(image, size), { x: 100, y: 250 }, 4)
  const other = { image: { width: 400, height: 400 }, canvas: { width: 900, height: 300 } }
  const shown = viewportOf(framingOf(viewport, image, size), other.image, other.canvas)
  expect(shown.zoom / fit(other.image, other.canvas).zoom).toBeCloseTo(4)
  const middle = toImage(viewport, { x: 250, y: 250 })
  const there = toImage(shown, { x: 450, y: 150 })
  expect(there.x / 400).toBeCloseTo(middle.x / 2000)
  expect(there.y / 400).toBeCloseTo(middle.y / 1000)
})

test('zooming in and out again leads to the same zoom, and a step to another', () => {
  const start = fit(photograph, canvas)
  const steps = [1.1, 1.37, zoomStep, 1.004]
  const there = steps.reduce((at, step) => zoomAbout(at, { x: 9, y: 7 }, step), start)
  const back = steps.reduce((at, step) => zoomAbout(at, { x: 9, y: 7 }, 1 / step), there)
  expect(sameZoom(start, back)).toBe(true)
  expect(sameZoom(start, zoomAbout(start, { x: 9, y: 7 }, 1.001))).toBe(false)
})
