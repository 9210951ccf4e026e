import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { dataSets, setOfFolder } from './data-sets.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const allowed = Object.keys(dataSets).filter((name) => dataSets[name]?.mayTrain === true)

/** The sets that a model card's table of data says were trained on. */
function trainedOnByCard(path: string): string[] {
  const rows = read(path).matchAll(/^\| (?<set>[^|]+?) \| (?<photographs>\d+)[^|]*\|/gm)
  return [...rows].flatMap(({ groups }) => groups?.['set'] ?? [])
}

describe.each(['landmarks', 'vessels', 'lesions'])('the network %s', (name) => {
  const manifest = JSON.parse(read(`models/${name}/model.json`)) as { trainedOn: string[] }

  test('was trained on sets alone whose terms permit it', () => {
    expect(manifest.trainedOn).not.toEqual([])
    expect(allowed).toEqual(expect.arrayContaining(manifest.trainedOn))
  })

  test('has a card that names the same sets', () => {
    const [data = ''] = read(`models/${name}/README.md`).split('## Figures')
    expect(data).toContain('| Set | Trained on |')
    const named = trainedOnByCard(`models/${name}/README.md`).filter((set) => set in dataSets)
    expect(new Set(named)).toEqual(new Set(manifest.trainedOn))
  })
})

test('the network of clicks has a card that names only permitted sets', () => {
  const [data = ''] = read('packages/retina/clicks/README.md').split('## Figures')
  const named = trainedOnByCard('packages/retina/clicks/README.md')
  expect(data).toContain('| Set | Trained on |')
  expect(named.filter((set) => set in dataSets)).toEqual(['IDRiD', 'HRF'])
  expect(allowed).toEqual(expect.arrayContaining(['IDRiD', 'HRF']))
})

test('kinds of vessels are learned only from permitted photographs that are not held out', () => {
  const rows = read('training/kinds.csv').trim().split('\n').slice(1)
  const photographs = new Set(rows.map((row) => row.split(',')[0] ?? ''))
  for (const photograph of photographs) {
    expect(allowed).toContain(setOfFolder[photograph.split('/')[0] ?? ''])
    expect(photograph).not.toMatch(/\/(?:04|05|09|10)_/)
  }
  expect(rows.length).toBeGreaterThan(2500)
})

test('the quality gate is fitted to permitted photographs alone that are not kept apart', () => {
  const rows = read('training/quality/samples.csv').trim().split('\n').slice(1)
  const origins = rows.map((row) => row.split(','))
  const sets = new Set(origins.map(([, set = '']) => setOfFolder[set]))
  expect(allowed).toEqual(expect.arrayContaining([...sets]))
  const ofHrf = origins.filter(([, set]) => set === 'hrf').map(([photograph = '']) => photograph)
  expect(ofHrf.filter((photograph) => /^(?:04|05|09|10)_/.test(photograph))).toEqual([])
  expect(rows.length).toBeGreaterThan(2000)
})

test('places of disc and fovea are taught on permitted photographs alone', () => {
  const rows = read('training/landmarks.csv').trim().split('\n').slice(1)
  const taught = rows.map((row) => row.split(',')).filter(([, use]) => use === 'train')
  const sets = new Set(
    taught.map(([photograph = '']) => setOfFolder[photograph.split('/')[0] ?? '']),
  )
  expect(allowed).toEqual(expect.arrayContaining([...sets]))
  expect(taught.length).toBeGreaterThan(50)
})
