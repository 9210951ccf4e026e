import { message } from '#contract/messages/message'

import { inTransaction, type Db } from '../../platform/database/database.ts'
import { announceDataset } from '../datasets/announce.ts'
import { lastStatus } from './analyse-image.ts'
import { imagesToAnalyse, isAnalysedByItself, setPredictionStatus } from './queries.ts'

/** Refers the images that wait for the analysis of their dataset. */
export async function referImages(
  db: Db,
  wanted: { datasetId: number; again: boolean; after?: number },
): Promise<void> {
  await db
    .updateTable('image')
    .set({
      prediction_status: JSON.stringify(message('analysis.statusQueued')),
      analysis_state: 'underWay',
      mics_state: 'Referred',
    })
    .where('id', 'in', imagesToAnalyse(db, wanted).select('image.id'))
    .where('mics_state', '=', 'Unreferred')
    .execute()
  await announceDataset(db, wanted.datasetId, 'images')
}

/** Images that the dataset's analysis did not reach return to their previous state. */
export async function releaseImages(db: Db, datasetId: number): Promise<void> {
  const left = await db
    .selectFrom('image')
    .select('id')
    .where('dataset_id', '=', datasetId)
    .where('analysis_state', '=', 'underWay')
    .where(isAnalysedByItself, '=', false)
    .execute()
  await inTransaction(db, async (trx) => {
    for (const { id } of left) await setPredictionStatus(trx, id, await lastStatus(trx, id))
  })
}
