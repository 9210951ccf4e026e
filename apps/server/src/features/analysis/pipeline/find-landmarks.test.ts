import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { distance } from '#geometry/point'
import { prepareEye } from '#retina/prepared-eye'
import { readPhotograph } from '#retina/testing/photographs'

import { openModels } from '../../../platform/models/models.ts'
import { findLandmarks } from './find-landmarks.ts'

const shipped = path.join(import.meta.dirname, '../../../../../../models')

/** Their fields are cut off above and below; disc and fovea were located by eye. */
const cropped = [
  { photograph: '02_h.jpg', disc: { x: 502, y: 551 }, fovea: { x: 911, y: 621 } },
  { photograph: '03_h.jpg', disc: { x: 1350, y: 577 }, fovea: { x: 904, y: 627 } },
]

test.each(cropped)(
  'disc and fovea of a cropped field are found within it: $photograph',
  async ({ photograph, disc, fovea }) => {
    const models = openModels({ shipped, own: undefined, kept: '' })
    onTestFinished(() => models[Symbol.asyncDispose]())
    const model = (await models.list()).find(({ id }) => id === 'landmarks')?.model
    const eye = prepareEye(await readPhotograph(photograph))
    if (!model || eye.kind === 'not-a-fundus') throw new Error('There is nothing to see.')
    const found = await findLandmarks(models, model, eye, undefined)
    const radius = 95
    expect(distance(found.disc?.centre ?? { x: 0, y: 0 }, disc)).toBeLessThan(radius)
    expect(distance(found.fovea?.centre ?? { x: 0, y: 0 }, fovea)).toBeLessThan(radius)
  },
)
