import { describe, expect, test } from 'vitest'

import { boxMean, maskedBoxMean } from './box-mean.ts'
import { crop, placeGrey } from './crop.ts'
import {
  filterSeparable,
  gaussianBlur,
  gaussianCurvatureKernel,
  gaussianKernel,
  gaussianSlopeKernel,
} from './gaussian.ts'
import type { GreyImage, Size } from './image.ts'
import { directions, strongestLineMeans, transpose } from './line-mean.ts'
import { resample, resampleChannel } from './resample.ts'
import { bitmapOf, greyOf } from './testing/pictures.ts'

function meanOf({ data }: GreyImage): number {
  return data.reduce((sum, value) => sum + value, 0) / data.length
}

describe('resample', () => {
  test('a smaller image has the mean of the areas', () => {
    const image = greyOf(6, 4, (x, y) => x + 10 * y)
    expect([...resample(image, { width: 3, height: 2 }).data]).toEqual([
      5.5, 7.5, 9.5, 25.5, 27.5, 29.5,
    ])
  })

  test('the mean stays at sizes that do not divide', () => {
    const image = greyOf(101, 67, (x, y) => (x * 7 + y * 13) % 31)
    const small = resample(image, { width: 17, height: 10 })
    expect(meanOf(small)).toBeCloseTo(meanOf(image), 4)
  })

  test('a larger image keeps a ramp straight between the pixels that were there', () => {
    const large = resample(
      greyOf(4, 1, (x) => x),
      { width: 8, height: 2 },
    )
    expect([...large.data.subarray(0, 8)]).toEqual([0, 0.25, 0.75, 1.25, 1.75, 2.25, 2.75, 3])
  })

  test.each([
    ['smaller', { width: 31, height: 17 }],
    ['larger', { width: 150, height: 90 }],
  ])('a region of a %s image is cut out of the whole one', (_, size) => {
    const image = greyOf(101, 67, (x, y) => (x * 7 + y * 13) % 31)
    const region = { x: 9, y: 5, width: 20, height: 12 }
    const whole = resample(image, size).data
    const part = resample(image, size, region)
    const expected = Array.from({ length: region.height }, (_unused, row) => {
      const from = (region.y + row) * size.width + region.x
      return [...whole.subarray(from, from + region.width)]
    }).flat()
    expect({ ...part, data: [...part.data] }).toEqual({ width: 20, height: 12, data: expected })
  })

  test("a region's size without a position is ambiguous", () => {
    const image = greyOf(101, 67, (x, y) => (x * 7 + y * 13) % 31)
    const size = { width: 31, height: 17 }
    expect(resample(image, { ...size, x: 9, y: 5 } as Size)).toEqual(resample(image, size))
  })

  test('one pixel can become any size', () => {
    const large = resample(
      greyOf(1, 1, () => 7),
      { width: 3, height: 2 },
    )
    expect([...large.data]).toEqual([7, 7, 7, 7, 7, 7])
  })

  test('a channel is that of the colour', () => {
    const data = Uint8Array.of(1, 2, 3, 11, 12, 13)
    const green = resampleChannel({ width: 2, height: 1, data }, 1, { width: 2, height: 1 })
    expect([...green.data]).toEqual([2, 12])
  })
})

describe('means and Gaussians', () => {
  test('box means count only pixels within the image', () => {
    const mean = boxMean(
      greyOf(4, 1, (x) => x),
      1,
    )
    expect([...mean.data]).toEqual([0.5, 1, 2, 2.5])
  })

  test('masked means exclude the rest, and are 0 without any pixel', () => {
    const image = greyOf(5, 1, (x) => 10 * (x + 1))
    expect([...maskedBoxMean(image, bitmapOf('##...'), 1).data]).toEqual([15, 15, 20, 0, 0])
  })

  test('a radius larger than the image gives the mean of all', () => {
    expect([
      ...boxMean(
        greyOf(3, 2, (x, y) => x + y),
        9,
      ).data,
    ]).toEqual([1.5, 1.5, 1.5, 1.5, 1.5, 1.5])
  })

  test('a blurred point has the spread that was asked for', () => {
    const point = gaussianBlur(
      greyOf(41, 41, (x, y) => (x === 20 && y === 20 ? 1 : 0)),
      3,
    )
    let [sum, squares] = [0, 0]
    for (const [i, value] of point.data.entries()) {
      sum += value
      squares += value * ((i % 41) - 20) ** 2
    }
    expect(sum).toBeCloseTo(1, 5)
    expect(Math.sqrt(squares / sum)).toBeCloseTo(3, 1)
  })

  test('derivatives of a parabola are its own', () => {
    const parabola = greyOf(41, 41, (x, y) => 0.5 * (x - 20) ** 2 + 3 * (y - 20))
    const [smooth, slope, curvature] = [
      gaussianKernel(2),
      gaussianSlopeKernel(2),
      gaussianCurvatureKernel(2),
    ]
    const middle = 20 * 41 + 20
    const at = (alongX: Float32Array, alongY: Float32Array): number =>
      filterSeparable(parabola, { alongX, alongY }).data[middle] ?? 0
    expect(at(curvature, smooth)).toBeCloseTo(1, 3)
    expect(at(smooth, curvature)).toBeCloseTo(0, 3)
    expect(at(smooth, slope)).toBeCloseTo(3, 3)
  })
})

describe('strongestLineMeans', () => {
  test.each([0, 3, 6, 10])(
    'a line gives its brightness in its own direction (%i of 12)',
    (index) => {
      const angle = directions(12)[index] ?? 0
      const image = greyOf(61, 61, (x, y) => {
        const away = (x - 30) * Math.sin(angle) - (y - 30) * Math.cos(angle)
        return Math.abs(away) <= 1 ? 1 : 0
      })
      const [means] = strongestLineMeans(
        image,
        { angles: directions(12), lengths: [21] },
        () => image,
      )
      expect(means?.data[30 * 61 + 30]).toBeCloseTo(1, 6)
      const [other] = strongestLineMeans(
        image,
        { angles: [angle + Math.PI / 2], lengths: [21] },
        () => image,
      )
      expect(other?.data[30 * 61 + 30]).toBeLessThan(0.25)
    },
  )

  test('lines are cut at the border', () => {
    const image = greyOf(5, 3, (x) => x)
    const [means] = strongestLineMeans(image, { angles: [0], lengths: [3] }, () => image)
    expect([...(means?.data.subarray(0, 5) ?? [])]).toEqual([0.5, 1, 2, 3, 3.5])
  })

  test('transposing twice gives the image again', () => {
    const image = greyOf(70, 33, (x, y) => x * 100 + y)
    expect(transpose(transpose(image))).toEqual(image)
    expect(transpose(image).data[33]).toBe(100)
  })
})

test('a region that was cut out can be put back', () => {
  const data = Uint8Array.from({ length: 36 }, (_, i) => i)
  const region = { x: 1, y: 1, width: 2, height: 2 }
  const part = crop({ width: 4, height: 3, data }, region)
  expect([...part.data]).toEqual([15, 16, 17, 18, 19, 20, 27, 28, 29, 30, 31, 32])
  const placed = placeGrey(
    greyOf(2, 2, () => 5),
    region,
    { width: 4, height: 3 },
  )
  expect([...placed.data]).toEqual([0, 0, 0, 0, 0, 5, 5, 0, 0, 5, 5, 0])
})
