import type { Definitions, Field, Node } from './definitions.ts'
import { invariants } from './invariants.ts'
import type { Issue, IssueRule } from './issue.ts'
import { narrativeFault } from './narrative.ts'
import { primitiveFault } from './primitives.ts'
import { isObject, objectsOf } from './resource.ts'

type Json = Readonly<Record<string, unknown>>

interface Walk {
  readonly definitions: Definitions
  readonly issues: Issue[]
  /** The resource being walked; contained ones are part of it. */
  readonly root: Json
  /** Types of a bundle's resources by their full URLs. */
  readonly types: ReadonlyMap<string, string>
}

/**
 * All faults of a resource and its content by the definitions of FHIR R4: elements, cardinalities,
 * forms of values, binding codes, choices, types of references, narrative and invariants. Empty if
 * it is valid. Relations between the resources of a bundle are checked in bundle-rules.ts.
 */
export function validateResource(definitions: Definitions, resource: unknown): Issue[] {
  const issues: Issue[] = []
  const types = isObject(resource) ? typesOf(resource) : new Map<string, string>()
  const walk = { definitions, issues, root: isObject(resource) ? resource : {}, types }
  walkResource(walk, resource, '')
  return issues
}

function typesOf(resource: Json): Map<string, string> {
  return new Map(
    objectsOf(resource['entry']).map((entry) => {
      const inner = isObject(entry['resource']) ? entry['resource'] : {}
      return [textOf(entry['fullUrl']), textOf(inner['resourceType'])] as const
    }),
  )
}

/** Any value may be in the place of a text. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function tell({ issues }: Walk, rule: IssueRule, at: string, detail: string): void {
  issues.push({ rule, at, detail: detail.slice(0, 200) })
}

function walkResource(walk: Walk, resource: unknown, at: string): void {
  if (!isObject(resource) || typeof resource['resourceType'] !== 'string') {
    tell(walk, 'not-a-resource', at, '')
    return
  }
  const { resourceType: type, ...elements } = resource
  const here = at === '' ? type : at
  const node = walk.definitions.nodes[type]
  if (node?.isResource !== true) {
    tell(walk, 'unknown-type', here, type)
    return
  }
  walkNode(walk, elements, { node, at: here })
}

interface Place {
  readonly node: Node
  readonly at: string
}

function walkNode(walk: Walk, value: Json, { node, at }: Place): void {
  if (Object.keys(value).length === 0) tell(walk, 'empty', at, '{}')
  for (const [name, inner] of Object.entries(value))
    walkElement(walk, { name, inner }, { node, at })
  findMissing(walk, value, { node, at })
  checkInvariants(walk, value, { keys: node.invariants ?? [], at })
}

function walkElement(
  walk: Walk,
  { name, inner }: { name: string; inner: unknown },
  { node, at }: Place,
): void {
  const here = `${at}.${name}`
  // Extensions of a primitive value are in a sibling element.
  const beside = name.startsWith('_') ? fieldOf(node, name.slice(1)) : undefined
  const field = fieldOf(node, name) ?? (beside && { ...beside, type: 'Extension.beside' })
  if (field === undefined) {
    tell(walk, 'unknown-element', here, name)
    return
  }
  if (field.list !== undefined && !Array.isArray(inner)) {
    tell(walk, 'not-a-list', here, '')
    return
  }
  if (!Array.isArray(inner)) {
    walkValue(walk, inner, { field, at: here })
    return
  }
  if (field.list === undefined) tell(walk, 'not-single', here, '')
  if (inner.length === 0) tell(walk, 'empty', here, '[]')
  // A list of values has nulls where only its sibling has content.
  const mayHaveHoles = beside !== undefined || isPrimitive(walk, field.type)
  for (const [i, each] of inner.entries()) {
    if (each === null && mayHaveHoles) continue
    walkValue(walk, each, { field, at: `${here}[${i}]` })
  }
}

/** A message may contain names of built-in properties, such as `constructor`. */
function fieldOf({ fields }: Node, name: string): Field | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}

function isPrimitive({ definitions }: Walk, type: string): boolean {
  return definitions.patterns[type] !== undefined || type === 'xhtml'
}

interface Spot {
  readonly field: Field
  readonly at: string
}

function walkValue(walk: Walk, value: unknown, { field, at }: Spot): void {
  if (field.type === 'Resource') {
    const isContained = /\.contained\[\d+\]$/.test(at)
    const root = isContained || !isObject(value) ? walk.root : value
    walkResource({ ...walk, root }, value, at)
    return
  }
  if (field.type === 'Extension.beside') {
    if (!isObject(value) || Object.keys(value).length === 0) tell(walk, 'empty', at, '')
    return
  }
  if (isPrimitive(walk, field.type)) {
    checkPrimitive(walk, value, { field, at })
    return
  }
  const node = walk.definitions.nodes[field.type]
  if (!isObject(value)) {
    tell(walk, 'wrong-type', at, field.type)
    return
  }
  if (node !== undefined) walkNode(walk, value, { node, at })
  checkInvariants(walk, value, { keys: field.invariants ?? [], at })
  checkCodes(walk, value, { field, at })
  if (field.type === 'Reference') checkReference(walk, value, { field, at })
}

function checkPrimitive(walk: Walk, value: unknown, { field, at }: Spot): void {
  if (field.type === 'xhtml') {
    const fault = typeof value === 'string' ? narrativeFault(value) : 'div'
    if (fault !== undefined) tell(walk, 'narrative', at, fault)
    return
  }
  const rule = primitiveFault(field.type, walk.definitions.patterns[field.type] ?? '', value)
  if (rule === undefined) checkCodes(walk, { code: value }, { field, at })
  else tell(walk, rule, at, rule === 'wrong-type' ? field.type : JSON.stringify(value))
}

/** One of a concept's codings must be in a binding value set; a concept with text only passes. */
function checkCodes(walk: Walk, value: Json, { field, at }: Spot): void {
  const codes = walk.definitions.valueSets[field.codes ?? '']
  if (codes === undefined) return
  const codings = field.type === 'CodeableConcept' ? objectsOf(value['coding']) : [value]
  const coded = codings.filter(({ code }) => code !== undefined)
  const isListed = coded.some(({ system, code }) => {
    const lists = typeof system === 'string' ? [codes[system] ?? []] : Object.values(codes)
    return lists.some((list) => list.includes(String(code)))
  })
  if (coded.length > 0 && !isListed)
    tell(walk, 'unknown-code', at, coded.map(({ code }) => String(code)).join(', '))
}

const typedReference = /(?:^|\/)([A-Z][A-Za-z]+)\/[A-Za-z0-9\-.]{1,64}(?:\/_history\/[^/]+)?$/

function checkReference(walk: Walk, value: Json, { field, at }: Spot): void {
  const reference = value['reference']
  if (typeof reference !== 'string' || field.targets === undefined) return
  const type = referredType(walk, reference)
  if (type !== undefined && !field.targets.includes(type))
    tell(walk, 'reference-type', at, `${type}, ${field.targets.join(' | ')}`)
}

/** The type of the resource that a reference points to, if known. */
function referredType({ root, types }: Walk, reference: string): string | undefined {
  if (!reference.startsWith('#')) return types.get(reference) ?? typedReference.exec(reference)?.[1]
  const found = objectsOf(root['contained']).find(({ id }) => `#${String(id)}` === reference)
  return found === undefined ? undefined : String(found['resourceType'])
}

function findMissing(walk: Walk, value: Json, { node, at }: Place): void {
  const choices = new Map<string, { count: number; isRequired: boolean }>()
  for (const [name, { required, choice }] of Object.entries(node.fields)) {
    const isThere = value[name] !== undefined || value[`_${name}`] !== undefined
    if (choice === undefined) {
      if (required !== undefined && !isThere) tell(walk, 'missing', `${at}.${name}`, name)
      continue
    }
    const found = choices.get(choice) ?? { count: 0, isRequired: required !== undefined }
    choices.set(choice, { ...found, count: found.count + (isThere ? 1 : 0) })
  }
  for (const [choice, { count, isRequired }] of choices) {
    if (count > 1) tell(walk, 'choice', `${at}.${choice}[x]`, choice)
    if (count === 0 && isRequired) tell(walk, 'missing', `${at}.${choice}[x]`, choice)
  }
}

function checkInvariants(
  walk: Walk,
  value: Json,
  { keys, at }: { keys: readonly string[]; at: string },
): void {
  for (const key of keys) {
    const holds = invariants[key]
    if (holds !== undefined && !holds(value, { root: walk.root })) tell(walk, 'invariant', at, key)
  }
}
