import { expect, test } from 'vitest'

import { prepareFieldInput } from './networks/input.ts'
import { findBrightDisc } from './landmarks/bright-disc.ts'
import { prepareEye, type PreparedEye } from './prepared-eye.ts'
import { assessQuality } from './quality/quality.ts'
import { drawFundus, fill } from './testing/drawn-fundus.ts'

const photograph = drawFundus({ width: 640, height: 480, centre: [300, 250], diameterPx: 520 })

test('a picture without a field of view is not prepared', () => {
  const eye = prepareEye(fill({ width: 400, height: 400 }, () => 90))
  expect(eye).toMatchObject({ kind: 'not-a-fundus', reason: 'no-contrast' })
})

test('a view has the wanted field, and is made once', () => {
  const eye = prepareEye(photograph) as PreparedEye
  const view = eye.viewWithField(260)
  expect(Math.abs(view.width - 320)).toBeLessThan(4)
  expect([view.red, view.mask]).toMatchObject([eye.sizeWithField(260), eye.sizeWithField(260)])
  expect(eye.viewWithField(260)).toBe(view)
  expect(eye.viewWithField(130).width).toBeLessThan(view.width)
})

test('steps that share a view find the same as alone', () => {
  const alone = (): PreparedEye => prepareEye(photograph) as PreparedEye
  const shared = alone()
  const vessel = { width: 320, height: 240, data: new Float32Array(320 * 240) }
  expect(prepareFieldInput(shared, 256)).toEqual(prepareFieldInput(alone(), 256))
  expect(assessQuality(photograph, shared)).toEqual(assessQuality(photograph, alone()))
  expect(findBrightDisc(shared, vessel)).toEqual(findBrightDisc(alone(), vessel))
  expect(prepareFieldInput(shared, 256)).toEqual(prepareFieldInput(alone(), 256))
})
