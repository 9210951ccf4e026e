import { expect } from 'vitest'

import { getDatasetCoco } from '#contract/exports'
import { importCoco, ImportReport } from '#contract/imports'
import { getTaskLogs, listTasks, type Task } from '#contract/tasks'

import type { Account } from '../../../testing/given.ts'
import { startApp } from '../../../testing/start-app.ts'

export const square = [10, 10, 50, 10, 50, 40, 10, 40]

export async function withDataset() {
  const started = await startApp({ works: true })
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim, { categories: ['disc'] })
  const image = await started.given.image(kim, dataset, { name: 'eye.png', width: 80, height: 60 })
  return { ...started, kim, dataset, image }
}

export interface CocoFile {
  images?: object[]
  annotations?: unknown[]
  categories?: object[]
  licenses?: unknown[]
}

export const eye = { id: 1, file_name: 'eye.png', width: 80, height: 60 }
export const disc = { id: 5, name: 'disc' }

export function fileOf({
  images = [eye],
  annotations = [],
  categories = [disc],
  licenses = [],
}: CocoFile): Buffer {
  return Buffer.from(JSON.stringify({ annotations, images, categories, licenses }))
}

export function on(id: number, more: object = {}): object {
  return { id, image_id: 1, category_id: 5, segmentation: [square], ...more }
}

export async function finished(kim: Account, id: number): Promise<Task> {
  for (;;) {
    const { body } = await kim.call(listTasks)
    const task = body.find((each) => each.id === id)
    if (task?.completed) return task
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}

export async function run(
  kim: Account,
  dataset: { id: number },
  content: Uint8Array,
  body: { dry_run?: 'true' } = {},
): Promise<Task> {
  const files = [{ name: 'coco.json', content }]
  const answer = await kim.call(importCoco, { params: { id: dataset.id }, files, body })
  expect(answer.status).toBe(200)
  return finished(kim, answer.body.id)
}

export async function report(...input: Parameters<typeof run>): Promise<ImportReport> {
  const task = await run(...input)
  expect(task).toMatchObject({ status: 'succeeded', progress: 100 })
  return ImportReport.parse(task.result)
}

export async function cocoOf(kim: Account, dataset: { id: number }) {
  const { bytes } = await kim.call(getDatasetCoco, { params: { id: dataset.id } })
  return JSON.parse(bytes.toString())
}

export async function logOf(kim: Account, task: Task): Promise<string> {
  const { body } = await kim.call(getTaskLogs, { params: { id: task.id } })
  return body.logs.join('\n')
}
