import { stat } from 'node:fs/promises'

import type { CocoLicense } from '#coco/document'
import { CocoEntryError } from '#coco/entry'
import type { JsonElement } from '#coco/json-lists'
import { readCocoLicence } from '#coco/licence'
import { readAnnotationIds } from '#coco/read-annotation'
import { readCocoCategory, type ReadCategory } from '#coco/read-category'
import { readCocoImage } from '#coco/read-image'
import { mostFields } from '#contract/fields/field'
import type { ImportReason } from '#contract/imports'
import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import { cocoFaultMessage } from '../../platform/faults/coco.ts'
import { PermanentFailure } from '../../platform/jobs/definition.ts'
import { collectPlaces, type AnnotationPlaces } from './annotation-places.ts'
import { matchImages, type ListedEntry, type MatchedImage } from './match-images.ts'
import { mostAnnotations, mostCategories, mostImages } from './limits.ts'
import { noteNotCarried } from './not-carried.ts'
import { parseEntry, readFileOnce } from './read-file.ts'
import { note, noteAnnotation, type Tally } from './tally.ts'

/** Facts about a file before its annotations are read in detail. */
export interface FileIndex {
  readonly categories: readonly ReadCategory[]
  readonly licences: ReadonlyMap<number, CocoLicense>
  /** Unchecked descriptions of fields. */
  readonly fields: readonly unknown[]
  /** In the order of the file. */
  readonly images: readonly MatchedImage[]
  readonly annotations: AnnotationPlaces
  readonly imagesInFile: number
  readonly annotationsInFile: number
}

export interface Indexing {
  readonly db: Db
  readonly datasetId: number
  readonly file: string
  readonly signal: AbortSignal
  readonly tally: Tally
  /** Called with the share that is done, from 0 to 1. */
  readonly onProgress: (share: number) => Promise<void>
}

const mostLicences = 10_000

/**
 * Reads the file twice, because annotations may precede their images: first for the categories and images,
 * then for the positions of the matched images' annotations.
 */
export async function indexFile(indexing: Indexing): Promise<FileIndex> {
  const { size } = await stat(indexing.file)
  const first = await readImagesAndCategories(indexing, size)
  const second = await locateAnnotations(indexing, size, first)
  return {
    categories: first.categories,
    licences: first.licences,
    fields: first.fields,
    images: first.matched,
    imagesInFile: first.imagesInFile,
    annotations: second.annotations,
    annotationsInFile: second.annotationsInFile + first.notCarried,
  }
}

interface FirstPass {
  readonly categories: readonly ReadCategory[]
  readonly licences: ReadonlyMap<number, CocoLicense>
  readonly fields: readonly unknown[]
  readonly matched: readonly MatchedImage[]
  /** By the ids of the file. */
  readonly leftOut: ReadonlyMap<number, ImportReason>
  readonly imagesInFile: number
  /** Annotations of a labelling tool's file that have no counterpart. */
  readonly notCarried: number
}

async function readImagesAndCategories(indexing: Indexing, size: number): Promise<FirstPass> {
  const { db, datasetId, tally } = indexing
  const matcher = matchImages(db, datasetId, tally)
  const categories = new Map<number, ReadCategory>()
  const licences = new Map<number, CocoLicense>()
  const fields: unknown[] = []
  const imageIds = new Set<number>()
  const twice = new Set<number>()
  let waiting: ListedEntry[] = []
  let imagesInFile = 0
  let notCarried = 0

  const onImage = (element: JsonElement): void => {
    imagesInFile++
    if (imagesInFile > mostImages)
      throw new PermanentFailure(message('imports.tooManyImages', { most: mostImages }))
    const entry = parseImage(element, tally)
    if (entry === undefined) return
    if (imageIds.has(entry.id)) {
      twice.add(entry.id)
      note(tally, 'image_id_twice', {
        told: message('imports.caseIdTwice', { file: entry.fileName, id: entry.id }),
        annotations: 0,
      })
      return
    }
    imageIds.add(entry.id)
    waiting.push(entry)
  }

  await readFileOnce({
    ...indexing,
    size,
    wanted: ['images', 'categories', 'licenses', 'fields', 'not_carried'],
    onElement: (element) => {
      if (element.list === 'images') onImage(element)
      else if (element.list === 'licenses') addLicence(licences, parseEntry(element.bytes))
      else if (element.list === 'fields') addField(fields, parseEntry(element.bytes))
      else if (element.list === 'not_carried') {
        notCarried += noteNotCarried(tally, parseEntry(element.bytes))
      } else addCategory(categories, parseEntry(element.bytes))
    },
    onChunk: async (share) => {
      const entries = waiting
      waiting = []
      await matcher.find(entries)
      await indexing.onProgress(share / 2)
    },
  })
  return {
    categories: [...categories.values()],
    licences,
    fields,
    matched: matcher.settle(twice),
    leftOut: matcher.leftOut,
    imagesInFile,
    notCarried,
  }
}

function parseImage({ bytes, start, length }: JsonElement, tally: Tally): ListedEntry | undefined {
  try {
    const { id, fileName, size } = readCocoImage(parseEntry(bytes))
    return { id, fileName, size, place: { start, length } }
  } catch (error) {
    if (!(error instanceof CocoEntryError)) throw error
    note(tally, 'image_unusable', {
      told: message('imports.caseEntry', { byte: start, detail: cocoFaultMessage(error.fault) }),
      annotations: 0,
    })
    return undefined
  }
}

function addCategory(categories: Map<number, ReadCategory>, entry: unknown): void {
  try {
    const category = readCocoCategory(entry)
    if (categories.has(category.id)) {
      throw new PermanentFailure(message('imports.categoryTwice', { id: category.id }))
    }
    if (categories.size === mostCategories)
      throw new PermanentFailure(message('imports.tooManyCategories', { most: mostCategories }))
    categories.set(category.id, category)
  } catch (error) {
    if (!(error instanceof CocoEntryError)) throw error
    throw new PermanentFailure(
      message('imports.unusableCategory', {
        number: categories.size + 1,
        detail: cocoFaultMessage(error.fault),
      }),
    )
  }
}

/** An invalid licence counts as none: many files have one without a name. */
function addLicence(licences: Map<number, CocoLicense>, entry: unknown): void {
  const licence = licences.size < mostLicences ? readCocoLicence(entry) : undefined
  if (licence !== undefined) licences.set(licence.id, licence)
}

function addField(fields: unknown[], entry: unknown): void {
  if (fields.length < mostFields) fields.push(entry)
}

async function locateAnnotations(
  indexing: Indexing,
  size: number,
  { matched, leftOut }: FirstPass,
): Promise<Pick<FileIndex, 'annotations' | 'annotationsInFile'>> {
  const { tally } = indexing
  const numbers = new Map(matched.map(({ fileId }, number) => [fileId, number]))
  const places = collectPlaces()
  let annotationsInFile = 0
  let kept = 0
  await readFileOnce({
    ...indexing,
    size,
    wanted: ['annotations'],
    onElement: ({ bytes, start, length }) => {
      annotationsInFile++
      const imageId = imageOf(parseEntry(bytes), start, tally)
      if (imageId === undefined) return
      const number = numbers.get(imageId)
      if (number !== undefined) {
        kept++
        if (kept > mostAnnotations)
          throw new PermanentFailure(
            message('imports.tooManyAnnotations', { most: mostAnnotations }),
          )
        places.add(number, { start, length })
        return
      }
      const reason = leftOut.get(imageId)
      if (reason !== undefined) noteAnnotation(tally, reason)
      else {
        note(tally, 'annotation_without_image', {
          told: message('imports.caseNoImage', { byte: start, id: imageId }),
          annotations: 1,
        })
      }
    },
    onChunk: (share) => indexing.onProgress(0.5 + share / 2),
  })
  return { annotations: places.finish(matched.length), annotationsInFile }
}

function imageOf(entry: unknown, start: number, tally: Tally): number | undefined {
  try {
    return readAnnotationIds(entry).imageId
  } catch (error) {
    if (!(error instanceof CocoEntryError)) throw error
    note(tally, 'annotation_unusable', {
      told: message('imports.caseEntry', { byte: start, detail: cocoFaultMessage(error.fault) }),
      annotations: 1,
    })
    return undefined
  }
}
