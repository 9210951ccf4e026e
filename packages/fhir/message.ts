import { systems } from './codes.ts'
import type { Description } from './description.ts'
import { namingOf, type Naming, type Sha1 } from './identity.ts'
import { imagingStudyResource, mediaResource, orderResource, photographKey } from './photograph.ts'
import { messageHeader, provenanceResource, referencesTo, reportResource } from './report.ts'
import {
  isObject,
  objectsOf,
  resourcesOf as resourcesIn,
  withoutEmpty,
  type Bundle,
  type Entry,
  type Reference,
  type Resource,
} from './resource.ts'
import {
  measuredResource,
  qualityResource,
  riskAssessmentResource,
  riskResource,
} from './results.ts'
import { statementResources } from './statements.ts'
import {
  cameraResource,
  departmentResource,
  endpointResource,
  organisationResource,
  ownIdentifier,
  patientResource,
  practitionerResource,
  softwareResource,
  type Person,
} from './who.ts'

/** A photograph that cannot be graded has its quality, and no number. */
function resultResources(
  description: Description,
  naming: Naming,
): { kinds: string[]; resources: Resource[] } {
  const { quality, measured, risk } = description.analysis
  const found: { kinds: string[]; resources: Resource[] } = {
    kinds: ['quality'],
    resources: [qualityResource(description, naming)],
  }
  if (quality.grade === 'not-gradable') return found
  for (const each of measured) {
    if (each.components.length === 0) continue
    found.kinds.push(each.key)
    found.resources.push(measuredResource(description, each, naming))
  }
  if (risk.kind !== 'none') {
    found.kinds.push('risk')
    found.resources.push(
      riskResource(description, risk, naming),
      riskAssessmentResource(description, risk, naming),
    )
  }
  return found
}

/** The resources of a photograph's message, without its header. */
function resourcesOf(description: Description, naming: Naming): Resource[] {
  const { photograph, order, site } = description
  const { camera } = photograph
  const { kinds, resources } = resultResources(description, naming)
  const report = reportResource(description, kinds, naming)
  return [
    patientResource(description, naming),
    organisationResource(description, naming),
    softwareResource(description, naming),
    ...(camera === null ? [] : [cameraResource(description, camera, naming)]),
    ...(order === null || order.department === ''
      ? []
      : [departmentResource(order.department, naming)]),
    ...(order === null ? [] : [orderResource(description, order, naming)]),
    ...(site.dicomWeb === null ? [] : [endpointResource(description, site.dicomWeb, naming)]),
    imagingStudyResource(description, naming),
    mediaResource(description, naming),
    ...resources,
    ...statementResources(description, naming),
    report,
    ...peopleOf(description).map((each) => practitionerResource(each, naming)),
    provenanceResource(description, referencesTo([report, ...resources]), naming),
  ]
}

/** The reviewers of the result and the authors of stated values, each once. */
function peopleOf({ review, statements = [] }: Description): Person[] {
  const people = [...statements.map(({ entered }) => entered), review].filter(
    (each) => each !== null,
  )
  return [...new Map(people.map((each) => [each.username, each])).values()]
}

/** The time of the latest statement in a message. */
function saidAt({ analysis, review, statements = [] }: Description): string {
  const said = statements.flatMap(({ entered }) => entered?.at ?? [])
  return [review?.at ?? analysis.at, ...said].reduce((latest, at) =>
    Date.parse(at) > Date.parse(latest) ? at : latest,
  )
}

function entryOf(resource: Resource): Entry {
  return { fullUrl: `urn:uuid:${resource.id ?? ''}`, resource }
}

/**
 * The message of one photograph (FHIR R4, 2.4): its header first, whose focus is the report.
 * @param version number of the photograph's message: no message is sent under another's id
 */
export function messageOf(description: Description, version: number, sha1: Sha1): Bundle {
  const naming = namingOf(description.site.id, sha1)
  const key = JSON.stringify([photographKey(description), version])
  const header = messageHeader(description, naming.idOf('message', key), naming)
  return {
    resourceType: 'Bundle',
    id: naming.idOf('bundle', key),
    identifier: { system: systems.uri, value: `urn:uuid:${header.id ?? ''}` },
    type: 'message',
    timestamp: saidAt(description),
    entry: [header, ...resourcesOf(description, naming)].map(entryOf),
  }
}

/** How a transaction identifies the patient. */
type PatientMatch =
  /** By a Patient of ours, created or updated under its own id. */
  | 'own'
  /** By the server's only patient with the number; if there is none, or two: 412. */
  | 'reference'
  /** Like `reference`, but updates that patient, or creates a missing one. */
  | 'update'

/** Side effects of a transaction beside its message. */
export interface Wrapping {
  readonly patient: PatientMatch
  /** Results of the photograph's earlier messages that this one lacks, as 'Type/id'. */
  readonly retired?: readonly string[]
  /** Resources of earlier messages that are wrong now. */
  readonly mistaken?: readonly Mistake[]
}

/** A resource to mark as entered in error, and the Patient for whom it was written. */
export interface Mistake {
  readonly resource: Resource
  readonly patient: Resource
}

/**
 * The resources of a message as an idempotent transaction: each is created or updated under its own
 * id. The server's own patient is found by the number; a patient whose number is unknown, or has no
 * namespace, is always written as ours.
 */
export function transactionOf(
  message: Bundle,
  { patient, retired = [], mistaken = [] }: Wrapping,
): Bundle {
  const entries = (message.entry ?? []).flatMap(({ fullUrl = '', resource }) =>
    resource === undefined || resource.resourceType === 'MessageHeader'
      ? []
      : [{ fullUrl, resource, found: patient === 'own' ? undefined : patientSearch(resource) }],
  )
  // References within the transaction stay references to its entries.
  const places = new Map(
    entries.flatMap(({ fullUrl, resource, found }) =>
      found !== undefined && patient === 'update'
        ? []
        : [[fullUrl, found ?? placeOf(resource)] as const],
    ),
  )
  const whose = entries.find(({ resource }) => resource.resourceType === 'Patient')
  const subjectOf = (other: Resource): Reference => {
    const { fullUrl = '', resource } = whose ?? {}
    if (resource?.id === other.id) return { reference: places.get(fullUrl) ?? fullUrl }
    const search = patient === 'own' ? undefined : patientSearch(other)
    return { reference: search ?? placeOf(other) }
  }
  const puts = entries
    .filter(({ found }) => found === undefined || patient === 'update')
    .map(({ fullUrl, resource, found }) => {
      const { id: _id, ...withoutId } = resource
      return {
        fullUrl,
        resource: relocated(found === undefined ? resource : withoutId, places) as Resource,
        request: { method: 'PUT', url: found ?? placeOf(resource) },
      }
    })
  const errors = mistaken.map(({ resource, patient: other }) => ({
    fullUrl: `urn:uuid:${resource.id ?? ''}`,
    resource: enteredInError(resource, subjectOf(other)),
    request: { method: 'PUT', url: placeOf(resource) },
  }))
  const deletes = retired.map((url) => ({ request: { method: 'DELETE', url } }))
  return { resourceType: 'Bundle', type: 'transaction', entry: [...puts, ...errors, ...deletes] }
}

/** The search that finds the server's own patient; undefined if none could. */
export function patientSearch(resource: Resource): string | undefined {
  if (resource.resourceType !== 'Patient') return undefined
  const [{ system, value } = {}] = objectsOf(resource['identifier'])
  if (typeof system !== 'string' || system === systems.uri || typeof value !== 'string')
    return undefined
  const token = [system, value].map((part) => part.replaceAll(/[\\,|$]/g, '\\$&')).join('|')
  return `Patient?identifier=${encodeURIComponent(token)}`
}

/** Only required elements: its other facts are wrong. */
function enteredInError(
  { resourceType, id, identifier, code, content }: Resource & { code?: unknown; content?: unknown },
  subject: Reference,
): Resource {
  const status = 'entered-in-error'
  return withoutEmpty({ resourceType, id, identifier, status, code, content, subject } as Resource)
}

const resultTypes = ['Observation', 'RiskAssessment']
/** Resources of a photograph that was another patient's. */
const othersTypes = [...resultTypes, 'DiagnosticReport', 'Media']

/**
 * Resources of a photograph's earlier messages that the latest lacks: studies under other ids and,
 * from messages about another patient, the photograph and its results.
 */
export function mistakesIn(latest: Bundle, earlier: readonly Bundle[]): Mistake[] {
  const current = new Set(resourcesIn(latest).map(placeOf))
  const mistakes = earlier.flatMap((bundle): Mistake[] => {
    const patient = patientIn(bundle)
    if (patient === undefined) return []
    const types = new Set(['ImagingStudy', ...(isOfSame(latest, bundle) ? [] : othersTypes)])
    return resourcesIn(bundle)
      .filter((each) => types.has(each.resourceType) && !current.has(placeOf(each)))
      .map((resource) => ({ resource, patient }))
  })
  return [...new Map(mistakes.map((each) => [placeOf(each.resource), each])).values()]
}

/** The Patient of a message. */
export function patientIn(bundle: Bundle): Resource | undefined {
  return resourcesIn(bundle).find(({ resourceType }) => resourceType === 'Patient')
}

function isOfSame(one: Bundle, other: Bundle): boolean {
  return patientIn(one)?.id === patientIn(other)?.id
}

/** Whether a message withdraws a result. */
export function isWithdrawal(message: Bundle): boolean {
  return resourcesIn(message).some(
    ({ resourceType, status }) =>
      resourceType === 'DiagnosticReport' && status === 'entered-in-error',
  )
}

/** The message with its current study, which may have more images now. */
export function withStudyOf(message: Bundle, description: Description, sha1: Sha1): Bundle {
  const study = imagingStudyResource(description, namingOf(description.site.id, sha1))
  const entry = (message.entry ?? []).map((each) =>
    each.resource?.resourceType === 'ImagingStudy' ? entryOf(study) : each,
  )
  return { ...message, entry }
}

/**
 * A Patient of ours that the server's own has replaced: inactive, and no longer found by the
 * number.
 */
export function retiredPatient(id: string, others: readonly string[]): Resource {
  const link = others.map((other) => ({
    other: { reference: `Patient/${other}` },
    type: 'replaced-by',
  }))
  return { resourceType: 'Patient', id, identifier: [ownIdentifier(id)], active: false, link }
}

/**
 * Results that the photograph's earlier messages had for the same patient and the latest lacks, as
 * 'Type/id'.
 */
export function retiredResults(latest: Bundle, earlier: readonly Bundle[]): string[] {
  const current = new Set(resultsIn(latest))
  const told = earlier.filter((bundle) => isOfSame(latest, bundle)).flatMap(resultsIn)
  return [...new Set(told)].filter((place) => !current.has(place)).toSorted()
}

function resultsIn(bundle: Bundle): string[] {
  return resourcesIn(bundle)
    .filter(({ resourceType }) => resultTypes.includes(resourceType))
    .map(placeOf)
}

function placeOf(resource: Resource | undefined): string {
  return `${resource?.resourceType ?? ''}/${resource?.id ?? ''}`
}

/** With references to places on the server instead of within the message. */
function relocated(value: unknown, places: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((each) => relocated(each, places))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const place = name === 'reference' ? places.get(String(inner)) : undefined
      return [name, place ?? relocated(inner, places)]
    }),
  )
}
