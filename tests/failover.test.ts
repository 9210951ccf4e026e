import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'

import { createAnnotation, getAnnotatorData } from '#contract/annotations'
import { createDataset } from '#contract/datasets'
import { uploadImage } from '#contract/images'
import { getEvents } from '#contract/live'
import { startScan } from '#contract/scans'

import { readUntil, RefusedCall, signedIn, type NetworkClient } from './http-client.ts'
import { startPair } from './postgres-pair.ts'
import { givenInstallation } from './processes.ts'

test('a standby takes over while people save: no acknowledged save is lost or doubled, and jobs and live events go on', async () => {
  const pair = await startPair()
  const { host } = new URL(pair.standby.address)
  const startProcess = await givenInstallation({
    DATABASE_URL: pair.primary.address.replace('/postgres', `,${host}/postgres`),
  })
  const { address } = await startProcess({})
  const kim = await signedIn(address, 'kim')
  const { dataset, body } = await givenImage(kim)
  const news = await kim.call(getEvents)

  const saved: number[] = []
  const failures: unknown[] = []
  const ending = new AbortController()
  const saving = Promise.all(
    Array.from({ length: 3 }, async () => {
      while (!ending.signal.aborted) saved.push(await saveAsBrowsersDo(kim, body, failures))
    }),
  )
  onTestFinished(() => ending.abort())
  await expect.poll(() => saved.length, { timeout: 60_000 }).toBeGreaterThan(20)
  await pair.failOver()
  const before = saved.length
  await expect.poll(() => saved.length, { timeout: 60_000 }).toBeGreaterThan(before + 20)
  ending.abort()
  await saving

  const { categories } = await kim.call(getAnnotatorData, { params: { id: body.image_id } })
  const stored = categories.flatMap(({ annotations }) => annotations.map(({ id }) => id))
  expect(inOrder(stored)).toEqual(inOrder(saved))
  const { id: task } = await kim.call(startScan, { params: { id: dataset } })
  expect((await kim.finished(task)).status).toBe('succeeded')
  await readUntil(news, `"id":${task},"dataset_id":${dataset},"image_id":null,"progress":100`)
  expect(failures.length).toBeGreaterThan(0)
  for (const failure of failures) expect(failure).toMatchObject({ status: 503, retryAfter: '2' })
})

const inOrder = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)

async function givenImage(kim: NetworkClient) {
  const { id, categories } = await kim.call(createDataset, {
    body: { name: 'Clinic', categories: ['Drusen'] },
  })
  const [category_id = 0] = categories
  const background = { r: 90, g: 80, b: 40 }
  const content = await sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .png()
    .toBuffer()
  const { image } = await kim.call(uploadImage, {
    query: { dataset_id: id },
    file: { name: 'eye.png', content },
  })
  const area = { segmentation: [[1, 1, 9, 1, 9, 9]] }
  return { dataset: id, body: { image_id: image.id, category_id, ...area } }
}

/**
 * Repeats a save with the same id until it is acknowledged.
 * @returns the annotation's id
 */
async function saveAsBrowsersDo(
  kim: NetworkClient,
  body: { image_id: number; category_id: number; segmentation: number[][] },
  failures: unknown[],
): Promise<number> {
  const save = { ...body, save_id: randomUUID() }
  for (;;) {
    try {
      return (await kim.call(createAnnotation, { body: save })).id
    } catch (error) {
      if (!(error instanceof RefusedCall)) throw error
      failures.push(error)
      await sleep(100)
    }
  }
}
