import { expect, test } from 'vitest'

import { errorOf, measureShape, toleranceOf } from './measured.ts'
import { measureLook } from './photographs.ts'
import { poses } from './poses.ts'
import { type Shape, shapes } from './shapes.ts'

/** One pose of each is enough to notice that measuring has become worse; the ruler takes all. */
const pose = poses.find(({ degrees }) => degrees === 17)

function tooFarOff(shape: Shape): string[] {
  if (pose === undefined) throw new Error('No pose is turned by 17 degrees.')
  return measureShape(shape, pose)
    .filter((each) => !(Math.abs(errorOf(each)) <= toleranceOf(each.measure).most))
    .map((each) => `${each.measure} is ${each.found}, not ${each.expected}`)
}

test.each(shapes.map((shape) => [shape.name, shape] as const))(
  'what is measured of %s is what was drawn',
  (_, shape) => {
    expect(tooFarOff(shape)).toEqual([])
  },
)

test('a blur of 0.3 arterioles does not change calibres by more than 3 %', () => {
  const shape = shapes.find(({ name }) => name === '12 straight vessels')
  if (shape === undefined) throw new Error('There are no straight vessels.')
  const [sharp, blurred] = [0, 0.3].map((blur) =>
    measureLook(shape, { absorption: 0.5, reflex: 0.3, blur }),
  )
  for (const name of ['crae', 'crve'] as const) {
    expect(Math.abs((blurred?.[name] ?? NaN) / (sharp?.[name] ?? NaN) - 1)).toBeLessThan(0.03)
  }
})
