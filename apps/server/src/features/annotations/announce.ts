import type { Db } from '../../platform/database/database.ts'
import { announce } from '../../platform/live/live.ts'

/** Announces the labels of an image as a whole. */
export async function announceLabels(
  db: Db,
  image: { id: number; dataset_id: number },
  labels: readonly number[],
): Promise<void> {
  await announce(
    db,
    { datasetId: image.dataset_id },
    { type: 'image', image_id: image.id, category_ids: labels },
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
