import { readFile } from 'node:fs/promises'

import sharp from 'sharp'
import { expect, test } from 'vitest'

import { getAnnotatorData } from '#contract/annotations'
import { getResult, requestAnalysis } from '#contract/analysis'
import { uploadImage } from '#contract/images'
import { cancelTask, getTaskLogs, listTasks } from '#contract/tasks'

import { realFile } from '../../testing/real-file.ts'
import { startApp } from '../../testing/start-app.ts'

async function withImage(content: Uint8Array, works = true) {
  const started = await startApp({ works })
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim)
  const files = [{ name: 'eye.jpg', content }]
  const { body } = await kim.call(uploadImage, { query: { dataset_id: dataset.id }, files })
  const id = body.image.id
  const analyse = () => kim.call(requestAnalysis, { query: { original_id: id } })
  const read = async () => (await kim.call(getAnnotatorData, { params: { id } })).body.image
  const ended = async (task: number) => {
    const find = async () => (await kim.call(listTasks)).body.find((each) => each.id === task)
    await expect.poll(async () => (await find())?.completed, { timeout: 100_000 }).toBe(true)
    return find()
  }
  return { ...started, kim, id, analyse, read, ended }
}

const grey = sharp({ create: { width: 300, height: 200, channels: 3, background: '#777' } })

test('a photograph’s vessels are found, shown as a transparent picture of its size, and measured', async () => {
  const file = realFile('fundus/chasedb1/Image_01L.jpg')
  if (file === undefined) return
  const { kim, analyse, read, ended } = await withImage(await readFile(file))
  const started = await analyse()
  expect(started.body.message).toBe('The analysis of the image has been queued.')
  expect(await ended(started.body.task.id)).toMatchObject({
    status: 'succeeded',
    name: 'Analysing eye.jpg',
  })

  const image = await read()
  expect(image).toMatchObject({ prediction_status: 'Done', predicted: true })
  expect(image.results['vessels']).toMatchObject({
    kind: 'vessels',
    width: 999,
    height: 960,
    model: { name: 'classical-vessels' },
  })
  const params = { id: image.results['vessels']?.id ?? 0 }
  const picture = await kim.call(getResult, { params })
  expect(picture.headers['content-type']).toBe('image/png')
  const { data, info } = await sharp(picture.bytes).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 999, height: 960, channels: 4 })
  const opaque = data.filter((value, i) => i % 4 === 3 && value > 0).length / (999 * 960)
  expect(opaque).toBeGreaterThan(0.03)
  expect(opaque).toBeLessThan(0.15)
  const numbers = await kim.call(getResult, { params, query: { asJson: 'true' } })
  expect(JSON.parse(numbers.bytes.toString())).toMatchObject({
    kind: 'vessels',
    density: expect.any(Number),
  })

  const again = await analyse()
  await ended(again.body.task.id)
  expect((await read()).results['vessels']?.id).not.toBe(params.id)
})

test('a picture that is no fundus photograph is refused in words, and stays as it was', async () => {
  const { kim, analyse, read, ended } = await withImage(await grey.jpeg().toBuffer())
  const { body } = await analyse()
  expect(await ended(body.task.id)).toMatchObject({ status: 'failed', errors: 1 })
  const image = await read()
  expect(image.prediction_status).toMatch(/^Failed: /)
  expect(image.results).toEqual({})
  const log = await kim.call(getTaskLogs, { params: { id: body.task.id } })
  expect(log.body.logs.at(-1)).toContain('[ERROR]')
})

test('an image that is being analysed is not queued twice, and is free again when cancelled', async () => {
  const { kim, analyse, read } = await withImage(await grey.jpeg().toBuffer(), false)
  const { body } = await analyse()
  expect((await read()).prediction_status).toBe('Queued')
  const second = await analyse()
  expect(second.status).toBe(409)
  expect(second.body.code).toBe('still_running')
  await kim.call(cancelTask, { params: { id: body.task.id } })
  expect((await read()).prediction_status).toBe('')
  expect((await analyse()).status).toBe(200)
})
