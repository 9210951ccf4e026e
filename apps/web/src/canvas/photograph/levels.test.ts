import { describe, expect, test } from 'vitest'

import { type Level, nearestLevel, piecesIn, sharpLevel } from './levels.ts'

const image = { width: 9000, height: 7000 }

function level(width: number, height: number, side: number): Level {
  const count = Math.ceil(width / side) * Math.ceil(height / side)
  return { width, height, side, addresses: Array.from({ length: count }, (_, i) => `/${i}`) }
}

const preview = level(1024, 797, 1024)
const half = level(4500, 3500, 1024)
const full = level(9000, 7000, 1024)
const levels = [preview, half, full]

test('the coarsest sharp level is shown, or the finest if none is sharp', () => {
  expect(sharpLevel(levels, image, 0.1)).toBe(0)
  expect(sharpLevel(levels, image, 0.3)).toBe(1)
  expect(sharpLevel(levels, image, 0.5)).toBe(1)
  expect(sharpLevel(levels, image, 0.51)).toBe(2)
  expect(sharpLevel(levels, image, 8)).toBe(2)
})

function nearest(scale: number, among: readonly number[]) {
  return nearestLevel(levels, image, { scale, among })
}

test('until it is loaded, the level that looks most like it takes its place', () => {
  expect(nearest(0.13, [0, 2])).toBe(0)
  expect(nearest(0.45, [0, 2])).toBe(2)
  expect(nearest(0.45, [0])).toBe(0)
  expect(nearest(0.45, [])).toBeNull()
})

describe('visible pieces', () => {
  const cut = false

  test('are the tiles that overlap the view', () => {
    const seen = { x: 1000, y: 2000, width: 100, height: 100 }
    expect(piecesIn({ level: full, image, cut }, seen)).toEqual([
      expect.objectContaining({
        address: '/9',
        box: { x: 0, y: 1024, width: 1024, height: 1024 },
      }),
      expect.objectContaining({ address: '/10' }),
      expect.objectContaining({ address: '/18' }),
      expect.objectContaining({ address: '/19' }),
    ])
  })

  test('are smaller at the right and bottom edges, with none beyond', () => {
    const seen = { x: 8990, y: 6990, width: 5000, height: 5000 }
    const [last, ...others] = piecesIn({ level: full, image, cut }, seen)
    expect(others).toEqual([])
    expect(last).toMatchObject({ address: '/62', width: 808, height: 856 })
    expect(piecesIn({ level: full, image, cut }, { ...seen, x: 9001 })).toEqual([])
  })

  test('have the right place in the image at any level', () => {
    const seen = { x: 8500, y: 0, width: 10, height: 10 }
    const [piece] = piecesIn({ level: half, image, cut }, seen)
    expect(piece).toMatchObject({ box: { x: 8192, y: 0, width: 808, height: 2048 } })
  })

  test('of a single picture are the picture itself, or squares cut from it for adjusting', () => {
    const small = { width: 3000, height: 2000 }
    const single: Level = { ...small, side: 3000, addresses: ['/photograph'] }
    const seen = { x: 900, y: 100, width: 200, height: 100 }
    const asked = { level: single, image: small }
    const whole = piecesIn({ ...asked, cut: false }, seen)
    expect(whole).toMatchObject([{ cut: null, width: 3000, height: 2000 }])
    const squares = piecesIn({ ...asked, cut: true }, seen)
    expect(squares.map((piece) => piece.cut)).toEqual([
      { x: 0, y: 0, width: 1024, height: 1024 },
      { x: 1024, y: 0, width: 1024, height: 1024 },
    ])
    expect(new Set([...whole, ...squares].map(({ key }) => key)).size).toBe(3)
  })
})
