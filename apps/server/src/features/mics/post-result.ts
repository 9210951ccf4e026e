import type { Db } from '../../platform/database/database.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import { getLiveDataset, micsSettingsOf } from '../datasets/queries.ts'
import { resultLetter } from './jobs.ts'
import { noteFailure, orderOf } from './queries.ts'

interface Finished {
  readonly image: { readonly id: number; readonly dataset_id: number }
  /** Of the results, by kind. */
  readonly ids: Readonly<Record<string, number>>
}

/**
 * Posts the result of a finished analysis to the order system, where the dataset says so: in the
 * transaction that keeps the result, so that one is never without the other.
 */
export function postResult({ outbox }: { outbox: Outbox }) {
  return async (
    trx: Db,
    { image: { id, dataset_id: datasetId }, ids }: Finished,
  ): Promise<void> => {
    const dataset = await getLiveDataset(trx, datasetId)
    const resultId = ids['report'] ?? ids['quality']
    if (dataset === undefined || resultId === undefined) return
    if (!micsSettingsOf(dataset).REQUIRESEND) return
    const image = await trx
      .selectFrom('image')
      .select(['id', 'dataset_id', 'metadata', 'mics_meta'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const version = await countVersions(trx, id)
    // An image whose order is not known yet is an order of its own until it is.
    const order = orderOf(image) || `image ${id}`
    await outbox.post(trx, {
      definition: resultLetter,
      key: `${order}:${resultId}:${version}`,
      orderKey: order,
      imageId: id,
      payload: { imageId: id, resultId, version },
    })
    await noteFailure(trx, image, null)
  }
}

/** How often the image was analysed. */
async function countVersions(trx: Db, imageId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('analysis_result')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('image_id', '=', imageId)
    .where('kind', '=', 'quality')
    .executeTakeFirstOrThrow()
  return count
}
