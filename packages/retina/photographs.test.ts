import { describe, expect, test } from 'vitest'

import type { Point } from '#geometry/point'
import type { GreyImage } from '#raster/image'
import { resample } from '#raster/resample'
import { sampleAt } from '#raster/sample'

import type { EyeMaps } from './eye-maps.ts'
import { assumedDisc } from './eye-maps.ts'
import type { MeasureName } from './eye-measures.ts'
import { isMeasured } from './eye-measures.ts'
import { findFieldOfView } from './field-of-view.ts'
import { findDisc } from './landmarks.ts'
import { measureEye } from './measures.ts'
import { noise } from './testing/drawn-fundus.ts'
import { havePhotographs, readBitmap, readPhotograph } from './testing/photographs.ts'
import { traceEye } from './traced-vessels.ts'

const mapWidth = 1149

/** An eye of LES-AV with the vessels, kinds and disc that people drew. */
async function readEye(name: string): Promise<EyeMaps> {
  const photograph = await readPhotograph(`les-av/images/${name}.png`)
  const kinds = await readPhotograph(`les-av/1st_manual/${name}.png`)
  const field = findFieldOfView(photograph)
  if (field.kind === 'not-a-fundus') throw new Error(field.message)
  const { width, height } = photograph
  const size = { width: mapWidth, height: Math.round((height * mapWidth) / width) }
  const mapOf = (labels: readonly number[]): GreyImage => {
    const data = Float32Array.from({ length: width * height }, (_, i) =>
      labels.includes(kinds.data[3 * i] ?? 0) ? 1 : 0,
    )
    return resample({ width, height, data }, size)
  }
  const drawnDisc = await readBitmap(`les-av/od/${name}.png`)
  const disc = new Float32Array(drawnDisc.data)
  const landmarks = { origin: { x: 0, y: 0 }, pixelsPerMapPixel: 1 }
  const discMap = { width, height, data: disc }
  return {
    photograph,
    size: { width, height },
    field,
    origin: { x: 0, y: 0 },
    pixelsPerMapPixel: width / size.width,
    vessel: mapOf([1, 2, 3]),
    arteriole: mapOf([1, 3]),
    venule: mapOf([2, 3]),
    disc: findDisc({ ...landmarks, disc: discMap, fovea: discMap }, field, null),
    fovea: null,
    scale: assumedDisc,
  }
}

/** Maps that take one kind for the other within round spots that cover about a third. */
function confuse(eye: EyeMaps): EyeMaps {
  const random = noise(11)
  const spots = Array.from({ length: 60 }, (): Point => ({
    x: (mapWidth * random()) / 255,
    y: (eye.vessel.height * random()) / 255,
  }))
  const isWrong = (i: number): boolean => {
    const [x, y] = [i % mapWidth, Math.floor(i / mapWidth)]
    return spots.some((spot) => Math.hypot(spot.x - x, spot.y - y) < 42)
  }
  const swap = (own: GreyImage | null, other: GreyImage | null): GreyImage => ({
    ...eye.vessel,
    data: eye.vessel.data.map((_, i) => (isWrong(i) ? other : own)?.data[i] ?? 0),
  })
  const { arteriole, venule } = eye
  return { ...eye, arteriole: swap(arteriole, venule), venule: swap(venule, arteriole) }
}

describe.skipIf(!havePhotographs())('a photograph with the maps that people drew', () => {
  test('has calibres as populations have them', async () => {
    const { measures } = measureEye(await readEye('33'))
    const valueOf = (name: MeasureName): number => {
      const measure = measures[name]
      return isMeasured(measure) ? measure.value : 0
    }
    expect(valueOf('crae')).toBeGreaterThan(100)
    expect(valueOf('crae')).toBeLessThan(190)
    expect(valueOf('crve')).toBeGreaterThan(160)
    expect(valueOf('crve')).toBeLessThan(270)
    expect(valueOf('avr')).toBeGreaterThan(0.45)
    expect(valueOf('avr')).toBeLessThan(0.95)
    expect(valueOf('fractalDimension')).toBeGreaterThan(1)
    expect(valueOf('arteriolarTortuosity')).toBeLessThan(1.3)
  })

  test('decided by trees keeps the kinds where pixels are confused', async () => {
    const eye = await readEye('33')
    const confused = confuse(eye)
    const { vessels } = traceEye(confused).field
    let [all, byPixel, byTree] = [0, 0, 0]
    for (const { points, kind } of vessels) {
      for (const point of points) {
        const [x, y] = [point.x / eye.pixelsPerMapPixel, point.y / eye.pixelsPerMapPixel]
        const lead = (maps: EyeMaps): number =>
          sampleAt(maps.arteriole ?? maps.vessel, x, y) - sampleAt(maps.venule ?? maps.vessel, x, y)
        const truth = lead(eye)
        if (Math.abs(truth) < 0.5) continue
        all += 1
        byPixel += lead(confused) > 0 === truth > 0 ? 1 : 0
        byTree += (kind === 'arteriole') === truth > 0 ? 1 : 0
      }
    }
    expect(byPixel / all).toBeLessThan(0.85)
    expect(byTree / all).toBeGreaterThan(byPixel / all + 0.05)
  })
})
