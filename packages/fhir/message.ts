import { systems } from './codes.ts'
import type { Description } from './description.ts'
import { namingOf, type Naming } from './identity.ts'
import { imagingStudyResource, mediaResource, orderResource } from './photograph.ts'
import { messageHeader, provenanceResource, referencesTo, reportResource } from './report.ts'
import { isObject, type Bundle, type Entry, type Resource } from './resource.ts'
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
  organisationResource,
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
  const { photograph, order, review } = description
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

/**
 * The resources of a message as a transaction: each is created or updated under its own id, so that
 * sending it again changes nothing.
 * @param retired what earlier messages of the photograph told and this one does not, as 'Type/id'.
 */
export function transactionOf(message: Bundle, retired: readonly string[] = []): Bundle {
  const entries = (message.entry ?? []).filter(
    ({ resource }) => resource !== undefined && resource.resourceType !== 'MessageHeader',
  )
  const places = new Map(
    entries.map(({ fullUrl = '', resource }) => [fullUrl, placeOf(resource)] as const),
  )
  const puts = entries.map(({ fullUrl = '', resource }) => ({
    fullUrl,
    resource: relocated(resource, places) as Resource,
    request: { method: 'PUT', url: placeOf(resource) },
  }))
  const deletes = retired.map((url) => ({ request: { method: 'DELETE', url } }))
  return { resourceType: 'Bundle', type: 'transaction', entry: [...puts, ...deletes] }
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
