import { digestOf } from '#annotation/measurement'
import type { Measurements } from '#contract/measurements'

import type { Db } from '../../platform/database/database.ts'
import { announce } from '../../platform/live/live.ts'

/** Announces the labels and measurements of an image as a whole. */
export async function announceNotes(
  db: Db,
  image: { id: number; dataset_id: number },
  { category_ids, measurements }: { category_ids: readonly number[]; measurements: Measurements },
): Promise<void> {
  await announce(
    db,
    { datasetId: image.dataset_id },
    {
      type: 'image',
      image_id: image.id,
      category_ids,
      measurements: Object.keys(measurements),
      measurements_digest: digestOf(measurements),
    },
  )
}

export async function announceAnnotation(
  db: Db,
  image: { id: number; dataset_id: number },
  what: { change: 'created' | 'updated' | 'deleted'; id: number; revision: number },
): Promise<void> {
  await announce(
    db,
    { datasetId: image.dataset_id },
    { type: 'annotation', image_id: image.id, ...what },
  )
}
