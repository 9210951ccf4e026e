import { describe, expect, test } from 'vitest'

import type { Point } from '#geometry/point'

import { measureCupToDisc } from '../shapes/cup-disc.ts'
import type { EyeMaps } from '../eye-maps.ts'
import { isMeasured, type Measure, type RegionMeasureName } from '../eye-measures.ts'
import { measureEye } from '../measures.ts'
import { discQuadrantAt, etdrsFieldAt, etdrsGrid, type RegionName, regionNames } from './regions.ts'
import { drawEye, drawLines, type DrawnLine, polar } from '../testing/drawn-eye.ts'

/** 2.5 disc diameters from disc to fovea, which lies to the right: a left eye. */
const blank = drawEye({ diameterPx: 1000, arterioles: [], venules: [] })
const disc = blank.disc ?? { centre: { x: 0, y: 0 }, diameterPx: 1, outline: [], doubts: [] }
const fovea = blank.fovea ?? { centre: { x: 0, y: 0 }, probability: 0 }
const { centre, diameterPx: discPx } = disc

function withVessels(arterioles: readonly DrawnLine[], venules: readonly DrawnLine[]): EyeMaps {
  return {
    ...blank,
    vessel: drawLines(blank.size, [...arterioles, ...venules]),
    arteriole: drawLines(blank.size, arterioles),
    venule: drawLines(blank.size, venules),
  }
}

/** A vessel out of the disc at degrees below the line to the fovea. */
function spoke(degrees: number, widthPx: number): DrawnLine {
  const angle = (Math.PI * degrees) / 180
  return {
    points: [polar(centre, 0.4 * discPx, angle), polar(centre, 2.7 * discPx, angle)],
    widthPx,
  }
}

/** A place to the right of the fovea and below it, in disc diameters. */
function at(x: number, y: number): Point {
  return { x: fovea.centre.x + x * discPx, y: fovea.centre.y + y * discPx }
}

/** An arteriole that crosses a venule of the given width in pixels. */
function crossed(narrowPx: number): EyeMaps {
  const place = polar(centre, 1.7 * discPx, -0.8)
  const along = (away: number): Point => polar(place, away, -0.8)
  const arteriole = {
    points: [polar(place, 70, -0.8 + Math.PI / 2), polar(place, 70, -0.8 - Math.PI / 2)],
    widthPx: 9,
  }
  const venule = [
    { points: [along(-90), along(-30)], widthPx: 14 },
    { points: [along(-30), along(30)], widthPx: narrowPx },
    { points: [along(30), along(90)], widthPx: 14 },
  ]
  return withVessels([arteriole], venule)
}

function ellipse(width: number, height: number): Point[] {
  return Array.from({ length: 360 }, (_, i) => ({
    x: centre.x + (width / 2) * Math.cos((i * Math.PI) / 180),
    y: centre.y + (height / 2) * Math.sin((i * Math.PI) / 180),
  }))
}

function valueOf(measure: Measure | undefined): number | string | undefined {
  if (measure === undefined) return undefined
  return isMeasured(measure) ? measure.value : measure.notMeasurable
}

describe('the ETDRS grid', () => {
  const grid = etdrsGrid(disc, fovea, null)

  test('has its fields in place on a left eye, with the nasal ones towards the disc', () => {
    expect(etdrsFieldAt(grid, at(0.2, 0.1))).toBe('etdrs-centre')
    expect(etdrsFieldAt(grid, at(0.1, -0.8))).toBe('etdrs-inner-superior')
    expect(etdrsFieldAt(grid, at(-0.8, 0.1))).toBe('etdrs-inner-nasal')
    expect(etdrsFieldAt(grid, at(0.3, 1.5))).toBe('etdrs-outer-inferior')
    expect(etdrsFieldAt(grid, at(1.5, 0.3))).toBe('etdrs-outer-temporal')
    expect(etdrsFieldAt(grid, at(0, 2.1))).toBeNull()
  })

  test('is of 1, 3 and 6 mm if the scale is known', () => {
    expect(etdrsGrid(disc, fovea, 10).radiiPx).toEqual([50, 150, 300])
  })

  test('has quadrants of the disc beside it', () => {
    expect(discQuadrantAt(disc, fovea, polar(centre, 2 * discPx, -0.5))).toBe(
      'disc-superior-temporal',
    )
    expect(discQuadrantAt(disc, fovea, polar(centre, 2 * discPx, 2.5))).toBe('disc-inferior-nasal')
    expect(discQuadrantAt(disc, fovea, polar(centre, 2.6 * discPx, 2.5))).toBeNull()
  })
})

describe('measures by region', () => {
  const eye = withVessels([spoke(-45, 8), spoke(135, 6)], [spoke(45, 12)])
  const { regions } = measureEye(eye)
  const of = (region: RegionName, name: RegionMeasureName) =>
    valueOf(regions.find((each) => each.region === region)?.measures[name])

  test('lists every region once', () => {
    expect(regions.map(({ region }) => region)).toEqual(regionNames)
  })

  test('is the calibre and the density of the kind that lies there', () => {
    expect(Number(of('disc-superior-temporal', 'arteriolarCalibreInDiscs')) * discPx).toBeCloseTo(
      8,
      0,
    )
    expect(Number(of('disc-inferior-temporal', 'venularCalibre'))).toBeCloseTo(
      (12 / discPx) * 1800,
      -1,
    )
    expect(of('disc-superior-temporal', 'venularCalibre')).toBe('too-few-venules')
    const quarter = (Math.PI * (2.5 ** 2 - 1) * discPx ** 2) / 4
    const density = of('disc-superior-temporal', 'vesselDensity')
    expect(Number(density) / ((8 * 1.5 * discPx) / quarter)).toBeCloseTo(1, 1)
    expect(of('disc-superior-temporal', 'venularDensity')).toBe(0)
    expect(of('disc-superior-nasal', 'vesselDensity')).toBe(0)
  })

  test('is withheld beyond the edge of the photograph, and without a fovea', () => {
    const outer = of('etdrs-outer-temporal', 'vesselDensity')
    expect(outer).toBe('zone-outside-photograph')
    const without = measureEye({ ...eye, fovea: null }).regions
    expect(valueOf(without[0]?.measures.vesselDensity)).toBe('no-fovea')
  })
})

test('the arcade angle lies between the widest vessels above and below', () => {
  const eye = withVessels(
    [spoke(-62, 8), spoke(-30, 5), spoke(58, 8), spoke(170, 12)],
    [spoke(-75, 12), spoke(70, 12)],
  )
  const { measures } = measureEye(eye)
  expect(Number(valueOf(measures.arteriolarArcadeAngle))).toBeCloseTo(120, -0.5)
  expect(Number(valueOf(measures.venularArcadeAngle))).toBeCloseTo(145, -0.5)
  expect(valueOf(measureEye(withVessels([], [])).measures.venularArcadeAngle)).toBe(
    'too-few-venules',
  )
})

describe('a crossing', () => {
  test('whose venule tapers on both sides is a candidate for nicking', () => {
    const { measures, crossings } = measureEye(crossed(8))
    expect(valueOf(measures.crossings)).toBe(1)
    expect(valueOf(measures.nickingCandidates)).toBe(1)
    expect(crossings[0]?.narrowing).toBeLessThan(0.75)
  })

  test('a venule that keeps its width is not nicked', () => {
    const { measures, crossings } = measureEye(crossed(14))
    expect(valueOf(measures.nickingCandidates)).toBe(0)
    expect(crossings[0]?.narrowing).toBeGreaterThan(0.9)
  })
})

describe('the cup', () => {
  test('has its height, width and area over the disc’s', () => {
    const found = measureCupToDisc(ellipse(40, 60), ellipse(100, 120))
    expect(found?.vertical).toBeCloseTo(0.5, 3)
    expect(found?.horizontal).toBeCloseTo(0.4, 3)
    expect(found?.area).toBeCloseTo(0.2, 3)
  })

  test('is measured if it is drawn', () => {
    const cup = ellipse(0.5 * discPx, 0.6 * discPx)
    const { measures } = measureEye({ ...blank, cup })
    expect(Number(valueOf(measures.verticalCupToDisc))).toBeCloseTo(0.6, 1)
    expect(valueOf(measureEye(blank).measures.verticalCupToDisc)).toBe('no-cup')
  })
})
