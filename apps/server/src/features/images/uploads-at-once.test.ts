import { expect, test } from 'vitest'

import { getDatasetData } from '#contract/datasets'
import { getImage, uploadImage } from '#contract/images'

import { pngOf } from '../../testing/given.ts'
import { startApp } from '../../testing/start-app.ts'

async function withDataset() {
  const { given } = await startApp()
  const kim = await given.user('kim')
  const dataset = await given.dataset(kim)
  const upload = (name: string, content: Buffer) =>
    kim.call(uploadImage, { query: { dataset_id: dataset.id }, files: [{ name, content }] })
  return { kim, dataset, upload }
}

test('of twenty concurrent uploads with one name, one wins and the others are refused', async () => {
  const { upload, kim, dataset } = await withDataset()
  const contents = await Promise.all(Array.from({ length: 20 }, (_, i) => pngOf(20, 20, i)))
  const answers = await Promise.all(contents.map((content) => upload('same.png', content)))
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
  expect(answers.filter((answer) => answer.status === 409)).toHaveLength(19)
  const { body } = await kim.call(getDatasetData, { params: { id: dataset.id } })
  const winner = answers.findIndex((answer) => answer.status === 201)
  const stored = await kim.call(getImage, {
    params: { id: body.images[0]?.id ?? 0 },
    query: { asAttachment: 'true' },
  })
  expect(stored.bytes).toEqual(contents[winner])
})

test('twenty concurrent uploads of one file create one image, whatever the file is called', async () => {
  const { upload, kim, dataset } = await withDataset()
  const content = await pngOf(20, 20, 1)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => upload(`eye ${i % 2}.png`, content)),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(answers.filter(({ body }) => !body.existing)).toHaveLength(1)
  expect(new Set(answers.map(({ body }) => body.image.id)).size).toBe(1)
  const { body } = await kim.call(getDatasetData, { params: { id: dataset.id } })
  expect(body.total).toBe(1)
})
