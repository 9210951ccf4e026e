import { isObject, listOf, objectsOf } from './resource.ts'

type Json = Readonly<Record<string, unknown>>

/** The element at which an invariant is checked. */
interface Surroundings {
  /** The resource that contains it; for contained resources, the outer one. */
  readonly root: Json
}

/**
 * Whether it is satisfied. Values of a wrong type are reported by the walker, and never throw here.
 */
type Invariant = (value: Json, surroundings: Surroundings) => boolean

const ucum = 'http://unitsofmeasure.org'

function has(value: Json, ...names: string[]): boolean {
  return names.some((name) => value[name] !== undefined)
}

/** Whether any type of a choice is present. */
function hasChoice(value: Json, choice: string): boolean {
  const form = new RegExp(`^${choice}[A-Z]`)
  return Object.keys(value).some((name) => form.test(name))
}

function text(value: Json, name: string): string {
  const found = value[name]
  return typeof found === 'string' ? found : ''
}

function numeric(value: Json, name: string): number {
  const found = value[name]
  return typeof found === 'number' ? found : Number.NaN
}

/** The second requires the first. */
function needs(first: string, second: string): Invariant {
  return (value) => !has(value, first) || has(value, second)
}

function notBoth(first: string, second: string): Invariant {
  return (value) => !has(value, first) || !has(value, second)
}

function entriesOf(bundle: Json): readonly Json[] {
  return objectsOf(bundle['entry'])
}

function isOf(bundle: Json, ...types: string[]): boolean {
  return types.includes(text(bundle, 'type'))
}

function firstType(bundle: Json): unknown {
  const [first] = entriesOf(bundle)
  return isObject(first?.['resource']) ? first['resource']['resourceType'] : undefined
}

function isDistinct(values: readonly string[]): boolean {
  return new Set(values).size === values.length
}

/** The concepts of a code system, at any depth. */
function conceptsIn(parent: Json): readonly Json[] {
  return objectsOf(parent['concept']).flatMap((each) => [each, ...conceptsIn(each)])
}

function contained(resource: Json): readonly Json[] {
  return objectsOf(resource['contained'])
}

function meta(resource: Json): Json {
  return isObject(resource['meta']) ? resource['meta'] : {}
}

/** Every text below, to find references to a contained resource. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(texts)
  return isObject(value) ? Object.values(value).flatMap(texts) : []
}

function isNamed(inner: Json, resource: Json): boolean {
  const name = `#${text(inner, 'id')}`
  return texts(resource).includes(name) || texts(inner).includes('#')
}

/** Times with different precision cannot be compared. */
function inOrder(first: unknown, second: unknown): boolean {
  if (typeof first !== 'string' || typeof second !== 'string') return true
  return first.length !== second.length || Date.parse(first) <= Date.parse(second)
}

function measuredIn(value: Json, ...codes: string[]): boolean {
  if (!has(value, 'code')) return !has(value, 'value')
  return (
    text(value, 'system') === ucum && (codes.length === 0 || codes.includes(text(value, 'code')))
  )
}

const withinPercent: Invariant = (range) =>
  ['low', 'high'].every((side) => {
    const limit = range[side]
    return !isObject(limit) || measuredIn(limit, '%')
  })

const noHome: Invariant = (value) => value['use'] !== 'home'

const distinctCodes: Invariant = (system) =>
  isDistinct(conceptsIn(system).map((concept) => text(concept, 'code')))

function codesOf(value: Json): string[] {
  return objectsOf(isObject(value['code']) ? value['code']['coding'] : []).map(
    (coding) => `${text(coding, 'system')}|${text(coding, 'code')}`,
  )
}

const componentsAreOthers: Invariant = (observation) => {
  if (!hasChoice(observation, 'value')) return true
  const own = new Set(codesOf(observation))
  return objectsOf(observation['component']).every((each) =>
    codesOf(each).every((code) => !own.has(code)),
  )
}

const fullUrlsDiffer: Invariant = (bundle) => {
  if (isOf(bundle, 'history')) return true
  const urls = entriesOf(bundle)
    .filter((entry) => has(entry, 'fullUrl'))
    .map((entry) => {
      const resource = isObject(entry['resource']) ? entry['resource'] : {}
      return `${text(entry, 'fullUrl')} ${text(meta(resource), 'versionId')}`
    })
  return isDistinct(urls)
}

const atMostHundred: Invariant = (prediction) => !(numeric(prediction, 'probabilityDecimal') > 100)

const bundleInvariants = {
  'bdl-1': (bundle) => !has(bundle, 'total') || isOf(bundle, 'searchset', 'history'),
  'bdl-2': (bundle) =>
    isOf(bundle, 'searchset') || !entriesOf(bundle).some((e) => has(e, 'search')),
  'bdl-3': (bundle) => {
    const needsThem = isOf(bundle, 'batch', 'transaction', 'history')
    return entriesOf(bundle).every((entry) => has(entry, 'request') === needsThem)
  },
  'bdl-4': (bundle) => {
    const needsThem = isOf(bundle, 'batch-response', 'transaction-response', 'history')
    return entriesOf(bundle).every((entry) => has(entry, 'response') === needsThem)
  },
  'bdl-5': (entry) => has(entry, 'resource', 'request', 'response'),
  'bdl-7': fullUrlsDiffer,
  'bdl-8': (entry) => !text(entry, 'fullUrl').includes('/_history/'),
  'bdl-9': (bundle) => {
    const identifier = isObject(bundle['identifier']) ? bundle['identifier'] : {}
    return !isOf(bundle, 'document') || (has(identifier, 'system') && has(identifier, 'value'))
  },
  'bdl-10': (bundle) => !isOf(bundle, 'document') || has(bundle, 'timestamp'),
  'bdl-11': (bundle) => !isOf(bundle, 'document') || firstType(bundle) === 'Composition',
  'bdl-12': (bundle) => !isOf(bundle, 'message') || firstType(bundle) === 'MessageHeader',
} satisfies Record<string, Invariant>

const containedInvariants = {
  'dom-2': (resource) => contained(resource).every((each) => !has(each, 'contained')),
  'dom-3': (resource) => contained(resource).every((each) => isNamed(each, resource)),
  'dom-4': (resource) =>
    contained(resource).every((each) => !has(meta(each), 'versionId', 'lastUpdated')),
  'dom-5': (resource) => contained(resource).every((each) => !has(meta(each), 'security')),
  'ref-1': (reference, { root }) => {
    const to = text(reference, 'reference')
    if (!to.startsWith('#') || to === '#') return true
    return contained(root).some((each) => `#${text(each, 'id')}` === to)
  },
} satisfies Record<string, Invariant>

/** Mealtimes, from which an offset makes no sense. */
const meals = new Set(['C', 'CM', 'CD', 'CV'])

const timingInvariants = {
  'tim-1': needs('duration', 'durationUnit'),
  'tim-2': needs('period', 'periodUnit'),
  'tim-4': (timing) => !(numeric(timing, 'duration') < 0),
  'tim-5': (timing) => !(numeric(timing, 'period') < 0),
  'tim-6': needs('periodMax', 'period'),
  'tim-7': needs('durationMax', 'duration'),
  'tim-8': needs('countMax', 'count'),
  'tim-9': (timing) => {
    if (!has(timing, 'offset')) return true
    return has(timing, 'when') && !listOf(timing['when']).some((each) => meals.has(String(each)))
  },
  'tim-10': notBoth('timeOfDay', 'when'),
  'trd-1': (trigger) => !has(trigger, 'data') || !hasChoice(trigger, 'timing'),
  'trd-2': needs('condition', 'data'),
  'trd-3': (trigger) => {
    const type = text(trigger, 'type')
    if (type === 'named-event') return has(trigger, 'name')
    if (type === 'periodic') return hasChoice(trigger, 'timing')
    return !type.startsWith('data-') || has(trigger, 'data')
  },
} satisfies Record<string, Invariant>

const typeInvariants = {
  'age-1': (age) => measuredIn(age) && !(numeric(age, 'value') <= 0),
  'att-1': needs('data', 'contentType'),
  'cnt-3': (count) =>
    (!has(count, 'code') || measuredIn(count, '1')) &&
    (!has(count, 'value') || Number.isInteger(numeric(count, 'value'))),
  'cpt-2': needs('value', 'system'),
  'dis-1': (distance) => measuredIn(distance),
  'drq-1': (filter) => has(filter, 'path') !== has(filter, 'searchParam'),
  'drq-2': (filter) => has(filter, 'path') !== has(filter, 'searchParam'),
  'drt-1': (duration) => !has(duration, 'code') || (measuredIn(duration) && has(duration, 'value')),
  'exp-1': (expression) => has(expression, 'expression', 'reference'),
  'obs-3': (range) => has(range, 'low', 'high', 'text'),
  'obs-6': (observation) =>
    !has(observation, 'dataAbsentReason') || !hasChoice(observation, 'value'),
  'obs-7': componentsAreOthers,
  'org-1': (organisation) => has(organisation, 'identifier', 'name'),
  'org-2': noHome,
  'org-3': noHome,
  'pat-1': (contact) => has(contact, 'name', 'telecom', 'address', 'organization'),
  'per-1': (period) => inOrder(period['start'], period['end']),
  'prr-1': needs('orderDetail', 'code'),
  'qty-3': needs('code', 'system'),
  'ras-1': withinPercent,
  'ras-2': atMostHundred,
  'rat-1': (ratio) =>
    has(ratio, 'numerator') === has(ratio, 'denominator') && has(ratio, 'numerator', 'extension'),
  'rng-2': ({ low, high }) =>
    !isObject(low) || !isObject(high) || !(numeric(low, 'value') > numeric(high, 'value')),
  'sev-1': notBoth('name', 'query'),
  'csd-1': distinctCodes,
} satisfies Record<string, Invariant>

/** The invariants of FHIR R4 for the types that we know, by their keys. */
export const invariants: Readonly<Record<string, Invariant>> = {
  ...bundleInvariants,
  ...containedInvariants,
  ...timingInvariants,
  ...typeInvariants,
}

/** Those that the walker checks when it reads narrative. */
export const narrativeInvariants: readonly string[] = ['txt-1', 'txt-2']
