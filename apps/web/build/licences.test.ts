import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterEach, expect, test } from 'vitest'

import { licensedPackages } from './licences.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** A checkout with these files. */
function checkout(files: Readonly<Record<string, string | object>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'fovea-licences-'))
  folders.push(folder)
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  }
  return folder
}

const manifest = (name: string, more: object = {}) => ({
  name,
  version: '1.0.0',
  license: 'MIT',
  ...more,
})

test('what the server runs and the browser gets is listed with what it needs, tools are not', () => {
  const folder = checkout({
    'package.json': manifest('product', {
      dependencies: { served: '1', resolved: '1', shown: '1', builder: '1' },
      devDependencies: { tool: '1' },
      optionalDependencies: { 'for-another-machine': '1' },
    }),
    'apps/web/src/page.ts':
      "import {\n  a,\n  type A,\n} from 'shown/part'\nimport type { B } from 'tool'\nimport './page.css'\n",
    'apps/web/src/more.ts':
      "import { type C, type D as E } from 'tool'\nimport 'styled/sheet.css'\nexport const name = 'tool'\nexport * from '@scoped/again/part'\n",
    'apps/web/src/page.test.ts': "import 'tool'\n",
    'apps/server/src/main.ts':
      "import { serve } from 'served'\nconst font = import.meta.resolve('resolved/font.ttf')\n",
    'node_modules/builder/package.json': manifest('builder'),
    'node_modules/resolved/package.json': manifest('resolved'),
    'node_modules/served/package.json': manifest('served', { dependencies: { deep: '1' } }),
    'node_modules/served/node_modules/deep/package.json': manifest('deep', { license: 'ISC' }),
    'node_modules/served/LICENSE': 'You may.\n',
    'node_modules/shown/package.json': manifest('shown', { dependencies: { served: '1' } }),
    'node_modules/styled/package.json': manifest('styled'),
    'node_modules/@scoped/again/package.json': manifest('@scoped/again'),
    'node_modules/tool/package.json': manifest('tool'),
  })
  expect(licensedPackages(folder)).toEqual([
    {
      name: '@scoped/again',
      version: '1.0.0',
      licence: 'MIT',
      browser: true,
      server: false,
      text: '',
    },
    { name: 'deep', version: '1.0.0', licence: 'ISC', browser: true, server: true, text: '' },
    { name: 'resolved', version: '1.0.0', licence: 'MIT', browser: false, server: true, text: '' },
    {
      name: 'served',
      version: '1.0.0',
      licence: 'MIT',
      browser: true,
      server: true,
      text: 'You may.',
    },
    { name: 'shown', version: '1.0.0', licence: 'MIT', browser: true, server: false, text: '' },
    { name: 'styled', version: '1.0.0', licence: 'MIT', browser: true, server: false, text: '' },
  ])
})

test('Fovea is delivered under licences that allow it', () => {
  const allowed = new Set([
    'MIT',
    'MIT-0',
    'ISC',
    'BSD-2-Clause',
    'BSD-3-Clause',
    '0BSD',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'BSL-1.0',
    '(MIT OR CC0-1.0)',
    // Taken under the first.
    '(Apache-2.0 OR UPL-1.0)',
    // libvips, a library that is linked when the program runs and may be replaced.
    'LGPL-3.0-or-later',
    'Apache-2.0 AND LGPL-3.0-or-later',
    // A font: it may be delivered with software that is sold, and embedded in documents.
    'MIT AND OFL-1.1',
  ])
  const packages = licensedPackages(root)
  const others = packages.filter((each) => !isMitByText(each))
  expect(others.filter(({ licence }) => !allowed.has(licence))).toEqual([])
  expect(packages.filter(({ browser }) => browser).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['react', 'react-dom', '@mantine/core', 'clipper2-wasm', 'zod']),
  )
  expect(packages.filter(({ server }) => server).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['fastify', 'pg', 'sharp']),
  )
  expect(packages.map(({ name }) => name)).not.toContain('vite')
  expect(JSON.stringify(packages)).not.toContain(root)
})

/** Its manifest names no licence, but the text that lies beside it is that of MIT. */
function isMitByText({ name, text }: { name: string; text: string }): boolean {
  return name === 'png-js' && text.includes('Permission is hereby granted, free of charge')
}
