import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { countPixels } from '#raster/image'
import { threshold } from '#raster/threshold'
import { fieldMask } from '#retina/field-of-view'
import { prepareEye } from '#retina/prepared-eye'
import { readPhotograph } from '#retina/testing/photographs'

import { openModels } from '../../../platform/models/models.ts'
import { mapVessels, markedShareOf } from './map-vessels.ts'

const shipped = path.join(import.meta.dirname, '../../../../../../models')

test.each(['02_h.jpg', 'IDRiD_001.jpg'])(
  'no vessels are shown in the dark around the field: %s',
  async (name) => {
    const models = openModels({ shipped, own: undefined, kept: '' })
    onTestFinished(() => models[Symbol.asyncDispose]())
    const model = (await models.list()).find(({ id }) => id === 'vessels')?.model
    const eye = prepareEye(await readPhotograph(name))
    if (!model || eye.kind === 'not-a-fundus') throw new Error('There is nothing to see.')
    const mapped = await mapVessels(models, model, eye)
    const found = threshold(mapped.vessel, mapped.threshold)
    const inside = fieldMask(eye.field, mapped.vessel).data
    expect(countPixels(found)).toBeGreaterThan(0)
    expect(found.data.filter((value, i) => value > 0 && inside[i] === 0)).toHaveLength(0)
    const share = markedShareOf(mapped, eye)
    expect(share).toBeGreaterThan(0.01)
    expect(share).toBeLessThan(0.25)
  },
)
