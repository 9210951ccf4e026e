import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { JsonListError, readJsonLists } from '#coco/json-lists'
import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import { jsonListMessage } from '../../platform/faults/coco.ts'
import { PermanentFailure } from '../../platform/jobs/definition.ts'
import { openPseudonyms } from '../images/pseudonyms.ts'
import { longestEntry, parseEntry } from './read-file.ts'

/** The source of the results, and the dataset to whose images and categories they refer. */
interface ResultList {
  readonly db: Db
  readonly datasetId: number
  readonly file: string
  readonly signal: AbortSignal
}

const list = 'annotations'
const imagesAtOnce = 1000

/**
 * Whether a file is a list of detection results (https://cocodataset.org/#format-results) rather
 * than a document with lists.
 */
export async function isResultList(file: string): Promise<boolean> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0)
  return buffer.toString('utf8', 0, bytesRead).trimStart().startsWith('[')
}

/**
 * Writes a list of results as a COCO document, in constant memory. Image and category ids are those
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
  yield `],"${list}":[`
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

type Entry = Readonly<Record<string, unknown>>

function annotationOf(entry: Entry, number: number): Entry {
  const { score } = entry
  return typeof score === 'number'
    ? { ...entry, id: number, metadata: { score } }
    : { ...entry, id: number }
}

function categoriesOf({ db, datasetId }: ResultList) {
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

/**
 * The entries of the list, a chunk of the file at a time; one that is not an object becomes an
 * empty one.
 */
async function* entriesOf({ file, signal }: ResultList): AsyncGenerator<readonly Entry[]> {
  let entries: Entry[] = []
  const reader = readJsonLists({
    wanted: new Set([list]),
    longestBytes: longestEntry,
    onElement: ({ bytes }) => {
      const entry = parseEntry(bytes)
      entries.push(typeof entry === 'object' && entry !== null ? (entry as Entry) : {})
    },
  })
  try {
    reader.push(Buffer.from(`{"${list}":`))
    for await (const chunk of createReadStream(file, { signal })) {
      reader.push(chunk as Buffer)
      yield entries
      entries = []
    }
    reader.push(Buffer.from('}'))
    reader.end()
  } catch (error) {
    throw error instanceof JsonListError
      ? new PermanentFailure(message('imports.unreadable', { detail: jsonListMessage(error) }))
      : error
  }
  yield entries
}
