import { expect, test } from 'vitest'

import { changeAnnotation, createAnnotation, saveAnnotatorData } from '#contract/annotations'

import { newUuid } from '../../api/new-uuid.ts'
import { ContractServer } from './testing/contract-server.ts'
import { contentOf, imageChangesOf, imageStateOf, serverStateOf, wholeContentOf } from './wire.ts'

const rings = {
  rings: [
    [
      [0, 0, 90, 0, 90, 90, 0, 90],
      [10, 10, 10, 50, 50, 50, 50, 10],
    ],
  ],
}

const origin = { kind: 'automatic' as const, algorithms: [{ name: 'vessels', version: '2' }] }

function received(about: Parameters<ContractServer['colleagueCreates']>[0]) {
  const server = new ContractServer()
  const id = server.colleagueCreates(about)
  const annotation = server.stored.get(id)
  if (annotation === undefined) throw new Error('It was not created.')
  return serverStateOf(annotation)
}

test('holes, lines, boxes, keypoints, colour, metadata and fields survive the round trip', () => {
  const content = {
    category_id: 4,
    segmentation: rings,
    lines: [[1, 2, 3.5, 4]],
    isbbox: false,
    origin,
    keypoints: [1, 2, 2, 0, 0, 0],
    color: '#12ab9f',
    metadata: { grade: 3, note: '출혈', sure: true, by: null },
    fields: { certainty: 'sure', signs: ['a', 'b'], count: 3, seen: { cannotTell: true as const } },
  }
  const { content: annotation } = received(content)
  expect(annotation.geometry[0]?.holes).toHaveLength(1)
  expect(wholeContentOf(annotation)).toEqual(content)
})

test('outgoing content conforms to the contract', () => {
  const { content, revision } = received({ segmentation: rings })
  const body = { ...wholeContentOf(content), image_id: 1, save_id: newUuid() }
  expect(createAnnotation.body.safeParse(body).success).toBe(true)
  const change = { ...contentOf(content, ['geometry', 'color']), revision, save_id: newUuid() }
  expect(changeAnnotation.body.parse(change)).toEqual(change)
})

test('a box is sent with its geometry and origin; other annotations are not', () => {
  const { content } = received({ segmentation: [[0, 0, 9, 0, 9, 9, 0, 9]], isbbox: true, origin })
  expect(contentOf(content, ['geometry'])).toEqual({
    segmentation: [[0, 0, 9, 0, 9, 9, 0, 9]],
    lines: [],
    isbbox: true,
    origin,
  })
  expect(contentOf(content, ['color'])).toEqual({ color: null })
})

test('there is no creator if the server names none', () => {
  expect(received({ creator: '' }).content.creator).toBeNull()
})

test('changes of the image are sent label by label, and each value with its previous one', () => {
  const line = { kind: 'length' as const, points: [0, 0, 3, 4] }
  const before = imageStateOf({
    category_ids: [2, 1],
    fields: { grade: '1', note: 'soft' },
    measurements: { a: line, b: line },
  })
  const after = imageStateOf({
    category_ids: [3, 2],
    fields: { grade: '2', signs: ['a'] },
    measurements: { b: line, c: line },
  })
  const image = { id: 1, ...imageChangesOf(before.content, after.content) }
  expect(saveAnnotatorData.body.parse({ image }).image).toEqual({
    id: 1,
    added_category_ids: [3],
    removed_category_ids: [1],
    fields: {
      grade: { from: '1', to: '2' },
      note: { from: 'soft', to: null },
      signs: { from: null, to: ['a'] },
    },
    measurements: { a: null, c: line },
    measurements_from: { a: line, c: null },
  })
})
