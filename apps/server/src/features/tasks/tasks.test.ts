import { expect, test } from 'vitest'

import { startExport } from '#contract/exports'
import { cancelTask, deleteTask, getTaskLogs, listTasks, retryTask } from '#contract/tasks'

import { startApp } from '../../testing/start-app.ts'

/** A waiting task: no worker runs in this process. */
async function withTask() {
  const started = await startApp()
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim, { name: 'Screening' })
  const { id } = (await kim.call(startExport, { params: { id: dataset.id }, body: {} })).body
  return { ...started, kim, dataset, params: { id } }
}

test('a task is listed with its group, its state and its creator', async () => {
  const { kim, dataset, params } = await withTask()
  expect((await kim.call(listTasks)).body).toMatchObject([
    {
      id: params.id,
      name: 'Exporting Screening as COCO',
      name_told: {
        message: 'Exporting Screening as COCO',
        key: 'exports.taskName',
        params: { dataset: 'Screening', format: 'COCO' },
      },
      group: 'Exports',
      status: 'queued',
      progress: 0,
      completed: false,
      warnings: 0,
      errors: 0,
      creator: 'kim',
      dataset_id: dataset.id,
    },
  ])
})

test('a task is cancelled, retried, and deleted when it has ended', async () => {
  const { kim, params } = await withTask()
  expect((await kim.call(deleteTask, { params })).body).toMatchObject({
    code: 'still_running',
    message: 'The task is still running. Cancel it first.',
  })
  expect((await kim.call(retryTask, { params })).status).toBe(409)
  expect((await kim.call(cancelTask, { params })).body).toMatchObject({
    status: 'cancelled',
    completed: true,
  })
  expect((await kim.call(cancelTask, { params })).body.message).toBe('The task has already ended.')
  expect((await kim.call(retryTask, { params })).body).toMatchObject({ status: 'queued' })
  await kim.call(cancelTask, { params })
  expect((await kim.call(deleteTask, { params })).status).toBe(200)
  expect((await kim.call(listTasks)).body).toEqual([])
  expect((await kim.call(deleteTask, { params })).status).toBe(404)
})

test('log lines have their time and mark, and later ones can be requested', async () => {
  const { kim, params } = await withTask()
  await kim.call(cancelTask, { params })
  const first = (await kim.call(getTaskLogs, { params })).body
  expect(first.logs).toEqual([expect.stringMatching(/^\[\d{4}-.*Z\] (\[INFO\] )?Cancelled\.$/)])
  expect(first.entries).toMatchObject([
    { level: 'INFO', told: { message: 'Cancelled.', key: 'tasks.cancelled', params: {} } },
  ])
  const next = (await kim.call(getTaskLogs, { params, query: { after: first.last } })).body
  expect(next).toEqual({ logs: [], entries: [], last: first.last })
})

test('members see the tasks of their dataset, strangers none, admins all', async () => {
  const { given, params } = await withTask()
  const eve = await given.user('eve')
  expect((await eve.call(listTasks)).body).toEqual([])
  for (const call of [cancelTask, retryTask, deleteTask, getTaskLogs]) {
    expect((await eve.call(call, { params })).status).toBe(404)
  }
  const admin = await given.user('boss', { isAdmin: true })
  expect((await admin.call(listTasks)).body).toMatchObject([{ id: params.id }])
})
