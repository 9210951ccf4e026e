import sharp from 'sharp'
import { expect, test } from 'vitest'

import { getDatasetData } from '#contract/datasets'
import { getDatasetCoco } from '#contract/exports'
import { uploadImages } from '#contract/images'
import { importCoco, ImportReport } from '#contract/imports'

import type { NetworkClient } from './http-client.ts'
import { givenFundus, killTwice } from './killed-twice.ts'

const seconds = 1000
const imageCount = 40
const annotationsEach = 400

test(
  'an import that is killed twice continues: nothing is doubled or lost',
  { timeout: 240 * seconds },
  async () => {
    const { fovea, kim, dataset } = await givenFundus()
    await uploadAll(kim, dataset.id)

    const file = { name: 'coco.json', content: cocoFile() }
    const task = await kim.call(importCoco, { params: { id: dataset.id }, body: {}, file })
    await killTwice(fovea, () => annotatedImages(kim, dataset.id))
    const { status, result } = await kim.finished(task.id)
    expect(status).toBe('succeeded')
    const all = imageCount * annotationsEach
    expect(ImportReport.parse(result)).toMatchObject({
      images: { matched: imageCount, changed: imageCount, unchanged: 0 },
      annotations: { in_file: all, created: all, existing: 0, left_out: 0 },
      categories: { created: ['lesion'] },
    })
    const answer = await kim.call(getDatasetCoco, { params: { id: dataset.id } })
    const { annotations } = (await answer.json()) as { annotations: unknown[] }
    expect(annotations).toHaveLength(all)
  },
)

async function annotatedImages(kim: NetworkClient, id: number): Promise<number> {
  const { dataset } = await kim.call(getDatasetData, { params: { id }, query: { limit: 1 } })
  return dataset.numberAnnotated
}

async function uploadAll(kim: NetworkClient, datasetId: number): Promise<void> {
  for (let number = 0; number < imageCount; number += 1) {
    const background = { r: number, g: 80, b: 40 }
    const content = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
      .png()
      .toBuffer()
    const file = { name: `eye-${number}.png`, content }
    await kim.call(uploadImages, { query: { dataset_id: datasetId }, file })
  }
}

function cocoFile(): Buffer {
  const images = Array.from({ length: imageCount }, (_, id) => ({ id, file_name: `eye-${id}.png` }))
  const annotations = Array.from({ length: imageCount * annotationsEach }, (_, id) => ({
    id,
    image_id: id % imageCount,
    category_id: 1,
    segmentation: [[1, 1, 40, 1 + (id % 50), 20, 60]],
  }))
  return Buffer.from(
    JSON.stringify({ annotations, images, categories: [{ id: 1, name: 'lesion' }] }),
  )
}
