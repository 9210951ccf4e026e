import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

import { z } from 'zod'

import type { Definitions, Field, Node } from '#fhir/definitions'

const Constraint = z.object({
  key: z.string(),
  severity: z.enum(['error', 'warning']),
  expression: z.string().optional(),
})
const Extension = z.object({ url: z.string(), valueString: z.string().optional() })
const Type = z.object({
  code: z.string(),
  targetProfile: z.array(z.string()).default([]),
  extension: z.array(Extension).default([]),
})
const Element = z.object({
  path: z.string(),
  min: z.number(),
  max: z.string(),
  type: z.array(Type).default([]),
  contentReference: z.string().optional(),
  constraint: z.array(Constraint).default([]),
  binding: z.object({ strength: z.string(), valueSet: z.string().optional() }).optional(),
})
type Element = z.infer<typeof Element>
const Structure = z.object({
  type: z.string(),
  kind: z.enum(['primitive-type', 'complex-type', 'resource', 'logical']),
  derivation: z.string().optional(),
  snapshot: z.object({ element: z.array(Element) }).optional(),
})
type Structure = z.infer<typeof Structure>

interface Concept {
  code: string
  concept?: Concept[] | undefined
}
const Concept: z.ZodType<Concept> = z.lazy(() =>
  z.object({ code: z.string(), concept: z.array(Concept).optional() }),
)
const CodeSystem = z.object({
  url: z.string(),
  content: z.string(),
  concept: z.array(Concept).default([]),
})
const ValueSet = z.object({
  url: z.string(),
  compose: z
    .object({
      include: z.array(
        z.object({
          system: z.string().optional(),
          concept: z.array(z.object({ code: z.string() })).optional(),
          filter: z.array(z.unknown()).optional(),
          valueSet: z.array(z.string()).optional(),
        }),
      ),
      exclude: z.array(z.unknown()).default([]),
    })
    .optional(),
})

/** The npm package of R4 definitions and examples, read from its folder. */
export interface Sources {
  readonly structures: readonly Structure[]
  readonly codeSystems: ReadonlyMap<string, z.infer<typeof CodeSystem>>
  readonly valueSets: ReadonlyMap<string, z.infer<typeof ValueSet>>
}

export function readSources(folder: string): Sources {
  const read = <T>(prefix: string, schema: z.ZodType<T>): T[] =>
    readdirSync(folder)
      .filter((name) => name.startsWith(`${prefix}-`) && name.endsWith('.json'))
      .map((name) => schema.safeParse(JSON.parse(readFileSync(path.join(folder, name), 'utf8'))))
      .flatMap(({ success, data }) => (success ? [data] : []))
  return {
    structures: read('StructureDefinition', Structure).filter(
      ({ derivation, snapshot }) => derivation !== 'constraint' && snapshot !== undefined,
    ),
    codeSystems: new Map(read('CodeSystem', CodeSystem).map((each) => [each.url, each])),
    valueSets: new Map(read('ValueSet', ValueSet).map((each) => [each.url, each])),
  }
}

/**
 * The definitions of resource types and of every data type that they reach.
 * @param resources null for all that there are.
 */
export function slimDefinitions(
  sources: Sources,
  resources: readonly string[] | null,
): Definitions {
  const byType = new Map(sources.structures.map((each) => [each.type, each]))
  const wanted = new Set(
    resources ??
      sources.structures.filter(({ kind }) => kind === 'resource').map(({ type }) => type),
  )
  const nodes: Record<string, Node> = {}
  const patterns: Record<string, string> = {}
  const used = new Set<string>()
  const waiting = [...wanted]
  for (const type of waiting) {
    const structure = byType.get(type)
    if (structure === undefined) continue
    if (structure.kind === 'primitive-type') {
      const pattern = patternOf(structure)
      if (pattern !== undefined) patterns[type] = pattern
      continue
    }
    const found = nodesOf(structure)
    Object.assign(nodes, found)
    for (const { fields } of Object.values(found))
      for (const field of Object.values(fields)) {
        if (field.codes !== undefined) used.add(field.codes)
        if (waiting.includes(field.type) || byType.get(field.type)?.kind === 'resource') continue
        waiting.push(field.type)
      }
  }
  const valueSets = [...used].flatMap((url) => {
    const codes = expand(sources, url)
    return codes === undefined ? [] : [[url, codes] as const]
  })
  return { nodes, patterns, valueSets: Object.fromEntries(valueSets) }
}

/** In the stored form: a line for each node and each value set. */
export function writtenDefinitions(definitions: Definitions): string {
  const parts = Object.entries(definitions).map(
    ([name, map]) => `${JSON.stringify(name)}: {\n${lines(map as object)}\n}`,
  )
  return `{${parts.join(',\n')}}\n`
}

function lines(map: object): string {
  return Object.entries(map)
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(',\n')
}

function patternOf({ snapshot }: Structure): string | undefined {
  const value = snapshot?.element.find(({ path: at }) => at.endsWith('.value'))
  const pattern = value?.type[0]?.extension.find(({ url }) => url.endsWith('/regex'))?.valueString
  // White space here is ASCII only: other spaces count as letters, unlike in JavaScript.
  return pattern?.replace('[ \\r\\n\\t\\S]', '[^]')
}

function nodesOf({ kind, snapshot }: Structure): Record<string, Node> {
  const nodes: Record<string, { fields: Record<string, Field> } & Omit<Node, 'fields'>> = {}
  for (const element of snapshot?.element ?? []) {
    const dot = element.path.lastIndexOf('.')
    const isBackbone = element.type.some(
      ({ code }) => code === 'BackboneElement' || code === 'Element',
    )
    const invariants = invariantsOf(element)
    if (dot === -1 || isBackbone) {
      nodes[element.path] = {
        ...(dot === -1 && kind === 'resource' ? { isResource: true } : {}),
        fields: {},
        ...(invariants.length > 0 ? { invariants } : {}),
      }
    }
    if (dot === -1) continue
    const parent = nodes[element.path.slice(0, dot)]
    if (parent !== undefined)
      Object.assign(parent.fields, fieldsOf(element, isBackbone ? [] : invariants, kind))
  }
  return nodes
}

function invariantsOf({ constraint }: Element): string[] {
  const keys = constraint
    .filter(({ severity, expression }) => severity === 'error' && expression !== undefined)
    .map(({ key }) => key)
  // Constraints of every element are checked by the walker: content, and no extension with both.
  return [...new Set(keys)].filter((key) => key !== 'ele-1' && key !== 'ext-1')
}

function fieldsOf(
  element: Element,
  invariants: readonly string[],
  kind: Structure['kind'],
): Record<string, Field> {
  const name = element.path.slice(element.path.lastIndexOf('.') + 1)
  const { binding } = element
  const shared = {
    ...(element.min > 0 ? { required: true as const } : {}),
    ...(element.max === '1' || element.max === '0' ? {} : { list: true as const }),
    ...(binding?.strength === 'required' && binding.valueSet !== undefined
      ? { codes: binding.valueSet.replace(/\|.*$/, '') }
      : {}),
    ...(invariants.length > 0 ? { invariants } : {}),
  }
  if (element.contentReference !== undefined)
    return { [name]: { type: element.contentReference.replace(/^.*#/, ''), ...shared } }
  const choice = name.endsWith('[x]') ? name.slice(0, -3) : undefined
  const fields = element.type.map((type) => {
    const node = typeOf(element.path, type, kind)
    const targets = type.targetProfile.map((url) => url.replace(/^.*\//, ''))
    const field: Field = {
      type: node,
      ...shared,
      ...(targets.length > 0 && !targets.includes('Resource') ? { targets } : {}),
      ...(choice === undefined ? {} : { choice }),
    }
    return [choice === undefined ? name : `${choice}${capitalised(node)}`, field] as const
  })
  return Object.fromEntries(fields)
}

function typeOf(at: string, { code }: z.infer<typeof Type>, kind: Structure['kind']): string {
  if (code === 'BackboneElement' || code === 'Element') return at
  // Ids are of a primitive type of FHIRPath; those of resources have a form.
  const isId = kind === 'resource' && at.split('.').length === 2
  if (code.startsWith('http://hl7.org/fhirpath/')) return isId ? 'id' : 'string'
  return code
}

function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

/** The codes of a value set by system; undefined if they cannot all be listed. */
function expand(sources: Sources, url: string): Record<string, string[]> | undefined {
  const { compose } = sources.valueSets.get(url.replace(/\|.*$/, '')) ?? {}
  if (compose === undefined || compose.exclude.length > 0) return undefined
  const codes: Record<string, string[]> = {}
  const add = (system: string, more: readonly string[]): void => {
    codes[system] = [...new Set([...(codes[system] ?? []), ...more])]
  }
  for (const { system, concept, filter, valueSet } of compose.include) {
    if (valueSet !== undefined) {
      for (const inner of valueSet) {
        const expanded = expand(sources, inner)
        if (expanded === undefined) return undefined
        for (const [name, list] of Object.entries(expanded)) add(name, list)
      }
      continue
    }
    const listed =
      concept?.map(({ code }) => code) ?? (filter === undefined ? all(sources, system) : undefined)
    if (system === undefined || listed === undefined) return undefined
    add(system, listed)
  }
  return codes
}

function all({ codeSystems }: Sources, url = ''): string[] | undefined {
  const system = codeSystems.get(url)
  if (system?.content !== 'complete') return undefined
  const codesOf = (concepts: readonly Concept[]): string[] =>
    concepts.flatMap(({ code, concept = [] }) => [code, ...codesOf(concept)])
  return codesOf(system.concept)
}
