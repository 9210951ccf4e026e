import sharp from 'sharp'
import { expect, test } from 'vitest'

import { getAnalysisOfAll, requestAnalysisOfAll } from '#contract/analysis'
import { getAnnotatorData } from '#contract/annotations'
import { getDatasetData } from '#contract/datasets'
import { uploadImages } from '#contract/images'

import type { NetworkClient } from './http-client.ts'
import { givenFundus, killTwice } from './killed-twice.ts'

const seconds = 1000
const imageCount = 16

test(
  'an analysis of a dataset that is killed twice continues: no image is left out or analysed twice',
  { timeout: 400 * seconds },
  async () => {
    const { fovea, kim, dataset } = await givenFundus()
    await uploadAll(kim, dataset.id)

    const query = { dataset_id: dataset.id }
    const { task } = await kim.call(requestAnalysisOfAll, { query })
    await killTwice(fovea, () => analysed(kim, dataset.id))
    const { status, result } = await kim.finished(task.id)
    expect(status).toBe('succeeded')
    expect(result).toEqual({ done: imageCount, failed: 0 })
    const { images } = await kim.call(getDatasetData, { params: { id: dataset.id } })
    expect(images.filter(({ predicted }) => !predicted)).toEqual([])
    for (const { id } of images) {
      const { image } = await kim.call(getAnnotatorData, { params: { id } })
      expect(image.prediction_status).toMatch(/^Not gradable: /)
      expect(Object.keys(image.results)).toEqual(['quality'])
    }
  },
)

async function analysed(kim: NetworkClient, datasetId: number): Promise<number> {
  return (await kim.call(getAnalysisOfAll, { query: { dataset_id: datasetId } })).analysed
}

async function uploadAll(kim: NetworkClient, datasetId: number): Promise<void> {
  for (let number = 0; number < imageCount; number += 1) {
    const background = { r: number, g: 80, b: 40 }
    const content = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
      .png()
      .toBuffer()
    const file = { name: `eye-${number}.png`, content }
    await kim.call(uploadImages, { query: { dataset_id: datasetId }, file })
  }
}
