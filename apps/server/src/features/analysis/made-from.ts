import { staleReasons, type StaleReason } from '#contract/analysis'

import type { Db } from '../../platform/database/database.ts'
import type { Models } from '../../platform/models/models.ts'
import { personOf } from '../images/person.ts'
import type { ImageRow } from '../images/queries.ts'
import { scaleOf } from '../images/scale.ts'
import { modelsOf } from '../models/queries.ts'
import { referencesState } from '../references/queries.ts'
import { correctionState } from './correction.ts'
import { pipelineVersion } from './pipeline/version.ts'

/** The inputs of results, each as a text that changes with it. */
export type MadeFrom = Readonly<Record<StaleReason | 'identity', string>>

/** The networks that the analysis of an eye uses. */
const analysisRoles = ['vessel-av', 'landmarks', 'quality', 'risk'] as const

/** The inputs of an image in its current state. */
export async function madeFromNow(db: Db, models: Models, image: ImageRow): Promise<MadeFrom> {
  const set = await modelsOf(db, models, image.dataset_id)
  const digests = analysisRoles.map((role) => `${role} ${set[role]?.sha256 ?? ''}`)
  const micrometres = (await scaleOf(db, image))?.micrometresPerPixel
  const { ageYears, sex } = personOf(image)
  return {
    image: image.sha256.toString('hex'),
    // Not measured with, but a result and its review are about this person.
    identity: image.patient_id.trim(),
    patient: [ageYears, sex, image.laterality, micrometres].map((fact) => fact ?? '').join('|'),
    models: digests.join('|'),
    correction: await correctionState(db, image.id),
    references: await referencesState(db, image.dataset_id),
    software: pipelineVersion,
  }
}

/** The inputs that have changed since a result was made. */
export function staleBy(madeFrom: Readonly<Record<string, string>>, now: MadeFrom): StaleReason[] {
  const isAnother = (fact: keyof MadeFrom): boolean => {
    const then = madeFrom[fact]
    return then !== undefined && then !== now[fact]
  }
  return staleReasons.filter(
    (reason) => isAnother(reason) || (reason === 'patient' && isAnother('identity')),
  )
}
