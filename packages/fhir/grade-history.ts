import { systems } from './codes.ts'
import type { StatedConcept, StatedValue } from './description.ts'
import type { Naming } from './identity.ts'
import { type Resource, withoutEmpty } from './resource.ts'
import { codeable, type Coded, valueElement } from './statements.ts'
import { ownIdentifier } from './who.ts'

/** A change of the grade that somebody gave an image in a field. */
export interface GradeChange {
  /** What was graded, in which assignment: the same for all changes of one grade. */
  readonly grade: string
  /** From 1, one more with each change of the grade. */
  readonly version: number
  readonly image: { readonly id: number; readonly path: string }
  readonly concept: StatedConcept
  /** Version of the field's description. */
  readonly formVersion: number
  /** Null: the grade was taken back. */
  readonly value: StatedValue | null
  /** A publication or standard that the field follows. */
  readonly source: string | null
  /** Whether it is what counts in the end, not one reader's. */
  readonly isFinal: boolean
  /** With its zone. */
  readonly at: string
  /** Who gave it; empty if all readers agreed. */
  readonly by: string
}

/**
 * Each change of a grade as an entry of a Bundle of the type `history` (FHIR R4, 2.36.4): an
 * Observation and its versions, `preliminary` of a reader and `final` in the end. A grade that was
 * taken back is an entry without a resource.
 */
export function gradeEntry(change: GradeChange, coded: Coded, naming: Naming): object {
  const id = naming.idOf('grade', change.grade)
  const url = `Observation/${id}`
  const { value } = change
  const isFirst = change.version === 1
  return {
    fullUrl: `urn:uuid:${id}`,
    ...(value !== null && { resource: observation({ ...change, value }, { id, coded, naming }) }),
    request: { method: value === null ? 'DELETE' : 'PUT', url },
    response: {
      status: value === null ? '204' : isFirst ? '201' : '200',
      lastModified: change.at,
    },
  }
}

interface Named {
  readonly id: string
  readonly coded: Coded
  readonly naming: Naming
}

function observation(
  change: GradeChange & { readonly value: StatedValue },
  { id, coded, naming }: Named,
): Resource {
  const { concept, formVersion, value, source, isFinal, at, by, image, version } = change
  const category = { code: 'imaging', display: 'Imaging' }
  return withoutEmpty({
    resourceType: 'Observation',
    id,
    meta: { versionId: String(version), lastUpdated: at },
    identifier: [ownIdentifier(id)],
    status: isFinal ? 'final' : 'preliminary',
    category: [{ coding: [{ system: systems.observationCategory, ...category }] }],
    code: codeable(coded, concept, naming, formVersion),
    issued: at,
    performer: by === '' ? [] : [{ type: 'Practitioner', display: by }],
    ...valueElement(coded, { concept, value }, naming),
    method: source === null ? undefined : { text: source },
    derivedFrom: [
      {
        type: 'Media',
        identifier: ownIdentifier(naming.idOf('media', String(image.id))),
        display: image.path,
      },
    ],
  })
}
