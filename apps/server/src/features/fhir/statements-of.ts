import type { SharedSubject } from '#contract/fields/field'
import { exchangedValue, fieldConcept } from '#contract/fields/stated'
import type { Site, Statement } from '#fhir/description'

import type { Db } from '../../platform/database/database.ts'
import { statedValues } from '../fields/stated-values.ts'
import type { ImageRow } from '../images/queries.ts'

/** The values that apply to an image, in the words of a message. */
export async function statementsOf(
  db: Db,
  image: ImageRow,
  language: Site['language'],
): Promise<Statement[]> {
  const stated = await statedValues(db, image)
  return stated.map(({ field, value, isAgreed, entered }) => ({
    // Values of annotations are none of an image's.
    subject: field.subject as SharedSubject,
    concept: fieldConcept(field, language),
    value: exchangedValue(field, value, language),
    source: field.source ?? null,
    isAgreed,
    entered,
  }))
}
