import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import type { Definitions } from '#fhir/definitions'
import { invariants, narrativeInvariants } from '#fhir/invariants'
import { resourceTypes } from '#fhir/resource-types'
import { validateResource } from '#fhir/validate'

import { readSources, slimDefinitions, writtenDefinitions } from './fhir-definitions.ts'

const committed = readFileSync('packages/fhir/r4.json', 'utf8')
const folder = 'tests/fhir-peers/node_modules/hl7.fhir.r4.examples'
const isThere = existsSync(folder)
if (!isThere)
  console.warn(
    'SKIPPED: the examples of FHIR R4 are not installed (npm ci --prefix tests/fhir-peers)',
  )

function keysOf({ nodes }: Definitions): Set<string> {
  const held = Object.values(nodes).flatMap((node) => [
    ...(node.invariants ?? []),
    ...Object.values(node.fields).flatMap((field) => field.invariants ?? []),
  ])
  return new Set(held)
}

test('each invariant of the definitions is looked at', () => {
  const definitions = JSON.parse(committed) as Definitions
  const known = new Set([...Object.keys(invariants), ...narrativeInvariants])
  expect([...keysOf(definitions)].filter((key) => !known.has(key))).toEqual([])
})

/** The package's content besides definitions. */
function examples(): { file: string; resource: { resourceType: string } }[] {
  const definitional =
    /^(?:StructureDefinition|ValueSet|SearchParameter|ConceptMap|OperationDefinition|CapabilityStatement|CompartmentDefinition|NamingSystem|package|\.index)/
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json') && !definitional.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(folder, file), 'utf8') }))
    .filter(({ text }) => text.length < 2_000_000)
    .map(({ file, text }) => ({
      file,
      resource: JSON.parse(text) as { resourceType: string },
    }))
    .filter(({ resource }) => typeof resource.resourceType === 'string')
}

/** R4 says who may perform an observation, and an encounter is not among them. */
const reallyWrong = new Set(['Observation-clinical-gender.json'])

test.runIf(isThere)(
  'the definitions are those of the package, and its own examples pass: all of our types, 98 % of all',
  () => {
    const sources = readSources(folder)
    expect(committed).toBe(writtenDefinitions(slimDefinitions(sources, resourceTypes)))

    const everything = slimDefinitions(sources, null)
    const found = examples().filter(({ file }) => !reallyWrong.has(file))
    const failing = found.filter(
      ({ resource }) => validateResource(everything, resource).length > 0,
    )
    const isOurs = ({ resource }: (typeof found)[number]): boolean =>
      resourceTypes.includes(resource.resourceType)
    const clinical = found.filter(({ resource }) => resource.resourceType !== 'CodeSystem')
    expect(clinical.filter(isOurs).length).toBeGreaterThan(200)
    expect(
      failing.filter((each) => isOurs(each) && clinical.includes(each)).map(({ file }) => file),
    ).toEqual([])
    const wrong = failing.filter((each) => clinical.includes(each))
    expect(wrong.length / clinical.length).toBeLessThan(0.02)
  },
)
