import { expect, test } from 'vitest'

import { digestOf, type Measurements } from '#annotation/measurement'

import { ContractServer } from '../testing/contract-server.ts'
import { openDesk } from '../testing/open-desk.ts'
import { isEcho, isNewsOf } from './news.ts'

const eventOf = (measurements: Measurements) => ({
  type: 'image' as const,
  image_id: 1,
  category_ids: [],
  measurements: Object.keys(measurements),
  measurements_digest: digestOf(measurements),
})

test('measurements with the same names but other points are news', async () => {
  const server = new ContractServer()
  server.measurements = { a: { kind: 'length', points: [0, 0, 3, 4] } }
  const { editor, loop: saving } = await openDesk(server)
  expect(isEcho({ editor, saving }, eventOf(structuredClone(server.measurements)))).toBe(true)
  const moved = { a: { kind: 'length' as const, points: [0, 0, 6, 8] } }
  expect(isEcho({ editor, saving }, eventOf(moved))).toBe(false)
  expect(isEcho({ editor, saving }, eventOf({}))).toBe(false)
})

test('news are what changes the image, and what its dataset shows on it', () => {
  const image = { id: 1, dataset_id: 2 }
  const categories = { type: 'dataset', dataset_id: 2, change: 'categories' } as const
  expect(isNewsOf(image, categories)).toBe(true)
  expect(isNewsOf(image, { ...categories, dataset_id: 3 })).toBe(false)
  expect(isNewsOf(image, { ...categories, change: 'exports' })).toBe(false)
  expect(isNewsOf(image, { type: 'fields', image_id: 1 })).toBe(true)
  expect(isNewsOf(image, { type: 'fields', image_id: 4 })).toBe(false)
  expect(isNewsOf(image, { type: 'comments', image_id: 1 })).toBe(false)
})
