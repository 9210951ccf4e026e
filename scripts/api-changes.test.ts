import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { type ApiDescription, incompatibleChanges } from './api-changes.ts'
import { currentApi, releasedApi } from './released-api.ts'

interface Body {
  readonly properties: Readonly<Record<string, object>>
  readonly required?: readonly string[]
}

function describing(sent: Body, received: Body, parameters: readonly object[] = []) {
  const json = (body: Body) => ({
    'application/json': { schema: { type: 'object', additionalProperties: false, ...body } },
  })
  const post = {
    operationId: 'give',
    parameters,
    requestBody: { content: json(sent) },
    responses: { 200: { content: json(received) } },
  }
  return { paths: { '/it': { post } }, components: { schemas: {} } } as unknown as ApiDescription
}

const text = { type: 'string' }
const base = { properties: { a: text, b: { type: 'string', enum: ['x', 'y'] } }, required: ['a'] }

test('tells what programs can no longer send or no longer get', () => {
  const before = describing(base, base, [{ name: 'q', in: 'query', schema: text }])
  const narrower = {
    properties: { a: { type: 'integer' }, b: { type: 'string', enum: ['x'] }, c: text },
    required: ['a', 'c'],
  }
  const after = describing(narrower, { properties: { a: { type: ['string', 'null'] } } })
  expect(incompatibleChanges(before, after).map(({ change }) => change)).toEqual([
    'parameter q is gone',
    'body.c is required',
    'body.a: another type',
    'body.b: no longer takes y',
    'answer 200.a is no longer always there',
    'answer 200.a: another type',
    'answer 200.b is gone',
  ])
  const gone = { paths: {}, components: { schemas: {} } }
  expect(incompatibleChanges(before, gone)).toEqual([
    { operationId: 'give', change: 'POST /it is gone' },
  ])
})

test('takes what is added as compatible', () => {
  const more = {
    properties: { ...base.properties, c: text, b: { type: 'string', enum: ['x', 'y', 'z'] } },
    required: ['a'],
  }
  expect(incompatibleChanges(describing(base, base), describing(more, more))).toEqual([])
})

test('each incompatible change since the last release is named in the changelog', () => {
  const released = JSON.parse(gunzipSync(readFileSync(releasedApi)).toString()) as ApiDescription
  expect(Object.keys(released.paths).length).toBeGreaterThan(200)
  const [, unreleased = ''] = readFileSync('CHANGELOG.md', 'utf8').split(/^## /mu)
  const unnamed = incompatibleChanges(released, currentApi()).filter(
    ({ operationId }) => !unreleased.includes(`\`${operationId}\``),
  )
  expect(unnamed).toEqual([])
})
