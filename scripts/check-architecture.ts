import { readFileSync } from 'node:fs'
import path from 'node:path'

import { architecture } from '../architecture.ts'
import { findBreaches } from './architecture-rules.ts'
import { drawFeatures, withPicture } from './features-picture.ts'

const root = path.resolve(import.meta.dirname, '..')
const breaches = [...findBreaches(root, architecture)]
const page = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8')
if (withPicture(page, drawFeatures(root, architecture)) !== page) {
  breaches.push(
    'ARCHITECTURE.md shows other imports of features: run node scripts/launch.mjs scripts/draw-features.ts',
  )
}
for (const breach of breaches) console.error(breach)
process.exitCode = breaches.length === 0 ? 0 : 1
