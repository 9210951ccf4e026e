import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { centralEquivalent } from './calibre.ts'

const widths = fc.array(fc.double({ min: 10, max: 200, noNaN: true }), {
  minLength: 4,
  maxLength: 12,
})

describe('the central equivalent', () => {
  test('of six vessels, worked by hand after Knudtson 2003', () => {
    // 0.88 x sqrt(120² + 70²) = 122.2533, (110, 80) 119.6931, (100, 90) 118.3934;
    // the widest with the narrowest: 149.7649; with the odd one, 119.6931: 168.7099
    expect(centralEquivalent([70, 120, 100, 80, 110, 90], 'arteriole')).toBeCloseTo(168.71, 1)
  })

  test('of six venules of 100: 134.35, then 180.50 with the odd 134.35', () => {
    const first = 0.95 * Math.SQRT2 * 100
    const second = 0.95 * Math.SQRT2 * first
    const expected = 0.95 * Math.hypot(second, first)
    expect(
      centralEquivalent(
        Array.from({ length: 6 }, () => 100),
        'venule',
      ),
    ).toBeCloseTo(expected)
    expect(expected).toBeCloseTo(213.76, 1)
  })

  test('of four and five vessels', () => {
    const [a, b] = [0.88 * Math.hypot(80, 50), 0.88 * Math.hypot(70, 60)]
    expect(centralEquivalent([50, 60, 70, 80], 'arteriole')).toBeCloseTo(0.88 * Math.hypot(a, b))
    const [c, d] = [0.88 * Math.hypot(90, 50), 0.88 * Math.hypot(80, 60)]
    const [widest = 0, odd = 0, narrowest = 0] = [c, d, 70].toSorted((x, y) => y - x)
    const last = 0.88 * Math.hypot(0.88 * Math.hypot(widest, narrowest), odd)
    expect(centralEquivalent([50, 60, 70, 80, 90], 'arteriole')).toBeCloseTo(last)
  })

  test('of three is not measurable', () => {
    expect(centralEquivalent([50, 60, 70], 'venule')).toBeUndefined()
  })

  test('does not depend on the order, and only on the six widest', () => {
    fc.assert(
      fc.property(widths, (values) => {
        const value = centralEquivalent(values, 'venule')
        expect(centralEquivalent(values.toReversed(), 'venule')).toBe(value)
        const six = [...values, ...values].slice(0, 6)
        expect(centralEquivalent([...six, 1], 'venule')).toBe(centralEquivalent(six, 'venule'))
      }),
    )
  })

  test('goes with the scale', () => {
    fc.assert(
      fc.property(widths, fc.double({ min: 0.1, max: 10, noNaN: true }), (values, scale) => {
        const value = centralEquivalent(values, 'arteriole') ?? 0
        const scaled =
          centralEquivalent(
            values.map((width) => scale * width),
            'arteriole',
          ) ?? 0
        expect(scaled / (scale * value)).toBeCloseTo(1, 9)
      }),
    )
  })
})
