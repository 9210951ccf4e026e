import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, onTestFinished } from 'vitest'

import { getResult, requestAnalysis } from '#contract/analysis'
import { getAnnotatorData } from '#contract/annotations'
import { uploadImage } from '#contract/images'
import { listTasks } from '#contract/tasks'

import { examplePhotograph } from './fixture-file.ts'
import { startApp } from './start-app.ts'

/** A server on which kim has a dataset of these photographs, with helpers for tests. */
export async function withImages(contents: Uint8Array[], { works = true, models = '' } = {}) {
  const started = await startApp({ works, ...(models === '' ? {} : { modelsFolder: models }) })
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim, { categories: ['arterioles', 'venules', 'cup'] })
  const ids: number[] = []
  for (const [i, content] of contents.entries()) {
    const files = [{ name: `eye${i}.jpg`, content }]
    const query = { dataset_id: dataset.id }
    ids.push((await kim.call(uploadImage, { query, files })).body.image.id)
  }
  const [id = 0] = ids
  const read = async (of = id) =>
    (await kim.call(getAnnotatorData, { params: { id: of } })).body.image
  const ended = async (task: number) => {
    const find = async () => (await kim.call(listTasks)).body.find((each) => each.id === task)
    await expect
      .poll(async () => (await find())?.completed, { timeout: 150_000, interval: 250 })
      .toBe(true)
    return find()
  }
  const analyse = async (of = id) => {
    const { body } = await kim.call(requestAnalysis, { query: { original_id: of } })
    return ended(body.task.id)
  }
  const numbers = async (kind: string, of = id) => {
    const result = (await read(of)).results[kind]
    const params = { id: result?.id ?? 0 }
    const { bytes } = await kim.call(getResult, { params, query: { asJson: 'true' } })
    return JSON.parse(bytes.toString()) as Record<string, unknown>
  }
  return { ...started, kim, dataset, id, ids, read, ended, analyse, numbers }
}

/** An empty folder for operator's models, for this test alone. */
export async function modelsFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-own-models-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A photograph of the example clinic. */
export function photograph(file: string): Promise<Buffer> {
  return readFile(examplePhotograph(file))
}
