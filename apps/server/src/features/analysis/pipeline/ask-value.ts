import { preparePicture } from '#retina/networks/picture'
import type { PreparedEye } from '#retina/prepared-eye'
import type { Person } from '#retina/risk/risk'

import { valueOutputOf } from '../../../platform/models/manifest.ts'
import type { Models } from '../../../platform/models/models.ts'
import type { Model } from '../../../platform/models/read-model.ts'

export interface Shown {
  readonly eye: PreparedEye
  readonly person: Person
}

/** Returns a network's number for a photograph and its person, with the band it falls into. */
export async function askValue(models: Pick<Models, 'run'>, model: Model, { eye, person }: Shown) {
  const { manifest } = model
  const inputs = manifest.inputs.map((input) => {
    if (input.source === 'image') {
      const { data, height, width } = preparePicture(eye, input)
      return [input.name, { dims: [1, 3, height, width], data }] as const
    }
    const value =
      input.source === 'patient.age'
        ? (person.ageYears ?? Number.NaN)
        : person.sex === 'female'
          ? input.map.F
          : input.map.M
    return [input.name, { dims: [1, 1], data: new Float32Array([value]) }] as const
  })
  const outputs = await models.run(model, Object.fromEntries(inputs))
  const described = valueOutputOf(manifest)
  if (described === undefined) throw new Error(`${manifest.id} gives no number.`)
  const value = outputs[described.name]?.data[0] ?? Number.NaN
  if (!Number.isFinite(value)) throw new Error(`${manifest.id} gave no number.`)
  const { bands } = described
  const band = (bands.find(({ max }) => value <= max) ?? bands.at(-1))?.label ?? 'high'
  return { value, band, described }
}
