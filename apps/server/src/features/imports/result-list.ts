import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { Db } from '../../platform/database/database.ts'
import { openPseudonyms } from '../images/pseudonyms.ts'
import { entriesOf, type Entry } from './list-entries.ts'

/** The source of the results, and the dataset to whose images and categories they refer. */
interface ResultList {
  readonly db: Db
  readonly datasetId: number
  readonly file: string
  readonly signal: AbortSignal
}

const imagesAtOnce = 1000

/**
 * Writes a list of detection results (https://cocodataset.org/#format-results) as a COCO document, in constant memory. Image and category ids are those
 * of this dataset's exports. A result is numbered by its position in the list, and its score is
 * kept as metadata.
 * @throws {PermanentFailure} if the file is not a list in JSON
 */
export async function writeResultsAsDocument(results: ResultList, target: string): Promise<void> {
  await pipeline(Readable.from(documentOf(results)), createWriteStream(target, { flush: true }), {
    signal: results.signal,
  })
}

async function* documentOf(results: ResultList): AsyncGenerator<string> {
  const ids = new Set<number>()
  for await (const entries of entriesOf(results)) {
    for (const entry of entries) {
      const id = entry['image_id']
      if (typeof id === 'number' && Number.isInteger(id)) ids.add(id)
    }
  }
  yield `{"categories":${JSON.stringify(await categoriesOf(results))},"images":[`
  yield* imagesOf(results, [...ids])
  yield `],"annotations":[`
  let number = 0
  for await (const entries of entriesOf(results)) {
    const texts = entries.map((entry) => {
      number++
      return `${number === 1 ? '' : ','}${JSON.stringify(annotationOf(entry, number))}`
    })
    yield texts.join('')
  }
  yield ']}'
}

function annotationOf(entry: Entry, number: number): Entry {
  const { score } = entry
  return typeof score === 'number'
    ? { ...entry, id: number, metadata: { score } }
    : { ...entry, id: number }
}

/** The dataset's categories as entries of a COCO document. */
export function categoriesOf({ db, datasetId }: Pick<ResultList, 'db' | 'datasetId'>) {
  return db
    .selectFrom('category')
    .innerJoin('dataset_category', 'dataset_category.category_id', 'category.id')
    .select(['category.id', 'category.name', 'category.keypoint_labels as keypoints'])
    .select('category.keypoint_edges as skeleton')
    .where('dataset_category.dataset_id', '=', datasetId)
    .where('category.deleted_at', 'is', null)
    .orderBy('category.id')
    .execute()
}

/** By the names in pseudonymous exports, which are unique. */
async function* imagesOf(
  { db, datasetId }: ResultList,
  ids: readonly number[],
): AsyncGenerator<string> {
  const pseudonyms = await openPseudonyms(db)
  let separator = ''
  for (let from = 0; from < ids.length; from += imagesAtOnce) {
    const rows = await db
      .selectFrom('image')
      .select(['id', 'media_type', 'width', 'height'])
      .where('dataset_id', '=', datasetId)
      .where('deleted_at', 'is', null)
      .where('id', 'in', ids.slice(from, from + imagesAtOnce).filter(isId))
      .execute()
    for (const row of rows) {
      const { id, width, height } = row
      const file_name = pseudonyms.imageName(row)
      yield separator + JSON.stringify({ id, file_name, width, height })
      separator = ','
    }
  }
}

const largestId = 2_147_483_647

function isId(id: number): boolean {
  return id > 0 && id <= largestId
}
