import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'

import { architecture, type Architecture } from '../architecture.ts'
import { drawFeatures } from './features-picture.ts'

const folder = 'apps/server/src/features'
const roots: string[] = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true })
})

test('arrows lead to imported features, without those that follow from others', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'fovea-features-'))
  roots.push(root)
  const sources = {
    'package.json': '{}',
    [`${folder}/users/queries.ts`]: '',
    [`${folder}/images/queries.ts`]: `import type { User } from '../users/queries.ts'`,
    [`${folder}/models/routes.ts`]: `import '../users/queries.ts'`,
    [`${folder}/reviews/routes.ts`]: `
      import '../images/queries.ts'
      import '../models/routes.ts'
      import '../users/queries.ts'`,
    [`${folder}/models/routes.test.ts`]: `import '../images/queries.ts'`,
  }
  for (const [file, source] of Object.entries(sources)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), source)
  }
  const features = ['users', 'images', 'models', 'reviews']
  const rules: Architecture = {
    layers: { 'server features': { files: [`${folder}/*/**`], may: [], npm: [], features } },
  }
  expect(drawFeatures(root, rules).split('\n').slice(2, -1)).toEqual([
    '  users',
    '  images --> users',
    '  models --> users',
    '  reviews --> images & models',
  ])
})

test('the order names the features that there are, and no others', () => {
  const root = path.resolve(import.meta.dirname, '..', folder)
  expect(architecture.layers['server features']?.features?.toSorted()).toEqual(
    readdirSync(root).toSorted(),
  )
})
