import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { croissantOf } from './croissant.ts'

const peer = path.join(import.meta.dirname, '../../tests/format-peers')
const hasPeer = existsSync(path.join(peer, 'node_modules/jsonld'))
if (!hasPeer) {
  console.warn('SKIPPED: Croissant is not checked (npm ci --prefix tests/format-peers).')
}

/** Where the metadata use the published vocabulary otherwise than it says, found by other programs. */
function faultsOf(metadata: object): { faults: string[]; checked: number } {
  const folder = mkdtempSync(path.join(tmpdir(), 'fovea-croissant-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'croissant.json')
  writeFileSync(file, JSON.stringify(metadata))
  const run = spawnSync(process.execPath, [path.join(peer, 'croissant.mjs'), file], {
    encoding: 'utf8',
  })
  if (run.status !== 0) throw new Error(run.stderr)
  return JSON.parse(run.stdout)
}

const sha256 = 'a'.repeat(64)
const metadata = croissantOf({
  title: 'Screening',
  number: 3,
  description: '',
  licence: 'https://creativecommons.org/licenses/by/4.0/',
  madeAt: '2026-11-27T10:00:00.000Z',
  images: { pattern: '*.png', mediaType: 'image/png' },
  tables: ['train', 'test'].map((part) => ({
    part,
    name: `${part}/metadata.jsonl`,
    mediaType: 'application/jsonlines',
    sha256,
  })),
  others: [{ name: 'coco.json', mediaType: 'application/json', sha256 }],
})

// Fovea does not know where a release will be published and by whom.
const publishers = ['the dataset has no url', 'the dataset has no creator']

test.skipIf(!hasPeer)('the metadata keep to the published vocabulary of Croissant', () => {
  const { faults, checked } = faultsOf(metadata)
  expect(faults).toEqual(publishers)
  // Every field states its type, its source and what of it; every file and set of records its place.
  expect(checked).toBeGreaterThan(2 * 5 * 4)
  const published = { ...metadata, url: 'https://example.org/a', creator: { name: 'A' } }
  expect(faultsOf(published).faults).toEqual([])
})

test.skipIf(!hasPeer)('the check finds words that are none, and references to nothing', () => {
  const [set] = metadata['recordSet'] as Record<string, unknown>[]
  const source = { fileObject: { '@id': 'nowhere.jsonl' }, extract: { column: 'a' } }
  const field = { '@type': 'cr:Feld', '@id': 'a/b', source, includes: '*' }
  const { faults } = faultsOf({ ...metadata, recordSet: [{ ...set, field }] })
  expect(faults.map((fault) => fault.replaceAll(/https?:\/\/[^ ]*\//gu, ''))).toEqual(
    expect.arrayContaining(['no class Feld', 'includes of b', 'fileObject has nowhere.jsonl']),
  )
})
