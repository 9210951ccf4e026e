import { z } from 'zod'

import { apiTags } from './api-tags.ts'
import { type Access, type Endpoint, sessionLifetimeHeader, type Upload } from './endpoint.ts'
import { isRight } from './roles.ts'
import { problems, type ProblemCode } from './problems.ts'

type Json = Readonly<Record<string, unknown>>

interface Described {
  readonly title: string
  readonly version: string
  /** The name of the cookie that carries a session. */
  readonly sessionCookie: string
  /** Every call by its name. */
  readonly endpoints: ReadonlyMap<string, Endpoint>
  /** Schemas that several calls share, by the name of their component. */
  readonly schemas: ReadonlyMap<string, z.ZodType>
}

const component = (name: string) => `#/components/schemas/${name}`
/** Each reference to a component in JSON. */
const references = /"#\/components\/schemas\/([^"]+)"/gu
const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })

/**
 * The description of all calls in OpenAPI 3.1.1 (https://spec.openapis.org/oas/v3.1.1.html), derived from
 * the contract.
 */
export function openApi(described: Described): Json {
  const schemas = new Schemas(described.schemas)
  for (const [name, endpoint] of described.endpoints) schemas.add(name, endpoint)
  const { components, of } = schemas.write()
  const paths: Record<string, Record<string, Json>> = {}
  for (const [name, endpoint] of described.endpoints) {
    const path = templateOf(endpoint.path)
    const operations = (paths[path] ??= {})
    operations[endpoint.method.toLowerCase()] = operationOf(name, endpoint, of)
  }
  return {
    openapi: '3.1.1',
    info: {
      title: described.title,
      version: described.version,
      description: `Errors are JSON with message, code and, for input, fields. The header ${sessionLifetimeHeader} tells the whole seconds left of the session.\n\n[To the web app](/) · [Handbook](/docs)`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(Array.from(described.endpoints.values(), tagOf))].map((name) => ({
      name,
      description: apiTags[name],
    })),
    paths,
    components: {
      schemas: { ...components, Problem: problemSchema },
      responses: problemResponses,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: described.sessionCookie,
          description: 'The session that signing in begins',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An access token, made in the user’s settings. Each operation names the scopes of which it needs one; every scope but dicomweb includes read.',
        },
      },
    },
  }
}

/** `/api/image/:id/` as `/api/image/{id}`: the server ignores a slash at the end. */
function templateOf(path: string): string {
  return path.replaceAll(/:(\w+)/gu, '{$1}').replace(/\/$/u, '')
}

function tagOf({ path }: Endpoint): string {
  return path.split('/')[2] ?? ''
}

type Part = 'params' | 'query' | 'body' | 'response'
type SchemaOf = (name: string, part: Part) => Json

/** JSON Schemas of the calls and of what they share, each what goes in or what comes out. */
class Schemas {
  readonly #input = z.registry<{ id: string }>()
  readonly #output = z.registry<{ id: string }>()

  constructor(shared: ReadonlyMap<string, z.ZodType>) {
    for (const [id, schema] of shared) {
      this.#input.add(schema, { id: id + inputSuffix })
      this.#output.add(schema, { id })
    }
  }

  add(name: string, { params, query, body, response }: Endpoint): void {
    for (const [part, schema] of Object.entries({ params, query, body })) {
      // Calls share the schema of an id; a copy can have an id of its own.
      this.#input.add(copyOf(schema), { id: operationId(name, part as Part) })
    }
    if (typeof response === 'string') return
    this.#output.add(copyOf(response), { id: operationId(name, 'response') })
  }

  write(): { components: Record<string, Json>; of: SchemaOf } {
    const written = { ...schemasIn(this.#input, 'input'), ...schemasIn(this.#output, 'output') }
    const all = withoutTwins(written)
    const used = reached(all, Object.keys(all).filter(isOfOperation))
    const components = Object.fromEntries(
      Object.entries(all)
        .filter(([id]) => used.has(id) && !isOfOperation(id))
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    )
    return { components, of: (name, part) => all[operationId(name, part)] ?? {} }
  }
}

const operationPrefix = 'operation '
const isOfOperation = (id: string) => id.startsWith(operationPrefix)
/** Of a component that goes in, if other values come out, as of a field with a default. */
const inputSuffix = 'Input'
/** The component that comes out, by the id of the one that goes in. */
const outputOf = (id: string) => id.slice(0, -inputSuffix.length)

function operationId(name: string, part: Part): string {
  return `${operationPrefix}${name} ${part}`
}

function copyOf(schema: z.ZodType): z.ZodType {
  return schema.clone()
}

function schemasIn(
  registry: z.core.$ZodRegistry<{ id: string }>,
  io: 'input' | 'output',
): Record<string, Json> {
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: component,
    unrepresentable: 'any',
    override({ jsonSchema }) {
      // A later version may answer more.
      if (io === 'output' && jsonSchema.additionalProperties === false) {
        delete jsonSchema.additionalProperties
      }
    },
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _dialect, $id: _uri, ...schema }]) => [
      id,
      schema,
    ]),
  )
}

/** Without the components for input that are equal to those for output. */
function withoutTwins(schemas: Readonly<Record<string, Json>>): Record<string, Json> {
  let twins = new Set(
    Object.keys(schemas).filter(
      (id) => id.endsWith(inputSuffix) && schemas[outputOf(id)] !== undefined,
    ),
  )
  const merged = (schema: Json | undefined) =>
    JSON.stringify(schema).replaceAll(references, (text, id: string) =>
      twins.has(id) ? `"${component(outputOf(id))}"` : text,
    )
  for (;;) {
    const equal = [...twins].filter(
      (id) => merged(schemas[id]) === JSON.stringify(schemas[outputOf(id)]),
    )
    if (equal.length === twins.size) break
    twins = new Set(equal)
  }
  return Object.fromEntries(
    Object.entries(schemas)
      .filter(([id]) => !twins.has(id))
      .map(([id, schema]) => [id, JSON.parse(merged(schema)) as Json]),
  )
}

/** The ids of these schemas and of all that they refer to. */
function reached(
  schemas: Readonly<Record<string, Json>>,
  from: readonly string[],
  known = new Set<string>(),
): ReadonlySet<string> {
  for (const id of from) {
    if (known.has(id)) continue
    known.add(id)
    const found = JSON.stringify(schemas[id] ?? {}).matchAll(references)
    reached(
      schemas,
      Array.from(found, ([, name = '']) => name),
      known,
    )
  }
  return known
}

function operationOf(name: string, endpoint: Endpoint, schemaOf: SchemaOf): Json {
  const { summary, access, scopes } = endpoint
  const body = bodyOf(name, endpoint, schemaOf)
  return {
    operationId: name,
    summary,
    description: [whoMay(access), ...whichTokens(endpoint)].join(' '),
    tags: [tagOf(endpoint)],
    security: [
      ...(access === 'anyone' ? [{}] : []),
      { session: [] },
      ...scopes.map((scope) => ({ token: [scope] })),
    ],
    parameters: [
      ...parametersIn('path', schemaOf(name, 'params')),
      ...parametersIn('query', schemaOf(name, 'query')),
    ],
    ...(body && { requestBody: body }),
    responses: {
      [endpoint.status]: { description: 'Done', ...contentOf(name, endpoint, schemaOf) },
      ...refusalsOf(endpoint),
    },
  }
}

function whoMay(access: Access): string {
  if (isRight(access)) return `For those who have the right "${access}" in the dataset.`
  return {
    anyone: 'For everybody, also without signing in.',
    user: 'For everybody who has signed in.',
    creator: 'For those who may create datasets.',
    admin: 'For administrators of a site or of the installation.',
    installation: 'For administrators of the installation.',
  }[access]
}

function whichTokens({ access, scopes }: Endpoint): string[] {
  if (scopes.length > 0) {
    const named = scopes.map((scope) => `"${scope}"`).join(' or ')
    return [`Programs need the scope ${named} in their access token.`]
  }
  return access === 'anyone' ? [] : ['Not for programs.']
}

function parametersIn(place: 'path' | 'query', schema: Json): Json[] {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Json>>
  const required = (schema['required'] ?? []) as readonly string[]
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function bodyOf(name: string, endpoint: Endpoint, schemaOf: SchemaOf): Json | null {
  const { upload, body } = endpoint
  const isEmpty = body.def.type === 'undefined'
  if (upload !== undefined) return uploadOf(upload, isEmpty ? {} : schemaOf(name, 'body'))
  if (isEmpty) return null
  return { required: true, content: { 'application/json': { schema: schemaOf(name, 'body') } } }
}

const file = { type: 'string', contentMediaType: 'application/octet-stream' }

function uploadOf({ related, field, maxFiles }: Upload, body: Json): Json {
  if (related !== undefined) {
    const content = { 'multipart/related': { schema: { type: 'string' } } }
    return { required: true, description: `Parts of ${related}`, content }
  }
  const files = maxFiles === 1 ? file : { type: 'array', items: file, maxItems: maxFiles }
  const { properties = {}, required = [] } = body as {
    properties?: Json
    required?: readonly string[]
  }
  const schema = {
    type: 'object',
    properties: { ...properties, [field]: files },
    required: [...required, field],
  }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

function contentOf(name: string, { response }: Endpoint, schemaOf: SchemaOf): Json {
  if (response === 'events') {
    return { content: { 'text/event-stream': { schema: { type: 'string' } } } }
  }
  if (response === 'bytes') return { content: { '*/*': { schema: file } } }
  return { content: { 'application/json': { schema: schemaOf(name, 'response') } } }
}

const problemSchema = {
  type: 'object',
  description: 'Why a call was refused or failed',
  properties: {
    message: { type: 'string', description: 'In English' },
    code: { enum: Object.keys(problems) },
    key: { type: 'string', description: 'Of the message in the catalogue' },
    params: { type: 'object', additionalProperties: true },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    field_messages: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: { key: { type: 'string' }, params: { type: 'object' } },
        required: ['key', 'params'],
      },
    },
    current: { description: 'The present state of the object in conflict' },
    reference: { type: 'string', description: 'Finds the entry in the server’s log' },
  },
  required: ['message', 'code'],
}

const codesByStatus = Map.groupBy(
  Object.keys(problems) as ProblemCode[],
  (code) => problems[code].status,
)

const responseName = (status: number) => `Problem${status}`

const problemResponses = Object.fromEntries(
  Array.from(codesByStatus, ([status, codes]) => [
    responseName(status),
    {
      description: codes.map((code) => `${code}: ${problems[code].title}`).join('; '),
      content: {
        'application/json': {
          schema: {
            allOf: [reference('schemas', 'Problem'), { properties: { code: { enum: codes } } }],
          },
        },
      },
    },
  ]),
)

/** The answers that a call of its kind can be refused with, by status. */
function refusalsOf(endpoint: Endpoint): Json {
  const { access, changesState, path, upload, body, response } = endpoint
  const takesBody = upload !== undefined || body.def.type !== 'undefined'
  const applies: Readonly<Record<number, boolean>> = {
    400: true,
    401: true,
    403: access !== 'anyone' || changesState,
    404: isRight(access) || path.includes(':'),
    406: response === 'bytes',
    409: changesState,
    413: takesBody,
    415: takesBody,
    422: changesState,
    429: true,
    500: true,
    502: changesState,
    503: true,
    507: changesState,
  }
  const statuses = [...codesByStatus.keys()].filter((status) => applies[status] !== false)
  return Object.fromEntries(
    statuses.map((status) => [status, reference('responses', responseName(status))]),
  )
}
