import { expect, test } from 'vitest'
import type { CategoryRole } from './document.ts'
import { documentOf } from './document.ts'
import { areaText, lengthText, scaleOf, sizeTexts, unitsOf } from './scale.ts'
import { aCategory, aPolygon, aSquare, anAnnotation } from './testing/driver.ts'

const image = { id: 1, width: 4000, height: 4000 }

function scaleWith(
  role: CategoryRole | null,
  about: Parameters<typeof anAnnotation>[0],
  known?: number,
) {
  const frame = known === undefined ? image : { ...image, micrometresPerPixel: known }
  return scaleOf(documentOf(frame, [aCategory(1, 'any', role)], [anAnnotation(about)]))
}

const circle = aPolygon(
  ...Array.from({ length: 720 }, (_, i) => {
    const angle = (2 * Math.PI * i) / 720
    return [1000 + 180 * Math.cos(angle), 1000 + 180 * Math.sin(angle)]
  }).flat(),
)

test('an annotation of the optic disc gives its diameter and an estimate in micrometres', () => {
  const scale = scaleWith('disc', { geometry: circle })
  expect(scale.discDiameter).toBeCloseTo(360, 1)
  expect(scale.micrometresPerPixel).toBeCloseTo(5, 2)
  expect(scale.isEstimated).toBe(true)
  expect(unitsOf(scale)).toEqual(['px', 'µm', 'DD'])
  expect(lengthText(720, 'DD', scale)).toBe('2.00 DD')
  expect(lengthText(720, 'µm', scale)).toBe('≈ 3,600 µm')
  expect(lengthText(1234.5, 'µm', scale)).toBe('≈ 6,170 µm')
})

test.each([null, 'cup', 'fovea'] as const)('a category with the role %s is no disc', (role) => {
  const scale = scaleWith(role, { geometry: circle })
  expect(unitsOf(scale)).toEqual(['px'])
  expect(lengthText(12.34, 'DD', scale)).toBe('12.3 px')
})

test('a disc without an area gives no diameter, wherever its keypoints are', () => {
  const centreAndFovea = [100, 200, 2, 100, 500, 1, 0, 0, 0]
  expect(scaleWith('disc', { keypoints: centreAndFovea }).discDiameter).toBeNull()
  expect(scaleWith('disc', {}).discDiameter).toBeNull()
})

test('a known pixel size takes precedence over the estimate', () => {
  const scale = scaleWith('disc', { geometry: aSquare(0, 0, 300) }, 4)
  expect(scale).toMatchObject({ micrometresPerPixel: 4, isEstimated: false })
  expect(lengthText(1000, 'µm', scale)).toBe('4,000 µm')
  expect(areaText(1000, 'µm', scale)).toBe('16,000 µm²')
  expect(areaText(1_234_567.8, 'px', scale)).toBe('1,234,568 px²')
})

test('an annotation is as large as its area, and without one as long as its lines', () => {
  const scale = scaleWith(null, {}, 2)
  const lines = [[0, 0, 30, 40]]
  expect(sizeTexts(anAnnotation({ geometry: aSquare(0, 0, 10), lines }), scale)).toEqual([
    '100 px²',
    '400 µm²',
  ])
  expect(sizeTexts(anAnnotation({ lines }), scale)).toEqual(['50.0 px', '100 µm'])
  expect(sizeTexts(anAnnotation({ keypoints: [5, 5, 2] }), scale)).toEqual([])
})
