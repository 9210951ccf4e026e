import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'

import { createAnnotation, getAnnotatorData, saveAnnotatorData } from '#contract/annotations'
import { createDataset } from '#contract/datasets'
import { startExport } from '#contract/exports'
import { uploadImage } from '#contract/images'

import { signedIn, type NetworkClient } from './http-client.ts'
import { startFovea } from './running-fovea.ts'

const seconds = 1000

test(
  'saves that were acknowledged survive a kill in the middle of saving, and the queue continues',
  { timeout: 120 * seconds },
  async () => {
    const fovea = await startFovea({ ALLOW_REGISTRATION: 'true' })
    onTestFinished(() => fovea.stop())
    const kim = await signedIn(fovea.address, 'kim')
    const { dataset, category, image } = await givenImage(kim)
    const saved = new Set<number>()

    for (let round = 0; round < 3; round += 1) {
      const saving = saveUntilItBreaks(kim, { image_id: image.id, category_id: category }, saved)
      await expect.poll(() => saved.size, { timeout: 20 * seconds }).toBeGreaterThan(4 * round + 3)
      await new Promise((resolve) => setTimeout(resolve, 7 * round))
      await fovea.kill()
      await saving
      await fovea.restart()
    }
    const { categories } = await kim.call(getAnnotatorData, { params: { id: image.id } })
    const there = new Set(categories[0]?.annotations.map((annotation) => annotation.id))
    expect([...saved].filter((id) => !there.has(id))).toEqual([])

    const task = await kim.call(startExport, { params: { id: dataset.id }, body: {} })
    await fovea.kill()
    await fovea.restart()
    expect(await kim.finished(task.id)).toMatchObject({ status: 'succeeded' })
  },
)

test(
  'a whole image that is saved while the server is killed is saved as a whole or not at all',
  { timeout: 240 * seconds },
  async () => {
    const fovea = await startFovea({ ALLOW_REGISTRATION: 'true' })
    onTestFinished(() => fovea.stop())
    const kim = await signedIn(fovea.address, 'kim')
    const { image, category } = await givenImage(kim)
    const ids: number[] = []
    for (let i = 0; i < 20; i += 1) {
      const body = { image_id: image.id, category_id: category, segmentation: [[1, 1, 9, 1, 9, 9]] }
      ids.push((await kim.call(createAnnotation, { body })).id)
    }
    const answered = { revision: 1 }
    const saving = saveWholeUntilItBreaks(kim, { image: image.id, ids }, answered)
    await expect.poll(() => answered.revision, { timeout: 60 * seconds }).toBeGreaterThan(3)
    await fovea.kill()
    await saving
    await fovea.restart()
    const { categories } = await kim.call(getAnnotatorData, { params: { id: image.id } })
    const revisions = new Set(categories[0]?.annotations.map(({ revision }) => revision))
    expect(revisions.size).toBe(1)
    expect(Math.max(...revisions)).toBeGreaterThanOrEqual(answered.revision)
  },
)

/** Saves all annotations of an image again and again, and notes the revision that was answered. */
async function saveWholeUntilItBreaks(
  kim: NetworkClient,
  { image, ids }: { image: number; ids: readonly number[] },
  answered: { revision: number },
): Promise<void> {
  try {
    for (;;) {
      const { revision } = answered
      const metadata = { saved: revision }
      const annotations = ids.map((id) => ({ id, revision, metadata }))
      const body = { image: { id: image, metadata }, annotations }
      await kim.call(saveAnnotatorData, { body })
      answered.revision = revision + 1
    }
  } catch {
    // The server was killed: requests in progress were not answered.
  }
}

/** Creates annotations one after the other, and notes each that the server answered for. */
async function saveUntilItBreaks(
  kim: NetworkClient,
  place: { image_id: number; category_id: number },
  saved: Set<number>,
): Promise<void> {
  try {
    for (;;) {
      const body = { ...place, segmentation: [[1, 1, 9, 1, 9, 9]] }
      saved.add((await kim.call(createAnnotation, { body })).id)
    }
  } catch {
    // The server was killed: requests in progress were not answered.
  }
}

async function givenImage(kim: NetworkClient) {
  const dataset = await kim.call(createDataset, {
    body: { name: 'Fundus', categories: ['lesion'] },
  })
  const [category = 0] = dataset.categories
  const file = { name: 'eye.png', content: await picture() }
  const { image } = await kim.call(uploadImage, { query: { dataset_id: dataset.id }, file })
  return { dataset, category, image }
}

function picture(): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 64, channels: 3, background: '#842' } })
    .png()
    .toBuffer()
}
