import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { withPart, writtenParts } from './written-parts.ts'

const root = path.resolve(import.meta.dirname, '..')
for (const { page, name, text } of writtenParts) {
  const file = path.join(root, page)
  writeFileSync(file, withPart(readFileSync(file, 'utf8'), name, text(root)))
}
