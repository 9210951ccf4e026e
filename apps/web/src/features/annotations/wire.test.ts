import { expect, test } from 'vitest'

import { changeAnnotation, createAnnotation } from '#contract/annotations'

import { newUuid } from './new-uuid.ts'
import { ContractServer } from './testing/contract-server.ts'
import { contentOf, serverStateOf, wholeContentOf } from './wire.ts'

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

test('holes, boxes, keypoints, colour and metadata come through and go back as they were', () => {
  const content = {
    category_id: 4,
    segmentation: rings,
    isbbox: false,
    origin,
    keypoints: [1, 2, 2, 0, 0, 0],
    color: '#12ab9f',
    metadata: { grade: 3, note: '출혈', sure: true, by: null },
  }
  const { content: annotation } = received(content)
  expect(annotation.geometry[0]?.holes).toHaveLength(1)
  expect(wholeContentOf(annotation)).toEqual(content)
})

test('what goes out is what the contract takes', () => {
  const { content, revision } = received({ segmentation: rings })
  const body = { ...wholeContentOf(content), image_id: 1, save_id: newUuid() }
  expect(createAnnotation.body.safeParse(body).success).toBe(true)
  const change = { ...contentOf(content, ['geometry', 'color']), revision, save_id: newUuid() }
  expect(changeAnnotation.body.parse(change)).toEqual(change)
})

test('a box goes out with its geometry and how it came to be, and nothing else does', () => {
  const { content } = received({ segmentation: [[0, 0, 9, 0, 9, 9, 0, 9]], isbbox: true, origin })
  expect(contentOf(content, ['geometry'])).toEqual({
    segmentation: [[0, 0, 9, 0, 9, 9, 0, 9]],
    isbbox: true,
    origin,
  })
  expect(contentOf(content, ['color'])).toEqual({ color: null })
})

test('nobody is named as creator where the server names nobody', () => {
  expect(received({ creator: '' }).content.creator).toBeNull()
})
