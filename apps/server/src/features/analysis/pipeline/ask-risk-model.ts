import type { RiskNumbers } from '#contract/analysis-numbers'
import type { Person } from '#retina/risk/risk'

import type { ModelManifest } from '../../../platform/models/manifest.ts'
import type { Models } from '../../../platform/models/models.ts'
import type { Model } from '../../../platform/models/read-model.ts'
import { askValue, type Shown } from './ask-value.ts'
import { creditOf } from './map-vessels.ts'
import type { FoundResult } from './write-result.ts'

/**
 * Returns the output of a risk network, in its own unit, or the reason if it needs an age or sex
 * that is missing.
 */
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

async function ask(models: Pick<Models, 'run'>, model: Model, shown: Shown): Promise<RiskNumbers> {
  const { value, band, described } = await askValue(models, model, shown)
  const { regulatory, intendedUse, limits } = model.manifest
  return {
    kind: 'plugged-in',
    value,
    unit: described.unit,
    event: described.event,
    horizonYears: described.horizonYears ?? null,
    band,
    regulatory,
    intendedUse,
    limits,
  }
}
