import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'

import { architecture, type Architecture } from '../architecture.ts'
import { findBreaches } from './architecture-rules.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** The checker's findings in a checkout with these files. */
function breachesOf(
  files: Readonly<Record<string, string>>,
  rules: Architecture = architecture,
): readonly string[] {
  const root = mkdtempSync(path.join(tmpdir(), 'fovea-architecture-'))
  folders.push(root)
  const manifest = {
    imports: { '#geometry/*': './packages/geometry/*.ts', '#fhir/*': './packages/fhir/*.ts' },
  }
  for (const [file, source] of Object.entries({
    ...files,
    'package.json': JSON.stringify(manifest),
  })) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), source)
  }
  return findBreaches(root, rules)
}

const features = 'apps/server/src/features'
const ordered: Architecture = {
  layers: {
    features: { files: [`${features}/*/**`], may: [], npm: [], features: ['users', 'images'] },
  },
}

describe('allowed imports', () => {
  test('the table itself has no cycle', () => {
    expect(breachesOf({})).toEqual([])
  })

  test('listed layers, packages by their names, own files, lower features, styles', () => {
    const sources = {
      'packages/geometry/point.ts': `import 'clipper2-wasm'; import './box.ts'`,
      'packages/raster/fill.ts': `import { distance } from '#geometry/point'`,
      [`${features}/exports/routes.ts`]: `
        import { readFile } from 'node:fs/promises'
        import Fastify from 'fastify'
        import { findDataset } from '../datasets/queries.ts'
        import { db } from '../../platform/database/database.ts'`,
      [`${features}/images/queries.ts`]: `import { permittedDatasets } from '../datasets/queries.ts'`,
      'apps/web/src/main.tsx': `import './styles.css'; import { App } from './app.tsx'`,
      'apps/web/src/features/datasets/page.tsx': `import pin from './pin.svg?url'`,
    }
    expect(breachesOf(sources)).toEqual([])
  })

  test('any file of a feature that comes before', () => {
    const sources = {
      [`${features}/images/routes.ts`]: `import { find } from '../users/deep/find.ts'`,
      [`${features}/images/queries.ts`]: `import type { User } from '../users/routes.ts'`,
    }
    expect(breachesOf(sources, ordered)).toEqual([])
  })

  test('tests use Node.js, any npm package, any feature and the server for tests', () => {
    const sources = {
      'packages/geometry/point.test.ts': `import 'node:fs'; import 'vitest'`,
      [`${features}/users/routes.test.ts`]: `
        import { startApp } from '../../testing/start-app.ts'
        import { findImage } from '../images/queries.ts'`,
    }
    expect(breachesOf(sources)).toEqual([])
  })
})

describe('refused imports', () => {
  test.each([
    [
      'a layer that is not listed',
      'packages/geometry/a.ts',
      `import '#fhir/bundle'`,
      'geometry may not import fhir',
    ],
    [
      'the platform knowing a feature',
      'apps/server/src/platform/log.ts',
      `import '../features/users/queries.ts'`,
      'platform may not import server features',
    ],
    [
      'the server in the web app',
      'apps/web/src/api/call.ts',
      `import '../../../server/src/config.ts'`,
      'api may not import server configuration',
    ],
    [
      'a feature knowing a root',
      `${features}/users/a.ts`,
      `import '../../app.ts'`,
      'server features may not import server',
    ],
    [
      'the product using what is for tests',
      `${features}/users/a.ts`,
      `import '../../testing/given.ts'`,
      'server features may not import server testing',
    ],
    [
      'a feature that comes after',
      `${features}/users/a.ts`,
      `import '../images/queries.ts'`,
      'feature users may not import images, which comes after it',
    ],
    [
      'the type of a feature that comes after',
      `${features}/users/a.ts`,
      `import type { ImageRow } from '../images/queries.ts'`,
      'feature users may not import images, which comes after it',
    ],
    [
      'a feature without a place in the order',
      `${features}/helpers/a.ts`,
      '',
      'feature helpers has no place in the order of features',
    ],
    [
      'another feature of the web app',
      'apps/web/src/features/users/a.tsx',
      `import '../tasks/queries.ts'`,
      'feature users may not import another feature',
    ],
    [
      'Node.js in a package',
      'packages/coco/a.ts',
      `import 'node:fs'`,
      'coco may not import modules of Node.js (node:fs)',
    ],
    [
      'Node.js by its old names',
      'packages/coco/a.ts',
      `import 'fs'`,
      'coco may not import modules of Node.js (fs)',
    ],
    [
      'Node.js in the web app',
      'apps/web/src/ui/a.tsx',
      `import 'node:path'`,
      'ui may not import modules of Node.js',
    ],
    [
      'an npm package in a pure package',
      'packages/contract/a.ts',
      `import '@scope/name/part'`,
      'contract may not import the npm package @scope/name',
    ],
    [
      'a package by a relative path',
      'packages/raster/a.ts',
      `import '../geometry/point.ts'`,
      'write #geometry/point',
    ],
    [
      'a package by a relative path from an app',
      'apps/server/src/features/users/a.ts',
      `import '../../../../../packages/geometry/point.ts'`,
      'write #geometry/point',
    ],
    [
      'a target outside every layer',
      `${features}/users/a.ts`,
      `import '../../utils/text.ts'`,
      'apps/server/src/utils/text.ts, which belongs to no layer',
    ],
    ['a file outside every layer', 'apps/server/src/utils/text.ts', '', 'belongs to no layer'],
    ['a new package without rules', 'packages/helpers/a.ts', '', 'belongs to no layer'],
  ])('%s', (_, file, source, expected) => {
    const breaches = breachesOf({ [file]: source })
    expect(breaches).toHaveLength(1)
    expect(breaches[0]).toContain(file)
    expect(breaches[0]).toContain(expected)
  })

  test.each([
    ['a type import', `import type { A } from 'zod'`],
    ['a re-export', `export { a } from 'zod'`],
    ['a re-export of everything', `export * from 'zod'`],
    ['a re-exported type', `export type { A } from 'zod'`],
    ['a dynamic import', `const zod = await import('zod')`],
    ['a type by import()', `let a: import('zod').ZodType`],
    ['the type of a module', `let a: typeof import('zod')`],
  ])('%s counts like an import', (_, source) => {
    expect(breachesOf({ 'packages/coco/a.ts': source })).toEqual([
      'packages/coco/a.ts: coco may not import the npm package zod',
    ])
  })

  test('an import whose name is only known at run time, in a pure package', () => {
    expect(breachesOf({ 'packages/coco/a.ts': 'await import(name)' })).toHaveLength(1)
  })

  test.each([
    ['values', `import { b } from './b.ts'`],
    ['types', `import type { B } from './b.ts'`],
  ])('files that import one another for %s', (_, source) => {
    const sources = {
      'packages/geometry/a.ts': source,
      'packages/geometry/b.ts': `import type { C } from './c.ts'`,
      'packages/geometry/c.ts': `import { a } from '#geometry/a'`,
    }
    const [a, b, c] = ['a', 'b', 'c'].map((name) => `packages/geometry/${name}.ts`)
    expect(breachesOf(sources)).toEqual([`files form a cycle: ${a} → ${b} → ${c} → ${a}`])
  })

  test('layers that form a cycle', () => {
    const layers = { ...architecture.layers, geometry: { files: [], may: ['coco'], npm: [] } }
    expect(breachesOf({}, { layers })[0]).toContain('layers form a cycle')
  })
})
