import type { LiveEvent } from '#contract/live'

import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { announce } from '../../platform/live/live.ts'

type DatasetChange = Extract<LiveEvent, { type: 'dataset' }>['change']

/** Notifies everybody who may see the dataset of its changes. */
export async function announceDataset(
  db: Db,
  datasetId: number,
  change: DatasetChange,
): Promise<void> {
  const event: LiveEvent = { type: 'dataset', dataset_id: datasetId, change }
  await announce(db, { datasetId }, event)
}

interface Deletion {
  readonly datasetId: number
  /** Null for the whole dataset. */
  readonly imageId: number | null
  readonly undone: boolean
  readonly by: Pick<Actor, 'username'>
}

/** Notifies those who may have the image open that it was deleted or restored. */
export async function announceDeletion(
  db: Db,
  { datasetId, imageId, undone, by }: Deletion,
): Promise<void> {
  const event: LiveEvent = {
    type: 'deletion',
    dataset_id: datasetId,
    image_id: imageId,
    undone,
    by: by.username,
  }
  await announce(db, { datasetId }, event)
}
