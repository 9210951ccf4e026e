import { expect, test } from 'vitest'

import { checkCocoDocument } from '#coco/check'
import type { CocoDocument } from '#coco/document'
import { createAnnotation } from '#contract/annotations'
import { createCategory, type Category } from '#contract/categories'
import { updateDataset } from '#contract/datasets'
import { downloadExport, listExports, startExport } from '#contract/exports'
import { importCoco } from '#contract/imports'
import { listTasks } from '#contract/tasks'

import type { Account } from '../../testing/given.ts'
import { startApp } from '../../testing/start-app.ts'

async function settled(kim: Account, id: number): Promise<void> {
  await expect
    .poll(async () => (await kim.call(listTasks)).body.find((task) => task.id === id)?.status)
    .toBe('succeeded')
}

async function exported(kim: Account, dataset: { id: number }): Promise<CocoDocument> {
  const params = { id: dataset.id }
  const task = await kim.call(startExport, { params, body: { with_empty_images: true } })
  await settled(kim, task.body.id)
  const [row] = (await kim.call(listExports, { params })).body
  const { bytes } = await kim.call(downloadExport, { params: { id: row?.id ?? 0 } })
  return JSON.parse(bytes.toString()) as CocoDocument
}

/** The document with names in place of ids. */
function withoutIds({ licenses, images, annotations, categories }: CocoDocument) {
  const paths = new Map(images.map(({ id, file_name }) => [id, file_name]))
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  return {
    licenses,
    categories: categories.map(({ id: _id, ...category }) => category),
    images: images.map(({ id: _id, category_ids = [], ...image }) => ({
      ...image,
      categories: new Set(category_ids.map((id) => names.get(id))),
    })),
    annotations: annotations.map(({ id: _id, image_id, category_id, ...annotation }) => ({
      ...annotation,
      image: paths.get(image_id),
      category: names.get(category_id),
    })),
  }
}

test('stored content survives export and import into another dataset with the same images', async () => {
  const { given, db } = await startApp({ works: true })
  const [kim, park] = [await given.user('kim'), await given.user('park')]
  const dataset = await given.dataset(kim, { categories: ['disc', 'never used'] })
  const vessel = await kim.call(createCategory, {
    body: {
      name: '혈관 "a"',
      supercategory: 'structure',
      color: '#aabbcc',
      role: 'cup',
      metadata: { snomed: '59820001' },
      keypoint_labels: ['nasal', 'temporal'],
      keypoint_edges: [[1, 2]],
      keypoint_colors: ['#ff0000', '#00ff00'],
    },
  })
  const [disc = 0, unused = 0] = dataset.categoryIds
  const body = { categories: [disc, unused, (vessel.body as Category).id] }
  await kim.call(updateDataset, { params: { id: dataset.id }, body })
  const names = [
    { name: 'eye.png', folder: 'left/2026' },
    { name: 'eye.png', folder: 'right' },
  ]
  const copy = await given.dataset(park, { categories: [] })
  const sources = []
  for (const [index, place] of names.entries()) {
    const size = { width: 80 + index, height: 60 }
    sources.push(await given.image(kim, dataset, { ...place, ...size }))
    await given.image(park, copy, { ...place, ...size })
  }
  const [left, right] = sources.map(({ id }) => id)
  const draw = async (image_id: number | undefined, category_id: number, content: object) => {
    const answer = await kim.call(createAnnotation, {
      body: { image_id: image_id ?? 0, category_id, ...content },
    })
    expect(answer.status).toBe(201)
    return answer.body.id
  }
  await draw(left, disc, {
    segmentation: [[10.01, 10.5, 50.25, 10, 50, 40.99]],
    lines: [[12, 11.25, 49.5, 12]],
    color: '#123456',
  })
  await draw(left, disc, { lines: [[1, 2, 30.25, 4, 30.5, 59]] })
  await draw(left, disc, {
    segmentation: {
      rings: [
        [
          [10.33, 10, 50, 10.77, 50, 50, 10, 50],
          [20, 20, 20, 30.5, 30, 30, 30, 20],
        ],
      ],
    },
    metadata: { grade: 2, sure: true, note: '“quoted”\n두 줄', empty: null },
    origin: {
      kind: 'semiautomatic',
      algorithms: [
        { name: 'discs', version: '2' },
        { name: '윤곽', version: null },
      ],
    },
  })
  await draw(right, disc, { segmentation: [[1, 1, 9, 1, 9, 9, 1, 9]], isbbox: true })
  await draw(right, vessel.body.id, { keypoints: [3.14, 2.71, 2, 0, 0, 0] })
  const crowd = await draw(right, vessel.body.id, { segmentation: [[5, 5, 30.5, 5, 30, 30]] })
  await db.updateTable('annotation').set({ is_crowd: true }).where('id', '=', crowd).execute()
  await draw(left, unused, { segmentation: [] })
  const note = (id: number | undefined, metadata: object) =>
    db
      .updateTable('image')
      .set({ metadata: JSON.stringify(metadata) })
      .where('id', '=', id ?? 0)
      .execute()
  const source = 'https://commons.wikimedia.org/wiki/File:Eye.png'
  await note(left, { ORD_SEQ: '7', camera: 'A', licence: 'CC0', source: 'A book' })
  const licence_url = 'https://creativecommons.org/licenses/by/4.0'
  await note(right, { licence: 'CC BY 4.0', licence_url, author: 'Kim', source })

  const first = await exported(kim, dataset)
  expect(checkCocoDocument(first)).toMatchObject({ images: 2, annotations: 6, issueCount: 0 })
  expect(first.licenses).toEqual([
    { id: 1, name: 'CC BY 4.0', url: licence_url },
    { id: 2, name: 'CC0', url: '' },
  ])
  expect(first.images).toMatchObject([{ license: 2 }, { license: 1, coco_url: source }])
  expect(first.images[0]).not.toHaveProperty('coco_url')
  const files = [{ name: 'coco.json', content: Buffer.from(JSON.stringify(first)) }]
  const task = await park.call(importCoco, { params: { id: copy.id }, files })
  await settled(park, task.body.id)
  const second = await exported(park, copy)
  expect(withoutIds(second)).toEqual(withoutIds(first))
  expect(second.annotations).toHaveLength(6)
  expect(new Set(second.annotations.map(({ origin }) => origin?.kind))).toEqual(
    new Set(['manual', 'semiautomatic']),
  )
})
