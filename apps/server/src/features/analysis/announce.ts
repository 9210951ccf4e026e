import type { LiveEvent } from '#contract/live'

import type { Db } from '../../platform/database/database.ts'
import { announce } from '../../platform/live/live.ts'
import { announceDataset } from '../datasets/announce.ts'
import type { ImageRow } from '../images/queries.ts'

/** Notifies everybody who may see the image of a new state or new results of its analysis. */
export async function announceAnalysis(
  db: Db,
  { id, dataset_id: datasetId }: Pick<ImageRow, 'id' | 'dataset_id'>,
): Promise<void> {
  const event: LiveEvent = { type: 'analysis', image_id: id }
  await announce(db, { datasetId }, event)
  await announceDataset(db, datasetId, 'images')
}
