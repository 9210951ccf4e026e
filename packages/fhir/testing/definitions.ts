import { readFileSync } from 'node:fs'
import path from 'node:path'

import type { Definitions } from '../definitions.ts'

/** The definitions of the product. */
export const definitions: Definitions = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../r4.json'), 'utf8'),
) as Definitions
