import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import type { LiveEvent } from '#contract/live'

import { datasetData, onWorkOnDataset } from './api.ts'

type TaskEvent = LiveEvent & { type: 'task' }

const exporting: TaskEvent = {
  type: 'task',
  id: 5,
  dataset_id: 1,
  image_id: null,
  progress: 40,
  status: 'running',
  warnings: 0,
  errors: 0,
}

/** Whether the event makes the shown data of dataset 1 out of date. */
function outdates(event: TaskEvent): boolean {
  const client = new QueryClient()
  const queryKey: readonly unknown[] = datasetData(
    1,
    { order: 'id' },
    { page: 1, limit: 1 },
  ).queryKey
  client.setQueryData(queryKey, {})
  onWorkOnDataset(client, event)
  return client.getQueryState(queryKey)?.isInvalidated === true
}

test('a dataset is fetched again when work on it begins and ends, not with each step', () => {
  expect(outdates({ ...exporting, status: 'queued' })).toBe(true)
  expect(outdates({ ...exporting, status: 'succeeded', progress: 100 })).toBe(true)
  expect(outdates({ ...exporting, status: 'failed' })).toBe(true)
  expect(outdates(exporting)).toBe(false)
  expect(outdates({ ...exporting, status: 'succeeded', dataset_id: 2 })).toBe(false)
  expect(outdates({ ...exporting, status: 'succeeded', image_id: 7 })).toBe(false)
})
