import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { message } from '#contract/messages/message'
import type { LabelledAnnotation, LabelledImage, Loss } from '#labelling/labelled-image'
import type { CvatLabel } from '#labelling/read-cvat'
import { cocoEntryOf, keypointNames } from '#labelling/to-coco'

import type { Db } from '../../platform/database/database.ts'
import { PermanentFailure } from '../../platform/jobs/definition.ts'
import { mostAnnotations, mostCategories, mostImages } from './limits.ts'
import type { ListFile } from './list-entries.ts'
import type { NotCarried } from './not-carried.ts'
import type { NamedImage, ReadLabels } from './read-labels.ts'
import { categoriesOf } from './result-list.ts'

/** A file of a labelling tool, and the dataset into which it is imported. */
interface LabelFile extends ListFile {
  readonly db: Db
  readonly datasetId: number
  readonly read: ReadLabels
}

/** Kinds that are counted apart: the names are the file's. */
const mostKinds = 100
const longestKind = 100
const namesAtOnce = 1000

/**
 * Writes a labelling tool's file as a COCO document with another list, `not_carried`. Holds the images' names in
 * memory, and annotations with keypoints: their number is known at the end.
 * @throws {PermanentFailure} if the file cannot be read, or is beyond the limits
 */
export async function writeLabelsAsDocument(labels: LabelFile, target: string): Promise<void> {
  await pipeline(Readable.from(documentOf(labels)), createWriteStream(target, { flush: true }), {
    signal: labels.signal,
  })
}

async function* documentOf({ db, datasetId, read, ...file }: LabelFile): AsyncGenerator<string> {
  const categories = listCategories()
  const losses = countLosses()
  const known = await categoriesOf({ db, datasetId })
  const keypoints = keypointNames(
    new Map(known.map(({ name, keypoints: names }) => [name.toLowerCase(), names])),
  )
  const images: ListedImage[] = []
  const waiting: { annotation: LabelledAnnotation; id: number; imageId: number }[] = []
  const entryOf = ({ annotation, ...ids }: (typeof waiting)[number]): string => {
    const { label } = annotation
    const own = { ...ids, categoryId: categories.idOf(label), names: keypoints.of(label) }
    return JSON.stringify(cocoEntryOf(annotation, own))
  }

  yield '{"annotations":['
  let separator = ''
  const handlers = { onLabel: categories.describe, onLoss: losses.count }
  for await (const batch of read(file, handlers)) {
    for (const named of batch) {
      const imageId = images.length + 1
      images.push(listed(named, categories.idOf))
      if (imageId > mostImages) throw tooMany('imports.tooManyImages', mostImages)
      for (const [index, annotation] of named.image.annotations.entries()) {
        const entry = { annotation, id: index + 1, imageId }
        keypoints.take(annotation.label, annotation.keypoints)
        if (annotation.keypoints.length > 0) waiting.push(entry)
        else {
          yield separator + entryOf(entry)
          separator = ','
        }
      }
      if (waiting.length > mostAnnotations) {
        throw tooMany('imports.tooManyAnnotations', mostAnnotations)
      }
    }
  }
  for (const entry of waiting) {
    yield separator + entryOf(entry)
    separator = ','
  }
  yield '],"images":['
  yield* imageEntries(db, datasetId, images)
  yield `],"categories":${JSON.stringify(categories.entries(keypoints.of))}`
  yield `,"not_carried":${JSON.stringify(losses.all())}}`
}

interface ListedImage {
  readonly names: readonly string[]
  readonly size: LabelledImage['size']
  readonly categoryIds: readonly number[]
}

function listed({ image, otherNames }: NamedImage, idOf: (label: string) => number): ListedImage {
  return {
    names: [image.fileName, ...otherNames],
    size: image.size,
    categoryIds: image.labels.map(idOf),
  }
}

async function* imageEntries(
  db: Db,
  datasetId: number,
  images: readonly ListedImage[],
): AsyncGenerator<string> {
  for (let from = 0; from < images.length; from += namesAtOnce) {
    const batch = images.slice(from, from + namesAtOnce)
    const present = await namesIn(db, datasetId, batch)
    const texts = batch.map(({ names, size, categoryIds }, index) => {
      const file_name = names.find((name) => present.has(name)) ?? names[0]
      const entry = { id: from + index + 1, file_name, ...size, category_ids: categoryIds }
      return `${from + index === 0 ? '' : ','}${JSON.stringify(entry)}`
    })
    yield texts.join('')
  }
}

/** The names of images with several that the dataset has. */
async function namesIn(
  db: Db,
  datasetId: number,
  images: readonly ListedImage[],
): Promise<ReadonlySet<string>> {
  const names = images.flatMap((image) => (image.names.length > 1 ? image.names : []))
  if (names.length === 0) return new Set()
  const rows = await db
    .selectFrom('image')
    .select('file_name')
    .where('dataset_id', '=', datasetId)
    .where('deleted_at', 'is', null)
    .where('file_name', 'in', names)
    .execute()
  return new Set(rows.map((row) => row.file_name))
}

/** Numbers the labels in the order in which they occur. */
function listCategories() {
  const found = new Map<string, { id: number; color: string | undefined }>()
  const idOf = (label: string): number => {
    const category = found.get(label)
    if (category !== undefined) return category.id
    const id = found.size + 1
    if (id > mostCategories) throw tooMany('imports.tooManyCategories', mostCategories)
    found.set(label, { id, color: undefined })
    return id
  }
  return {
    idOf,
    describe: ({ name, color }: CvatLabel): void => {
      found.set(name, { id: idOf(name), color })
    },
    entries: (keypointsOf: (label: string) => readonly string[]) =>
      [...found].map(([name, own]) => ({ name, ...own, keypoints: keypointsOf(name) })),
  }
}

function countLosses() {
  const counts = new Map<string, NotCarried>()
  return {
    count: ({ kind, why, fileName = '' }: Loss): void => {
      const isNew = !counts.has(`${why} ${kind}`) && counts.size >= mostKinds
      const key = isNew ? `${why} …` : `${why} ${kind}`
      const before = counts.get(key)
      counts.set(key, {
        kind: isNew ? '…' : kind.slice(0, longestKind),
        why,
        count: (before?.count ?? 0) + 1,
        file: before?.file ?? fileName,
      })
    },
    all: (): NotCarried[] => [...counts.values()],
  }
}

function tooMany(
  key: 'imports.tooManyImages' | 'imports.tooManyAnnotations' | 'imports.tooManyCategories',
  most: number,
): PermanentFailure {
  return new PermanentFailure(message(key, { most }))
}
