import { readFileSync } from 'node:fs'
import path from 'node:path'

import type { Definitions } from '#fhir/definitions'

const file = path.join(import.meta.dirname, '../../../../../packages/fhir/r4.json')

/** The validator's definitions of FHIR: a file of our own. */
export const definitions: Definitions = JSON.parse(readFileSync(file, 'utf8')) as Definitions
