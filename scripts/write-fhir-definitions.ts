import { writeFileSync } from 'node:fs'

import { resourceTypes } from '#fhir/resource-types'

import { readSources, slimDefinitions, writtenDefinitions } from './fhir-definitions.ts'

// Run after npm ci --prefix tests/fhir-peers: regenerates the validator's FHIR definitions.
const sources = readSources('tests/fhir-peers/node_modules/hl7.fhir.r4.examples')
const definitions = writtenDefinitions(slimDefinitions(sources, resourceTypes))
writeFileSync('packages/fhir/r4.json', definitions)
console.log(`packages/fhir/r4.json: ${definitions.length} characters`)
