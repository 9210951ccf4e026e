import { describe, expect, test } from 'vitest'

import { containsPoint } from '#geometry/locate'
import { area, signedArea, vertexCount } from '#geometry/polygon'

import type { RgbaImage } from './image.ts'
import { MagicWand, type WandPick } from './magic-wand.ts'

/** 200 by 160 pixels: dark where `isDark` holds, else bright; no noise at (100, 80). */
function photograph(isDark: (x: number, y: number) => boolean, noise = 0): RgbaImage {
  const [width, height] = [200, 160]
  const data = new Uint8Array(4 * width * height).fill(255)
  for (let i = 0; i < width * height; i++) {
    const level = isDark((i % width) + 0.5, Math.floor(i / width) + 0.5) ? 60 : 160
    const isMiddle = i === 80 * width + 100
    const grain = isMiddle ? 0 : noise * ((Math.imul(i + 1, 0x9e3779b1) >>> 24) / 255 - 0.5)
    data.fill(level + grain, 4 * i, 4 * i + 3)
  }
  return { width, height, data }
}

const areaOf = (pick: WandPick | null) => pick?.area ?? []
const usual = { threshold: 30, blur: 40 }
const within = (radius: number) => (x: number, y: number) => Math.hypot(x - 100, y - 80) < radius

function isOnTarget(x: number, y: number): boolean {
  return (within(60)(x, y) && !within(40)(x, y)) || within(20)(x, y)
}

describe('magic wand', () => {
  test('picks a lesion with a round outline of few points', () => {
    const shape = new MagicWand(photograph(within(20), 20)).pick({ x: 100.5, y: 80.5 }, usual)
    expect(shape).toHaveLength(1)
    expect(Math.abs(area(shape) / (Math.PI * 400) - 1)).toBeLessThan(0.04)
    expect(vertexCount(shape)).toBeLessThan(60)
  })

  test('keeps holes and the surround of a lesion, but not the island in its hole', () => {
    const wand = new MagicWand(photograph(isOnTarget))
    const ring = wand.pick({ x: 150, y: 80 }, usual)
    expect(ring.map(({ holes }) => holes.length)).toEqual([1])
    expect(containsPoint(ring, { x: 100, y: 80 })).toBe(false)
    const outside = wand.pick({ x: 5, y: 5 }, usual)
    expect(outside[0]?.holes.map((hole) => Math.sign(signedArea(hole)))).toEqual([-1])
    expect(area(outside) / (200 * 160 - Math.PI * 3600)).toBeCloseTo(1, 2)
  })

  test('takes the areas around several points together, up to a number of pixels', () => {
    const wand = new MagicWand(photograph(isOnTarget))
    const [middle, ring, ground] = [100, 150, 5].map((x) => ({ x, y: 80 }))
    if (!middle || !ring || !ground) throw new Error('There are three')
    const both = areaOf(wand.pickAlong([middle, ring], usual, 8000))
    expect(area(both) / (Math.PI * (400 + 3600 - 1600))).toBeCloseTo(1, 1)
    const limit = { threshold: usual.threshold, isStopped: true }
    expect(wand.pickAlong([middle, ring], usual, 8000)).toEqual({ area: both, limit: null })
    const passingGround = wand.pickAlong([middle, ground, ring], usual, 8000)
    expect(passingGround).toEqual({ area: both, limit })
    const onlyMiddle = wand.pickAlong([middle, ring], usual, 3000)
    expect(onlyMiddle).toEqual({ area: wand.pick(middle, usual), limit })
    expect(wand.pickAlong([ground], usual, 8000)).toBeNull()
    expect(wand.pickAlong([{ x: -1, y: 80 }], usual, 8000)).toEqual({ area: [], limit: null })
  })

  test('an area that runs out of its object is taken at a lower threshold', () => {
    // A lesion whose edge leads in small steps to the ground, within the threshold of it.
    const picture = photograph(() => false)
    for (let i = 0; i < picture.data.length / 4; i++) {
      const away = Math.hypot((i % 200) - 100, Math.floor(i / 200) - 80)
      picture.data.fill(
        Math.round(160 - 25 * Math.min(1, Math.max(0, (24 - away) / 8))),
        4 * i,
        4 * i + 3,
      )
    }
    const wand = new MagicWand(picture)
    const everything = wand.pickAlong([{ x: 100, y: 80 }], usual, Infinity)
    expect(areaOf(everything)).toEqual(wand.pick({ x: 5, y: 5 }, usual))
    expect(everything?.limit).toBeNull()
    const lesion = wand.pickAlong([{ x: 100, y: 80 }], usual, 8000)
    expect(lesion?.limit?.threshold).toBeLessThan(usual.threshold)
    expect(lesion?.limit?.isStopped).toBe(false)
    const radius = Math.sqrt(area(areaOf(lesion)) / Math.PI)
    expect(radius).toBeGreaterThan(15)
    expect(radius).toBeLessThan(25)
  })

  test('noise within a lesion and on its border is removed; without blur it stays', () => {
    const wand = new MagicWand(photograph(within(30), 80))
    const smooth = wand.pick({ x: 100, y: 80 }, usual)
    expect(smooth).toHaveLength(1)
    expect(smooth[0]?.holes).toEqual([])
    const rough = wand.pick({ x: 100, y: 80 }, { ...usual, blur: 0 })
    expect(vertexCount(rough)).toBeGreaterThan(3 * vertexCount(smooth))
  })

  test.each([0, 20, 45, 70, 90])('follows a vessel of three pixels at %i degrees', (degrees) => {
    const angle = (degrees * Math.PI) / 180
    const isVessel = (x: number, y: number) =>
      Math.abs((x - 100) * Math.sin(angle) - (y - 80) * Math.cos(angle)) < 1.5
    const picture = photograph(isVessel)
    const pixels = picture.data.filter((level, i) => i % 4 === 0 && level < 100).length
    const shape = new MagicWand(picture).pick({ x: 100, y: 80 }, usual)
    expect(Math.abs(area(shape) / pixels - 1)).toBeLessThan(0.12)
  })

  test('a lesion of a few pixels is picked, however small', () => {
    const wand = new MagicWand(photograph((x, y) => x > 99 && x < 101 && y > 79 && y < 81))
    expect(area(wand.pick({ x: 100.5, y: 80.5 }, usual))).toBe(4)
  })

  test('reaches the borders of the photograph, and nothing lies beyond them', () => {
    const wand = new MagicWand(photograph(() => false))
    const everything = [{ outer: [200, 0, 200, 160, 0, 160, 0, 0], holes: [] }]
    expect(wand.pick({ x: 0, y: 159.9 }, usual)).toEqual(everything)
    expect(wand.pick({ x: 200, y: 80 }, usual)).toEqual([])
    expect(wand.pick({ x: 100, y: -1 }, usual)).toEqual([])
  })
})
