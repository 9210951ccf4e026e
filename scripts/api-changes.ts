/** A JSON Schema, as far as the description of the API uses it. */
interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

/** A description of an API in OpenAPI 3.1, as the contract writes it. */
export interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** A change by which a program that worked may fail. */
export interface ApiChange {
  readonly operationId: string
  readonly change: string
}

/** Programs send what they know and receive what the server knows: each must be understood. */
type Direction = 'sent' | 'received'

interface Side {
  readonly schemas: ApiDescription['components']['schemas']
}

interface Compared {
  readonly before: Side
  readonly after: Side
  readonly direction: Direction
  /** Pairs of shared schemas under comparison, which may contain themselves. */
  readonly underway: ReadonlySet<string>
}

/**
 * What changed incompatibly from one description to a later one: calls, parameters and parts of
 * answers that are gone, new ones that programs must send, and types and choices that no longer
 * suffice. New choices in answers are compatible, because programs are told to expect them.
 */
export function incompatibleChanges(before: ApiDescription, after: ApiDescription): ApiChange[] {
  const known = new Map(operationsOf(after).map((each) => [each.name, each.operation]))
  const sides = { before: before.components, after: after.components }
  return operationsOf(before).flatMap(({ name, operation }) => {
    const { operationId } = operation
    const now = known.get(name)
    const changes = now === undefined ? [`${name} is gone`] : changesOf(operation, now, sides)
    return changes.map((change) => ({ operationId, change }))
  })
}

function operationsOf({ paths }: ApiDescription): { name: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )
}

function changesOf(
  before: Operation,
  after: Operation,
  sides: { before: Side; after: Side },
): string[] {
  const sent = { ...sides, direction: 'sent', underway: new Set<string>() } as const
  const received = { ...sent, direction: 'received' } as const
  return [
    ...(before.operationId === after.operationId ? [] : [`is now called ${after.operationId}`]),
    ...parameterChanges(before.parameters ?? [], after.parameters ?? [], sent),
    ...bodyChanges(before, after, sent),
    ...Object.entries(before.responses).flatMap(([status, { content }]) =>
      contentChanges(content, after.responses[status]?.content, {
        place: `answer ${status}`,
        compared: received,
      }),
    ),
  ]
}

function parameterChanges(
  before: readonly Parameter[],
  after: readonly Parameter[],
  compared: Compared,
): string[] {
  const same = (a: Parameter) => (b: Parameter) => a.name === b.name && a.in === b.in
  return [
    ...before.flatMap((each) => {
      const now = after.find(same(each))
      if (now === undefined) return [`parameter ${each.name} is gone`]
      return schemaChanges(each.schema, now.schema, `parameter ${each.name}`, compared)
    }),
    ...after.flatMap((each) => {
      const isNew = each.required === true && before.find(same(each))?.required !== true
      return isNew ? [`parameter ${each.name} is required`] : []
    }),
  ]
}

function bodyChanges(before: Operation, after: Operation, compared: Compared): string[] {
  const [old, now] = [before.requestBody, after.requestBody]
  const isRequired = now?.required === true && old?.required !== true
  return [
    ...(isRequired ? ['a body is required'] : []),
    ...contentChanges(old?.content, now?.content, { place: 'body', compared }),
  ]
}

function contentChanges(
  before: Content | undefined,
  after: Content | undefined,
  { place, compared }: { place: string; compared: Compared },
): string[] {
  return Object.entries(before ?? {}).flatMap(([type, { schema }]) => {
    const now = after?.[type]
    if (now === undefined) return [`${place}: ${type} is gone`]
    return schemaChanges(schema ?? {}, now.schema ?? {}, place, compared)
  })
}

function schemaChanges(before: Schema, after: Schema, place: string, compared: Compared): string[] {
  if (JSON.stringify(before) === JSON.stringify(after) && before.$ref === undefined) return []
  const pair = `${before.$ref ?? ''} ${after.$ref ?? ''}`
  if (pair !== ' ' && compared.underway.has(pair)) return []
  const within = { ...compared, underway: new Set([...compared.underway, pair]) }
  const [a, b] = [resolved(before, compared.before), resolved(after, compared.after)]
  const [from, to] = [variantsOf(a), variantsOf(b)]
  if (from.length > 1 || to.length > 1) return variantChanges(from, to, { place, within })
  return [
    ...typeChanges(a, b, place, compared),
    ...choiceChanges(a, b, place, compared),
    ...propertyChanges(a, b, { place, within }),
    ...(a.items === undefined || b.items === undefined
      ? []
      : schemaChanges(a.items, b.items, `${place}[]`, within)),
  ]
}

function resolved(schema: Schema, { schemas }: Side): Schema {
  if (schema.$ref === undefined) return schema
  return resolved(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, { schemas })
}

function variantsOf(schema: Schema): readonly Schema[] {
  return schema.anyOf ?? schema.oneOf ?? [schema]
}

interface Placed {
  readonly place: string
  readonly within: Compared
}

/** Each variant that one side may use must suit some variant of the other. */
function variantChanges(
  before: readonly Schema[],
  after: readonly Schema[],
  { place, within }: Placed,
): string[] {
  const isSent = within.direction === 'sent'
  const suits = (used: Schema) =>
    (isSent ? after : before).some(
      (known) =>
        schemaChanges(isSent ? used : known, isSent ? known : used, place, within).length === 0,
    )
  return (isSent ? before : after).every(suits) ? [] : [`${place}: other variants`]
}

function typesOf({ type }: Schema): readonly string[] {
  const types = type === undefined ? [] : [type].flat()
  return types.includes('number') ? [...types, 'integer'] : types
}

function typeChanges(a: Schema, b: Schema, place: string, { direction }: Compared): string[] {
  const [used, known] = direction === 'sent' ? [a, b] : [b, a]
  const types = typesOf(known)
  if (types.length === 0) return []
  const isKnown = typesOf(used).length > 0 && typesOf(used).every((each) => types.includes(each))
  return isKnown ? [] : [`${place}: another type`]
}

function choicesOf(schema: Schema): readonly unknown[] | undefined {
  return schema.const === undefined ? schema.enum : [schema.const]
}

function choiceChanges(a: Schema, b: Schema, place: string, { direction }: Compared): string[] {
  const [before, after] = [choicesOf(a), choicesOf(b)]
  if (direction === 'received' || after === undefined) return []
  const gone = before?.filter((each) => !after.includes(each)) ?? ['any other value']
  return gone.map((each) => `${place}: no longer takes ${String(each)}`)
}

function propertyChanges(a: Schema, b: Schema, { place, within }: Placed): string[] {
  const [before, after] = [a.properties ?? {}, b.properties ?? {}]
  const isSent = within.direction === 'sent'
  const mustBeThere = isSent ? (b.required ?? []) : (a.required ?? [])
  const isThere = isSent ? (a.required ?? []) : (b.required ?? [])
  const missing = mustBeThere.filter((key) => !isThere.includes(key) && (isSent || key in after))
  return [
    ...missing.map((key) => `${place}.${key} is ${isSent ? 'required' : 'no longer always there'}`),
    ...Object.entries(before).flatMap(([key, schema]) => {
      const now = after[key]
      if (now !== undefined) return schemaChanges(schema, now, `${place}.${key}`, within)
      return isSent && b.additionalProperties !== false ? [] : [`${place}.${key} is gone`]
    }),
  ]
}
