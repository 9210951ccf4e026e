import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'

import { onTestFinished } from 'vitest'
import { z } from 'zod'

const folder = path.join(import.meta.dirname, '../../../../tests/fhir-peers')

/** Whether the independent FHIR server is installed; reports if it is not. */
export function haveFhirPeer(): boolean {
  if (existsSync(path.join(folder, 'node_modules/@medplum/fhir-router'))) return true
  console.warn('SKIPPED: the FHIR peers are not installed (npm ci --prefix tests/fhir-peers).')
  return false
}

type Fault = number | '' | 'slow' | 'cut after commit'

export interface FhirPeer {
  readonly host: string
  readonly push: { url: string; authorization: string }
  /** Answers to the next transactions. */
  fail(faults: readonly Fault[]): Promise<void>
  /** Number of resources of each type. */
  counts(): Promise<Record<string, number>>
  /** Resources of a type. */
  resources(type: string): Promise<Record<string, unknown>[]>
  /** Puts a resource of the hospital's own there, and returns its id. */
  create(resource: { resourceType: string; [element: string]: unknown }): Promise<string>
  /** Findings of its own validator on a bundle's resources. */
  judge(bundle: object): Promise<string[]>
}

const Found = z.object({
  entry: z.array(z.object({ resource: z.record(z.string(), z.unknown()) })).default([]),
})

const types = [
  'Patient',
  'Organization',
  'Device',
  'ServiceRequest',
  'ImagingStudy',
  'Media',
  'Observation',
  'RiskAssessment',
  'DiagnosticReport',
  'Provenance',
]

/** Medplum's FHIR server in a separate process, until the test ends. */
export async function startFhirPeer(): Promise<FhirPeer> {
  const peer = spawn(process.execPath, [path.join(folder, 'server.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    const ended = once(peer, 'exit')
    peer.stdin.end()
    await ended
  })
  const [first] = (await once(peer.stdout, 'data')) as [Buffer]
  const host = `127.0.0.1:${String(first).trim()}`
  const authorization = 'Bearer let-me-in'
  const ask = async (place: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`http://${host}${place}`, {
      headers: { authorization },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    return answer.json()
  }
  return {
    host,
    push: { url: `http://${host}/fhir`, authorization },
    async fail(faults) {
      await ask('/faults', faults)
    },
    async counts() {
      const found = types.map(async (type) => {
        const { total } = z
          .object({ total: z.int() })
          .parse(await ask(`/fhir/${type}?_total=accurate`))
        return [type, total] as const
      })
      return Object.fromEntries(await Promise.all(found))
    },
    async resources(type) {
      const { entry } = Found.parse(await ask(`/fhir/${type}`))
      return entry.map(({ resource }) => resource)
    },
    async create(resource) {
      const created = await ask(`/fhir/${resource.resourceType}`, resource)
      return z.object({ id: z.string() }).parse(created).id
    },
    async judge(bundle) {
      return z.array(z.string()).parse(await ask('/judge', bundle))
    },
  }
}
