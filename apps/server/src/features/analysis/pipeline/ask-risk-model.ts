import type { RiskNumbers } from '#contract/analysis-numbers'
import type { RgbImage } from '#raster/image'
import type { FieldOfView } from '#retina/field-of-view'
import { preparePicture } from '#retina/network-picture'
import type { Person } from '#retina/risk'

import type { ModelManifest } from '../../../platform/models/manifest.ts'
import type { Models } from '../../../platform/models/models.ts'
import type { Model } from '../../../platform/models/read-model.ts'
import { creditOf } from './map-vessels.ts'
import type { FoundResult } from './write-result.ts'

interface Shown {
  readonly image: RgbImage
  readonly field: FieldOfView
  readonly person: Person
}

/** The answer of a network for risk, in its own unit; without age or sex that it needs, why not. */
export async function askRiskModel(
  models: Pick<Models, 'run'>,
  model: Model,
  shown: Shown,
): Promise<FoundResult> {
  const { manifest } = model
  const reasons = missing(manifest, shown.person)
  const numbers: RiskNumbers =
    reasons.length > 0 ? { kind: 'no-risk-index', reasons } : await ask(models, model, shown)
  return { kind: 'risk', model: creditOf(model), numbers }
}

function missing({ inputs }: ModelManifest, { ageYears, sex }: Person): string[] {
  return inputs.flatMap((input) => {
    if (input.source === 'patient.sex' && sex === null) return ['sex-missing']
    if (input.source !== 'patient.age') return []
    if (ageYears === null) return ['age-missing']
    const [least, most] = input.range
    return ageYears < least || ageYears > most ? ['age-outside-reference'] : []
  })
}

async function ask(
  models: Pick<Models, 'run'>,
  model: Model,
  { image, field, person }: Shown,
): Promise<RiskNumbers> {
  const { manifest } = model
  const inputs = manifest.inputs.map((input) => {
    if (input.source === 'image') {
      const { data, height, width } = preparePicture(image, field, input)
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
  const described = manifest.outputs.find((output) => 'bands' in output)
  if (described === undefined) throw new Error(`${manifest.id} gives no number.`)
  const value = outputs[described.name]?.data[0] ?? Number.NaN
  if (!Number.isFinite(value)) throw new Error(`${manifest.id} gave no number.`)
  const { bands } = described
  return {
    kind: 'plugged-in',
    value,
    unit: described.unit,
    event: described.event,
    horizonYears: described.horizonYears ?? null,
    band: (bands.find(({ max }) => value <= max) ?? bands.at(-1))?.label ?? 'high',
    regulatory: manifest.regulatory,
    intendedUse: manifest.intendedUse,
    limits: manifest.limits,
  }
}
