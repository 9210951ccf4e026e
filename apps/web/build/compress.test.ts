import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { expect, onTestFinished, test } from 'vitest'

import { compressFolder } from './compress.ts'

test('text is written again as brotli and gzip, and only if that is smaller', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-built-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const program = 'export const answer = 42\n'.repeat(100)
  await mkdir(path.join(folder, 'assets'))
  await writeFile(path.join(folder, 'assets/app.js'), program)
  await writeFile(path.join(folder, 'assets/tiny.js'), '0')
  await writeFile(path.join(folder, 'picture.png'), program)
  await writeFile(path.join(folder, 'index.html'), '.')

  await compressFolder(folder)

  const brotli = await readFile(path.join(folder, 'assets/app.js.br'))
  expect(brotliDecompressSync(brotli).toString()).toBe(program)
  const gzip = await readFile(path.join(folder, 'assets/app.js.gz'))
  expect(gunzipSync(gzip).toString()).toBe(program)
  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual([
    'assets',
    'assets/app.js',
    'assets/app.js.br',
    'assets/app.js.gz',
    'assets/tiny.js',
    'index.html',
    'picture.png',
  ])
})
