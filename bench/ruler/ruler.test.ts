import { expect, test } from 'vitest'

import { errorOf, measureShape, toleranceOf } from './measured.ts'
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
