import SwaggerParser from '@apidevtools/swagger-parser'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'

import { endpoints, sharedSchemas } from './endpoints.ts'
import { openApi } from './openapi.ts'

const description = openApi({
  title: 'Fovea API',
  version: '1.0.0',
  sessionCookie: 'fovea_session',
  endpoints,
  schemas: sharedSchemas,
})
const operations = Object.values(description['paths'] as Record<string, Record<string, Operation>>)
  .flatMap((path) => Object.values(path))
  .map((operation) => [operation.operationId, operation] as const)

interface Operation {
  readonly operationId: string
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly parameters: readonly { name: string; in: string; required: boolean }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> }
  readonly responses: Readonly<Record<string, unknown>>
}

/** An id is a number, so that it cannot be mistaken for `image`. */
const unambiguous = ['/api/work/image/{id}', '/api/work/{id}/score']

test('independent validators find nothing wrong in the description', async () => {
  await SwaggerParser.validate(structuredClone(description) as never)
  const findings = await lintFromString({
    source: JSON.stringify(description),
    absoluteRef: 'api.json',
    config: await createConfig({ extends: ['recommended'] }),
  })
  const unexpected = findings
    .map(({ message }) => message)
    .filter((message) => !unambiguous.every((path) => message.includes(`\`${path}\``)))
  expect(unexpected).toEqual([])
})

test('every call has its operation, under its name', () => {
  expect(operations.map(([name]) => name).toSorted()).toEqual([...endpoints.keys()].toSorted())
})

test('an operation says what it takes, what it answers and who may call it', () => {
  const { uploadImage, getImage, login } = Object.fromEntries(operations)
  expect(uploadImage?.requestBody?.content).toHaveProperty([
    'multipart/form-data',
    'schema',
    'properties',
    'image',
  ])
  expect(uploadImage?.responses).toHaveProperty(['201', 'content', 'application/json'])
  expect(uploadImage?.responses).toHaveProperty(['507'])
  expect(getImage?.parameters).toContainEqual(
    expect.objectContaining({ name: 'id', in: 'path', required: true }),
  )
  expect(getImage?.security).toEqual([{ session: [] }, { token: ['read'] }])
  expect(getImage?.responses).toHaveProperty(['404'])
  // Without signing in.
  expect(login?.security).toContainEqual({})
})

test('shared schemas are named once', () => {
  const { schemas } = description['components'] as { schemas: Record<string, unknown> }
  expect(schemas).toHaveProperty('Image')
  // What goes in is what comes out.
  expect(schemas).not.toHaveProperty('RoleInput')
  const text = JSON.stringify(description)
  for (const name of Object.keys(schemas)) expect(text).toContain(`"#/components/schemas/${name}"`)
})
