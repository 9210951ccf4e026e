import type { LiveEvent } from '#contract/live'

import type { Db } from '../../platform/database/database.ts'
import { announce } from '../../platform/live/live.ts'

type DatasetChange = Extract<LiveEvent, { type: 'dataset' }>['change']

/** Tells everybody who may see the dataset what of it has changed. */
export async function announceDataset(
  db: Db,
  datasetId: number,
  change: DatasetChange,
): Promise<void> {
  const event: LiveEvent = { type: 'dataset', dataset_id: datasetId, change }
  await announce(db, { datasetId }, event)
}
