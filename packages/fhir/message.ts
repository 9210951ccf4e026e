import { systems } from './codes.ts'
import type { Description } from './description.ts'
import { namingOf, type Naming } from './identity.ts'
import { imagingStudyResource, mediaResource, orderResource } from './photograph.ts'
import { messageHeader, provenanceResource, referencesTo, reportResource } from './report.ts'
import {
  isObject,
  objectsOf,
  resourcesOf as resourcesIn,
  withoutEmpty,
  type Bundle,
  type Entry,
  type Resource,
} from './resource.ts'
import {
  calibresResource,
  qualityResource,
  resultKey,
  riskAssessmentResource,
  riskResource,
  type ResultKind,
} from './results.ts'
import {
  cameraResource,
  departmentResource,
  endpointResource,
  organisationResource,
  ownIdentifier,
  patientResource,
  practitionerResource,
  softwareResource,
} from './who.ts'

/** Of a photograph that cannot be graded there is its quality, and no number. */
function resultResources(
  description: Description,
  naming: Naming,
): { kinds: ResultKind[]; resources: Resource[] } {
  const { quality, calibres, risk } = description.analysis
  const found: { kinds: ResultKind[]; resources: Resource[] } = {
    kinds: ['quality'],
    resources: [qualityResource(description, naming)],
  }
  if (quality.grade === 'not-gradable') return found
  if (calibres !== null && (calibres.crae ?? calibres.crve ?? calibres.avr) !== null) {
    found.kinds.push('calibres')
    found.resources.push(calibresResource(description, calibres, naming))
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

/** Everything that a photograph's message tells, without its header. */
function resourcesOf(description: Description, naming: Naming): Resource[] {
  const { photograph, order, review, site } = description
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
    report,
    ...(review === null ? [] : [practitionerResource(review, naming)]),
    provenanceResource(description, referencesTo([report, ...resources]), naming),
  ]
}

function entryOf(resource: Resource): Entry {
  return { fullUrl: `urn:uuid:${resource.id ?? ''}`, resource }
}

/**
 * The message of one photograph (FHIR R4, 2.4): its header first, whose focus is the report.
 * @param version which message of the photograph it is: a message is never sent under another's id.
 */
export function messageOf(description: Description, version: number): Bundle {
  const naming = namingOf(description.site.id)
  const key = JSON.stringify([resultKey(description), version])
  const header = messageHeader(description, naming.idOf('message', key), naming)
  return {
    resourceType: 'Bundle',
    id: naming.idOf('bundle', key),
    identifier: { system: systems.uri, value: `urn:uuid:${header.id ?? ''}` },
    type: 'message',
    timestamp: description.review?.at ?? description.analysis.at,
    entry: [header, ...resourcesOf(description, naming)].map(entryOf),
  }
}

/** How a transaction says whose the results are. */
type PatientMatch =
  /** By a Patient of ours, created or updated under its own id. */
  | 'own'
  /** By the one patient of the server that has the number; where there is none, or two: 412. */
  | 'reference'
  /** The same, who gets our facts, and is created where there is none. */
  | 'update'

/** What a transaction does beside writing what its message tells. */
export interface Wrapping {
  readonly patient: PatientMatch
  /** What earlier messages of the photograph told and this one does not, as 'Type/id'. */
  readonly retired?: readonly string[]
  /** Studies that earlier messages wrote and that others have taken the place of. */
  readonly mistaken?: readonly Resource[]
}

/**
 * The resources of a message as a transaction: each is created or updated under its own id, so that
 * sending it again changes nothing. The server's own patient is found by the number; one whose
 * number is unknown, or unique nowhere, is always written as ours.
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
  // References to what is created or found in the same transaction stay references to its entry.
  const places = new Map(
    entries.flatMap(({ fullUrl, resource, found }) =>
      found !== undefined && patient === 'update'
        ? []
        : [[fullUrl, found ?? placeOf(resource)] as const],
    ),
  )
  const whose = entries.find(({ resource }) => resource.resourceType === 'Patient')?.fullUrl ?? ''
  const subject = { reference: places.get(whose) ?? whose }
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
  const errors = mistaken.map((resource) => ({
    fullUrl: `urn:uuid:${resource.id ?? ''}`,
    resource: enteredInError(resource, subject),
    request: { method: 'PUT', url: placeOf(resource) },
  }))
  const deletes = retired.map((url) => ({ request: { method: 'DELETE', url } }))
  return { resourceType: 'Bundle', type: 'transaction', entry: [...puts, ...errors, ...deletes] }
}

/** The search that finds the server's own patient; undefined where none could. */
export function patientSearch(resource: Resource): string | undefined {
  if (resource.resourceType !== 'Patient') return undefined
  const [{ system, value } = {}] = objectsOf(resource['identifier'])
  if (typeof system !== 'string' || system === systems.uri || typeof value !== 'string')
    return undefined
  const token = [system, value].map((part) => part.replaceAll(/[\\,|$]/g, '\\$&')).join('|')
  return `Patient?identifier=${encodeURIComponent(token)}`
}

/** No more than what a study must have: its other facts are wrong. */
function enteredInError({ resourceType, id, identifier }: Resource, subject: unknown): Resource {
  return withoutEmpty({
    resourceType,
    id,
    identifier,
    status: 'entered-in-error',
    subject,
  } as Resource)
}

/** Studies that earlier messages of a photograph wrote under another id than the latest does. */
export function mistakenStudies(latest: Bundle, earlier: readonly Bundle[]): Resource[] {
  const current = new Set(studiesIn(latest).map(({ id }) => id))
  const others = earlier.flatMap(studiesIn).filter(({ id }) => !current.has(id))
  return [...new Map(others.map((study) => [study.id, study])).values()]
}

function studiesIn(bundle: Bundle): readonly Resource[] {
  return resourcesIn(bundle).filter(({ resourceType }) => resourceType === 'ImagingStudy')
}

/** The message with its study as it is now, which may have got further images. */
export function withStudyOf(message: Bundle, description: Description): Bundle {
  const study = imagingStudyResource(description, namingOf(description.site.id))
  const entry = (message.entry ?? []).map((each) =>
    each.resource?.resourceType === 'ImagingStudy' ? entryOf(study) : each,
  )
  return { ...message, entry }
}

/**
 * A Patient of ours that a server's own has taken the place of: inactive, and no longer found by
 * the number.
 */
export function retiredPatient(id: string, others: readonly string[]): Resource {
  const link = others.map((other) => ({
    other: { reference: `Patient/${other}` },
    type: 'replaced-by',
  }))
  return { resourceType: 'Patient', id, identifier: [ownIdentifier(id)], active: false, link }
}

const resultTypes = new Set(['Observation', 'RiskAssessment'])

/** The results that earlier messages of a photograph told and the latest does not, as 'Type/id'. */
export function retiredResults(latest: Bundle, earlier: readonly Bundle[]): string[] {
  const current = new Set(resultsIn(latest))
  return [...new Set(earlier.flatMap(resultsIn))].filter((place) => !current.has(place)).toSorted()
}

function resultsIn({ entry = [] }: Bundle): string[] {
  return entry.flatMap(({ resource }) =>
    resource !== undefined && resultTypes.has(resource.resourceType) ? [placeOf(resource)] : [],
  )
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
