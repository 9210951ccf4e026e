import { codeOf, systems } from './codes.ts'
import {
  isObject,
  objectsOf,
  resourcesOf,
  type Bundle,
  type CodeableConcept,
  type Resource,
} from './resource.ts'

type Json = Readonly<Record<string, unknown>>

/** The readable parts of a message, in this order. */
const readingSections = ['message', 'patient', 'order', 'photograph', 'results'] as const
type Section = (typeof readingSections)[number]

const readingLabels = [
  'status',
  'made',
  'sender',
  'software',
  'clinician',
  'name',
  'number',
  'sex',
  'birthDate',
  'orderNumber',
  'department',
  'taken',
  'eye',
  'modality',
  'camera',
  'quality',
  'crae',
  'crve',
  'avr',
  'measure',
  'method',
  'tenYearRisk',
  'risk',
] as const
type ReadingLabel = (typeof readingLabels)[number]

/** Values that have a translation. */
const readingTerms = [
  'preliminary',
  'final',
  'entered-in-error',
  'female',
  'male',
  'other',
  'unknown',
] as const
type Term = (typeof readingTerms)[number]

export interface ReadingRow {
  readonly label: ReadingLabel
  /** In the message's own words, or a term. */
  readonly value: string | { readonly term: Term }
}

export interface Reading {
  readonly sections: readonly { readonly title: Section; readonly rows: readonly ReadingRow[] }[]
  readonly conclusion: string
}

/** A message in readable form: all of its content, and nothing else. */
export function readingOf(bundle: Bundle): Reading {
  const of = (type: string): readonly Resource[] =>
    resourcesOf(bundle).filter(({ resourceType }) => resourceType === type)
  const [report] = of('DiagnosticReport')
  const rows: Record<Section, (ReadingRow | undefined)[]> = {
    message: messageRows(bundle, report, of),
    patient: of('Patient').flatMap(patientRows),
    order: of('ServiceRequest').flatMap((order) => orderRows(order, bundle)),
    photograph: photographRows(of),
    results: of('Observation').flatMap(resultRows),
  }
  const sections = readingSections.map((title) => ({ title, rows: rows[title].filter(isThere) }))
  return {
    sections: sections.filter((section) => section.rows.length > 0),
    conclusion: textOf(report?.['conclusion']),
  }
}

type OfType = (type: string) => readonly Resource[]

function isThere(found: ReadingRow | undefined): found is ReadingRow {
  return found !== undefined
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function row(label: ReadingLabel, value: unknown): ReadingRow | undefined {
  const text = typeof value === 'number' ? String(value) : textOf(value)
  return text === '' ? undefined : { label, value: text }
}

function term(label: ReadingLabel, value: unknown): ReadingRow | undefined {
  const found = readingTerms.find((known) => known === value)
  return found === undefined ? undefined : { label, value: { term: found } }
}

function first(value: unknown): Json {
  return objectsOf(value)[0] ?? {}
}

function conceptText(value: unknown): string {
  if (!isObject(value)) return ''
  return textOf(value['text']) || textOf(first(value['coding'])['display'])
}

/** The resource that a reference within the message points to. */
function referred(bundle: Bundle, reference: unknown): Resource | undefined {
  const url = isObject(reference) ? reference['reference'] : undefined
  return bundle.entry?.find(({ fullUrl }) => fullUrl === url)?.resource
}

function messageRows(bundle: Bundle, report: Resource | undefined, of: OfType) {
  const [header] = of('MessageHeader')
  const source = isObject(header?.['source']) ? header['source'] : {}
  const clinician = referred(bundle, first(report?.['resultsInterpreter']))
  return [
    term('status', report?.['status']),
    row('made', bundle['timestamp']),
    row('clinician', first(clinician?.['name'])['text']),
    row('sender', referred(bundle, header?.['sender'])?.['name']),
    row('software', `${textOf(source['name'])} ${textOf(source['version'])}`.trim()),
  ]
}

function patientRows(patient: Resource) {
  const isNumbered = first(patient['identifier'])['type'] !== undefined
  return [
    row('name', first(patient['name'])['text']),
    isNumbered ? row('number', first(patient['identifier'])['value']) : undefined,
    term('sex', patient['gender']),
    row('birthDate', patient['birthDate']),
  ]
}

function orderRows(order: Resource, bundle: Bundle) {
  return [
    row('orderNumber', first(order['identifier'])['value']),
    row('department', referred(bundle, order['requester'])?.['name']),
  ]
}

function photographRows(of: OfType) {
  const [media, study] = [of('Media')[0], of('ImagingStudy')[0]]
  const camera = of('Device').find(({ version }) => version === undefined)
  const words = [camera?.['manufacturer'], camera?.['modelNumber']].map(textOf).filter(Boolean)
  return [
    row('taken', media?.['createdDateTime']),
    row('eye', conceptText(media?.['bodySite'])),
    row('modality', first(study?.['modality'])['display']),
    row('camera', words.join(' ')),
  ]
}

function quantityText(value: unknown): string {
  if (!isObject(value)) return ''
  const unit = textOf(value['unit'])
  const shown = unit === '1' ? '' : unit === 'um' ? 'µm' : unit.replaceAll(/[{}]/g, '')
  return `${Number(value['value'])} ${shown}`.trim()
}

const calibreLabels = ['crae', 'crve', 'avr'] as const

function resultRows(observation: Resource): (ReadingRow | undefined)[] {
  const concept = observation['code']
  const code: CodeableConcept | undefined = isObject(concept) ? concept : undefined
  const parts = objectsOf(observation['component'])
  if (codeOf(code, systems.loinc) !== undefined)
    return [row('tenYearRisk', quantityText(observation['valueQuantity']))]
  const local = codeOf(code, systems.local)
  if (local === 'cardiovascular-risk')
    return parts.map((part) => {
      const [interpretation] = objectsOf(part['interpretation'])
      const band = conceptText(interpretation ?? part['valueCodeableConcept'])
      return row('risk', `${conceptText(part['code'])}: ${band}`)
    })
  if (local === undefined) return [row('quality', conceptText(observation['valueCodeableConcept']))]
  return [...parts.map(measureRow), row('method', conceptText(observation['method']))]
}

/** By its own label, or by the name of its code. */
function measureRow(part: Json): ReadingRow | undefined {
  const { code, dataAbsentReason: absent } = part
  const local = isObject(code) ? codeOf(code, systems.local) : undefined
  const text = absent ? `(${conceptText(absent)})` : quantityText(part['valueQuantity'])
  const label = calibreLabels.find((known) => known === local)
  return label === undefined ? row('measure', `${conceptText(code)}: ${text}`) : row(label, text)
}
