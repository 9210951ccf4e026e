import { expect, test } from 'vitest'

import { gaussianBlur } from '#raster/gaussian'

import { drawUncertaintyOverlay } from './uncertainty.ts'
import { drawEye } from '../testing/drawn-eye.ts'
import { traceEye } from '../vessels/trace-eye.ts'

const eye = drawEye({
  diameterPx: 300,
  arterioles: [0.1, 0.1],
  venules: [0.1, 0.1],
  pixelsPerMapPixel: 2,
})

function opacities(maps: typeof eye): number[] {
  const { data } = drawUncertaintyOverlay(maps, traceEye(maps).field)
  return Array.from({ length: data.length / 4 }, (_, i) => data[4 * i + 3] ?? 0)
}

function strong(list: readonly number[]): number {
  return list.filter((opacity) => opacity > 200).length
}

test('certain maps leave the middle of vessels clear; the picture is of the photograph’s size', () => {
  const overlay = drawUncertaintyOverlay(eye, traceEye(eye).field)
  expect([overlay.width, overlay.height]).toEqual([600, 600])
  const shown = opacities(eye).filter((opacity) => opacity > 0).length
  expect(shown / 360_000).toBeLessThan(0.05)
})

test('the soft rim of a certain vessel is not uncertain; a faint vessel is, with its rims', () => {
  const soft = { ...eye.vessel, data: gaussianBlur(eye.vessel, 1).data }
  const height = Math.max(...soft.data)
  const sure = { ...soft, data: soft.data.map((value) => value / height) }
  const faint = { ...soft, data: soft.data.map((value) => value / height / 2) }
  const [ofSure, ofFaint] = [sure, faint].map((vessel) =>
    strong(opacities({ ...eye, vessel, arteriole: null, venule: null })),
  )
  expect(ofSure).toBeLessThan(200)
  expect(ofFaint).toBeGreaterThan(5000)
})

test('a vessel that may be either kind is shown along its middle', () => {
  const half = { ...eye.vessel, data: eye.vessel.data.map((value) => value / 2) }
  const doubtful = opacities({ ...eye, arteriole: half, venule: half })
  const certain = opacities(eye)
  expect(strong(doubtful)).toBeGreaterThan(strong(certain) + 1000)
})

test('without any information all of the field is shown, and nothing around it', () => {
  const vessel = { ...eye.vessel, data: eye.vessel.data.map(() => 0.5) }
  const shown = opacities({ ...eye, vessel })
  expect(shown.slice(300 * 600 + 5, 301 * 600 - 5).every((opacity) => opacity === 230)).toBe(true)
  expect(shown.slice(0, 100).every((opacity) => opacity === 0)).toBe(true)
})
