import { Field } from '#contract/fields/field'
import { exchangedValue, fieldConcept } from '#contract/fields/stated'
import type { FhirSettings } from '#contract/fhir'
import { gradeEntry } from '#fhir/grade-history'
import { namingOf } from '#fhir/identity'

import type { Db } from '../../platform/database/database.ts'
import { siteIdOf } from '../../platform/database/site-id.ts'
import { sha1Of } from '../../platform/sha1.ts'
import { changesOfGrades, type GradeChange } from '../assignments/grade-changes.ts'
import type { AssignmentRow } from '../assignments/queries.ts'
import { scopeOf } from '../fhir/study-of.ts'

/**
 * A FHIR Bundle of the type `history` with each change of each grade of an assignment, as pieces of
 * JSON text.
 */
export async function* gradesBundle(
  db: Db,
  assignment: AssignmentRow,
  { language, snomed: usesSnomed }: Pick<FhirSettings, 'language' | 'snomed'>,
): AsyncGenerator<string> {
  const naming = namingOf(await siteIdOf(db), sha1Of)
  const coded = { usesSnomed, scope: scopeOf(assignment.dataset_id) }
  const fields = await fieldVersions(db, assignment)
  const versions = new Map<string, number>()
  let separator = ''
  yield `{"resourceType":"Bundle","type":"history","entry":[`
  for await (const changes of changesOfGrades(db, assignment))
    for (const change of changes) {
      const field = fields.get(`${change.key} ${change.version}`)
      if (field === undefined || change.changed_at === null) continue
      const grade = gradeKey(assignment, change)
      const version = (versions.get(grade) ?? 0) + 1
      versions.set(grade, version)
      const entry = gradeEntry(
        {
          grade,
          version,
          image: { id: change.source_image_id, path: change.path },
          concept: fieldConcept(field, language),
          formVersion: change.version ?? 1,
          value: change.after === null ? null : exchangedValue(field, change.after, language),
          source: field.source ?? null,
          isFinal: change.round === 'final',
          at: change.changed_at.toISOString(),
          by: change.changed_by_name ?? '',
        },
        coded,
        naming,
      )
      yield `${separator}\n${JSON.stringify(entry)}`
      separator = ','
    }
  yield ']}\n'
}

function gradeKey({ id }: AssignmentRow, change: GradeChange): string {
  return JSON.stringify([id, change.source_image_id, change.username, change.round, change.key])
}

/** All versions of the fields of an assignment, by key and version. */
async function fieldVersions(
  db: Db,
  { dataset_id: datasetId, field_keys: keys }: AssignmentRow,
): Promise<ReadonlyMap<string, Field>> {
  const rows = await db
    .selectFrom('dataset_field')
    .select(['key', 'version', 'description'])
    .where('dataset_id', '=', datasetId)
    .where('key', 'in', keys.length === 0 ? [''] : keys)
    .execute()
  return new Map(
    rows.map(({ key, version, description }) => [`${key} ${version}`, Field.parse(description)]),
  )
}
