import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { architecture } from '../architecture.ts'
import { findBreaches } from './architecture-rules.ts'
import { drawFeatures, withPicture } from './features-picture.ts'
import { missingFiles } from './named-files.ts'

const root = path.resolve(import.meta.dirname, '..')
const breaches = [...findBreaches(root, architecture)]
const page = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8')
if (withPicture(page, drawFeatures(root, architecture)) !== page) {
  breaches.push(
    'ARCHITECTURE.md shows other imports of features: run node scripts/launch.mjs scripts/draw-features.ts',
  )
}
const files = globSync('**/*.{ts,tsx,mjs,sql,json,md,py}', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**'],
})
for (const file of globSync('{*.md,packages/**/*.md}', { cwd: root, exclude: ['CHANGELOG.md'] })) {
  for (const name of missingFiles(readFileSync(path.join(root, file), 'utf8'), files)) {
    breaches.push(`${file} names ${name}, which does not exist`)
  }
}
for (const breach of breaches) console.error(breach)
process.exitCode = breaches.length === 0 ? 0 : 1
