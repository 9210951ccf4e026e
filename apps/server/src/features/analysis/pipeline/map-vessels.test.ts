import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { countPixels } from '#raster/image'
import { threshold } from '#raster/threshold'
import { fieldMask, findFieldOfView } from '#retina/field-of-view'
import { readPhotograph } from '#retina/testing/photographs'

import { openModels } from '../../../platform/models/models.ts'
import { mapVessels, markedShareOf } from './map-vessels.ts'

const shipped = path.join(import.meta.dirname, '../../../../../../models')

test.each(['hrf/02_h.jpg', 'idrid/IDRiD_001.jpg'])(
  'no vessels are shown in the dark around the field: %s',
  async (name) => {
    const models = openModels({ shipped, own: undefined, kept: '' })
    onTestFinished(() => models[Symbol.asyncDispose]())
    const model = (await models.list()).find(({ id }) => id === 'vessels')?.model
    const image = await readPhotograph(name)
    const field = findFieldOfView(image)
    if (!model || field.kind !== 'field-of-view') throw new Error('There is nothing to see.')
    const mapped = await mapVessels(models, model, { image, field })
    const found = threshold(mapped.vessel, mapped.threshold)
    const inside = fieldMask(field, mapped.vessel).data
    expect(countPixels(found)).toBeGreaterThan(0)
    expect(found.data.filter((value, i) => value > 0 && inside[i] === 0)).toHaveLength(0)
    const share = markedShareOf(mapped, image, field)
    expect(share).toBeGreaterThan(0.01)
    expect(share).toBeLessThan(0.25)
  },
)
