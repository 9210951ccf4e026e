import { concept, systems } from './codes.ts'
import type { Description, StatedConcept, StatedValue, Statement } from './description.ts'
import type { Naming } from './identity.ts'
import { bodySite, patientOf, photographKey, studyKey, takenAt } from './photograph.ts'
import { withoutEmpty, type CodeableConcept, type Reference, type Resource } from './resource.ts'
import { ownIdentifier } from './who.ts'

/**
 * The code system of a dataset's fields and their options. Their keys are the owner's, so that two
 * datasets may mean different things by the same key.
 */
export function fieldSystem(scope: string, { idOf }: Naming): string {
  return `urn:uuid:${idOf('fields', scope)}`
}

/** A code may have single spaces alone (FHIR R4, 2.24.0.1). */
export function fieldCode(code: string): string {
  return code.replaceAll(/\s{2,}/g, encodeURIComponent)
}

/** The statements of people about a photograph, its eye and its visit. */
export function statementResources(description: Description, naming: Naming): Resource[] {
  return statementsOf(description).map((each) => statementResource(description, each, naming))
}

export function statementReferences(description: Description, naming: Naming): Reference[] {
  return statementsOf(description).map((each) =>
    naming.referTo('statement', statementKey(description, each)),
  )
}

function statementsOf({ statements = [] }: Description): readonly Statement[] {
  return statements
}

function statementKey(description: Description, statement: Statement): string {
  const { concept: field, isAgreed, entered } = statement
  const reader = isAgreed ? [] : [entered?.username ?? '']
  return JSON.stringify([photographKey(description), field.code, ...reader])
}

const categories = {
  imaging: { code: 'imaging', display: 'Imaging' },
  exam: { code: 'exam', display: 'Exam' },
} as const

/**
 * Final if it is agreed, preliminary if it is one reader's; a statement on an eye is not read off
 * this photograph.
 */
function statementResource(
  description: Description,
  statement: Statement,
  naming: Naming,
): Resource {
  const { subject, entered, source, isAgreed } = statement
  const id = naming.idOf('statement', statementKey(description, statement))
  const isOfImage = subject === 'image'
  const category = categories[isOfImage ? 'imaging' : 'exam']
  const photograph = [
    naming.referTo('study', studyKey(description)),
    naming.referTo('media', photographKey(description)),
  ]
  return withoutEmpty({
    resourceType: 'Observation',
    id,
    identifier: [ownIdentifier(id)],
    status: isAgreed ? 'final' : 'preliminary',
    category: [{ coding: [{ system: systems.observationCategory, ...category }] }],
    code: codeable(codedBy(description), statement.concept, naming),
    subject: patientOf(description, naming),
    effectiveDateTime: takenAt(description),
    issued: entered?.at,
    performer: [
      entered === null
        ? naming.referTo('organisation', 'site')
        : naming.referTo('practitioner', entered.username),
    ],
    ...valueElement(codedBy(description), statement, naming),
    bodySite: subject === 'visit' ? undefined : bodySite(description),
    method: source === null ? undefined : { text: source },
    derivedFrom: isOfImage ? photograph : [],
  })
}

/** By which codes values are told. */
export interface Coded {
  readonly usesSnomed: boolean
  /** The dataset whose keys the codes are. */
  readonly scope: string
}

function codedBy({ site, study }: Description): Coded {
  return { usesSnomed: site.usesSnomed, scope: study.scope }
}

/** A field or an option by its codes and its own key; of a field with the version of its description. */
export function codeable(
  { usesSnomed, scope }: Coded,
  { codes, code, text }: StatedConcept,
  naming: Naming,
  version?: number,
): CodeableConcept {
  const own = {
    system: fieldSystem(scope, naming),
    ...(version !== undefined && { version: String(version) }),
    code: fieldCode(code),
  }
  return concept(usesSnomed, [...codes, own], text)
}

const askedUnknown = {
  system: systems.dataAbsentReason,
  code: 'asked-unknown',
  display: 'Asked But Unknown',
}

/** The value of an Observation, or why it has none. */
export function valueElement(
  coded: Coded,
  { concept: field, value }: Pick<Statement, 'concept' | 'value'>,
  naming: Naming,
): object {
  switch (value.kind) {
    case 'cannotTell':
      return { dataAbsentReason: { coding: [askedUnknown], text: value.text } }
    case 'concept':
      return { valueCodeableConcept: codeable(coded, value.concept, naming) }
    case 'concepts':
      // One value has one meaning; components that repeat the code leave the value itself out (obs-7).
      return {
        component: value.concepts.map((each) => ({
          code: codeable(coded, field, naming),
          valueCodeableConcept: codeable(coded, each, naming),
        })),
      }
    case 'number':
      return { valueQuantity: quantity(value) }
    case 'text':
      return { valueString: value.text }
    case 'yesNo':
      return { valueBoolean: value.isSo }
    case 'date':
      return { valueDateTime: value.day }
  }
}

/** An owner enters the unit freely: one with a space is not a UCUM code. */
function quantity({ number, unit }: Extract<StatedValue, { kind: 'number' }>): object {
  const code = unit ?? '1'
  return { value: number, unit: code, ...(/\s/.test(code) ? {} : { system: systems.ucum, code }) }
}
