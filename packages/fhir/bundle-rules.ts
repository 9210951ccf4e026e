import { aiAsserted, codeOf, systems, tenYearRisk } from './codes.ts'
import type { Issue, IssueRule } from './issue.ts'
import {
  isObject,
  objectsOf,
  resourcesOf,
  type Bundle,
  type CodeableConcept,
  type Entry,
  type Resource,
} from './resource.ts'

type Json = Readonly<Record<string, unknown>>
type Tell = (rule: IssueRule, at: string, detail?: string) => void

/** Contradictions between the resources of a message or transaction; empty if there are none. */
export function checkBundle(bundle: Bundle): Issue[] {
  const issues: Issue[] = []
  const tell: Tell = (rule, at, detail = '') => issues.push({ rule, at, detail })
  const entries = (bundle.entry ?? []).filter(({ resource }) => resource !== undefined)
  const known = checkAddresses(entries, tell)
  checkReferences(entries, known, tell)
  checkPatients(bundle, tell)
  if (bundle.type === 'message') checkReach(entries, known, tell)
  for (const resource of resourcesOf(bundle)) {
    if (isObject(resource)) checkResult(bundle, resource, tell)
  }
  checkRisk(bundle, tell)
  return issues
}

/** Names that references may use: full URLs, and places that a transaction writes. */
function checkAddresses(entries: readonly Entry[], tell: Tell): Map<string, Resource> {
  const known = new Map<string, Resource>()
  for (const [i, { fullUrl = '', resource, request }] of entries.entries()) {
    if (resource === undefined) continue
    const at = `Bundle.entry[${i}]`
    // One that is found by a search has no id yet.
    const { id = fullUrl.replace(/^urn:uuid:/, '') } = resource
    const isOther = fullUrl.startsWith('urn:uuid:') && fullUrl !== `urn:uuid:${id}`
    if (fullUrl === '' || known.has(fullUrl) || isOther) tell('full-url', at, fullUrl)
    known.set(fullUrl, resource)
    if (request !== undefined) known.set(request.url, resource)
  }
  return known
}

/** Every reference below, with its path. */
function referencesIn(value: unknown, at = ''): { at: string; to: string }[] {
  if (Array.isArray(value)) return value.flatMap((each, i) => referencesIn(each, `${at}[${i}]`))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'reference' && typeof inner === 'string'
      ? [{ at, to: inner }]
      : referencesIn(inner, `${at}.${name}`),
  )
}

function checkReferences(
  entries: readonly Entry[],
  known: ReadonlyMap<string, Resource>,
  tell: Tell,
): void {
  for (const [i, { resource }] of entries.entries())
    for (const { at, to } of referencesIn(resource))
      if (!known.has(to) && !isConditional(to))
        tell('dangling-reference', `Bundle.entry[${i}].resource${at}`, to)
}

/** Found by the server (R4, 3.1.0.11.2.3). */
function isConditional(reference: string): boolean {
  return /^[A-Z]\w*\?./.test(reference)
}

function checkPatients(bundle: Bundle, tell: Tell): void {
  const patients = (bundle.entry ?? []).filter(
    ({ resource }) => resource?.resourceType === 'Patient',
  )
  const sought = new Set(
    referencesIn(bundle).flatMap(({ to }) => (to.startsWith('Patient?') ? [to] : [])),
  )
  // A transaction may leave the patient to the server to find.
  if (patients.length + sought.size !== 1) {
    tell('patient-count', 'Bundle.entry', String(patients.length + sought.size))
    return
  }
  const names = new Set([
    ...sought,
    ...patients.flatMap(({ fullUrl = '', resource }) => [fullUrl, `Patient/${resource?.id ?? ''}`]),
  ])
  for (const [i, { resource }] of (bundle.entry ?? []).entries())
    for (const role of ['subject', 'patient']) {
      const subject = resource?.[role]
      const to = isObject(subject) ? String(subject['reference']) : ''
      if (subject !== undefined && !names.has(to))
        tell('other-patient', `Bundle.entry[${i}].resource.${role}`, to)
    }
}

/** Everything is reached from the header, or refers to something reached, as a provenance does. */
function checkReach(
  entries: readonly Entry[],
  known: ReadonlyMap<string, Resource>,
  tell: Tell,
): void {
  const headers = entries.filter(({ resource }) => resource?.resourceType === 'MessageHeader')
  const [first] = entries
  if (headers.length !== 1 || first !== headers[0]) tell('message-header', 'Bundle.entry')
  const reached = new Set<string>()
  const waiting = [first?.fullUrl ?? '']
  for (const url of waiting) {
    if (reached.has(url)) continue
    reached.add(url)
    waiting.push(...referencesIn(known.get(url)).map(({ to }) => to))
  }
  for (const [i, { fullUrl = '', resource }] of entries.entries()) {
    const about = [...referencesIn(resource?.['target']), ...referencesIn(resource?.['basis'])]
    const isReached = reached.has(fullUrl) || about.some(({ to }) => reached.has(to))
    if (!isReached) tell('unreachable', `Bundle.entry[${i}]`, resource?.resourceType)
  }
}

const resultTypes = new Set(['Observation', 'RiskAssessment', 'DiagnosticReport'])

function checkResult(bundle: Bundle, resource: Resource, tell: Tell): void {
  const { resourceType: type } = resource
  if (resultTypes.has(type) && !isStatement(resource)) {
    const security = isObject(resource['meta']) ? resource['meta']['security'] : undefined
    if (!objectsOf(security).some(({ code }) => code === aiAsserted.code))
      tell('no-ai-label', `${type}.meta.security`)
    if (resource['status'] === 'final' && !hasInterpreter(bundle))
      tell('no-interpreter', `${type}.status`)
  }
  if (type === 'Observation' && !isStatement(resource)) checkCalibres(resource, tell)
  if (type === 'ImagingStudy') checkStudy(resource, tell)
}

/** An observation that people have made, and no software. */
function isStatement({ resourceType: type, performer, device }: Resource): boolean {
  return type === 'Observation' && objectsOf(performer).length > 0 && device === undefined
}

function hasInterpreter(bundle: Bundle): boolean {
  return resourcesOf(bundle).some(
    ({ resourceType: type, resultsInterpreter: who }) =>
      type === 'DiagnosticReport' && objectsOf(who).length > 0,
  )
}

function conceptOf(value: unknown): CodeableConcept | undefined {
  return isObject(value) ? value : undefined
}

/** A ratio may differ from that of its parts by rounding. */
const mostDifference = 0.005

function checkCalibres(observation: Resource, tell: Tell): void {
  const parts = new Map(
    objectsOf(observation['component']).map((each) => [
      codeOf(conceptOf(each['code']), systems.local),
      isObject(each['valueQuantity']) ? each['valueQuantity'] : {},
    ]),
  )
  const [crae, crve, avr] = [parts.get('crae'), parts.get('crve'), parts.get('avr')]
  const isSame = crae === undefined || crve === undefined || crae['code'] === crve['code']
  if (!isSame) tell('units-differ', 'Observation.component')
  const ratio = Number(crae?.['value']) / Number(crve?.['value'])
  const isOff = Math.abs(ratio - Number(avr?.['value'])) > mostDifference
  if (isOff) tell('ratio-differs', 'Observation.component', ratio.toFixed(3))
  const isMetric = [crae, crve].some((part) => part?.['code'] === 'um')
  const method = conceptOf(observation['method'])?.text ?? ''
  if (isMetric && !method.includes(':')) tell('no-scale-source', 'Observation.method', method)
}

function checkStudy(study: Resource, tell: Tell): void {
  const identifiers = objectsOf(study['identifier'])
  for (const { system, value } of identifiers)
    if (system === systems.dicomUid && !/^urn:oid:[0-2](?:\.(?:0|[1-9]\d*))+$/.test(String(value)))
      tell('uid-form', 'ImagingStudy.identifier', String(value))
  const series = objectsOf(study['series'])
  const instances = series.flatMap((each) => objectsOf(each['instance']))
  const areCounted =
    isCounted(study['numberOfSeries'], series.length) &&
    isCounted(study['numberOfInstances'], instances.length) &&
    series.every((each) => isCounted(each['numberOfInstances'], objectsOf(each['instance']).length))
  if (!areCounted)
    tell('instance-count', 'ImagingStudy.numberOfInstances', String(instances.length))
}

function isCounted(whole: unknown, parts: number): boolean {
  return whole === undefined || whole === parts
}

/** The risk is in an observation and in an assessment: both must agree. */
function checkRisk(bundle: Bundle, tell: Tell): void {
  const resources = resourcesOf(bundle)
  const assessments = resources.filter(({ resourceType: type }) => type === 'RiskAssessment')
  const said = assessments.flatMap(({ prediction }) => objectsOf(prediction).map(predicted))
  const observed = resources
    .filter((each) => each.resourceType === 'Observation' && !isStatement(each))
    .flatMap(observedRisks)
  const [one, other] = [said.toSorted().join('; '), observed.toSorted().join('; ')]
  if (one !== other) tell('risk-differs', 'RiskAssessment.prediction', `${one} / ${other}`)
}

function predicted(prediction: Json): string {
  const outcome = conceptOf(prediction['outcome'])
  const band = codeOf(conceptOf(prediction['qualitativeRisk']), systems.riskProbability)
  const { probabilityDecimal: percent, relativeRisk: hazard } = prediction
  const name = percent === undefined ? riskName(outcome) : tenYearRisk
  return `${name} ${numberText(percent ?? hazard)} ${band ?? ''}`
}

function numberText(value: unknown): string {
  return value === undefined ? '' : String(Number(value))
}

function riskName(concept: CodeableConcept | undefined): string {
  return `${codeOf(concept, systems.local) ?? ''} ${concept?.text ?? ''}`
}

function observedRisks(observation: Resource): string[] {
  const code = conceptOf(observation['code'])
  const bandOf = (value: unknown): string => codeOf(conceptOf(value), systems.local) ?? ''
  if (codeOf(code, systems.loinc) === tenYearRisk) {
    const quantity = isObject(observation['valueQuantity']) ? observation['valueQuantity'] : {}
    const [category] = objectsOf(observation['interpretation'])
    return [`${tenYearRisk} ${Number(quantity['value'])} ${bandOf(category)}`]
  }
  if (codeOf(code, systems.local) !== 'cardiovascular-risk') return []
  return objectsOf(observation['component']).map((each) => {
    const hazard = isObject(each['valueQuantity']) ? each['valueQuantity']['value'] : undefined
    return `${riskName(conceptOf(each['code']))} ${numberText(hazard)} `
  })
}
