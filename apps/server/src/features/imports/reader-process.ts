import { openSync } from 'node:fs'

import type { CocoLicense } from '#coco/document'
import type { DatasetField } from '#contract/fields/field'
import type { ImportReason } from '#contract/imports'
import type { Message } from '#contract/messages/message'
import { loadPolygonOperations } from '#geometry/boolean'

import { answerRequests } from '../../platform/open-process.ts'
import type { ImportedCategory } from './import-categories.ts'
import type { MatchedImage } from './match-images.ts'
import type { Place } from './read-file.ts'
import { readImageEntries, UnusableEntry, type ImageContent } from './read-image-entries.ts'

export interface ReaderSetUp {
  /** The path of the COCO file. */
  readonly file: string
  readonly categories: ReadonlyMap<number, ImportedCategory>
  readonly licences: ReadonlyMap<number, CocoLicense>
  /** The dataset's fields. */
  readonly fields: readonly DatasetField[]
}

/** An image, and the positions of its annotations in the file. */
export interface ImagePlaces {
  readonly image: MatchedImage
  readonly places: readonly Place[]
}

/** The file's content for an image, or why it cannot be used. */
export type ImageReading = { readonly image: MatchedImage } & (
  | { readonly content: ImageContent }
  | {
      readonly content?: undefined
      readonly reason: ImportReason
      readonly told: Message
      /** Number of its annotations. */
      readonly annotations: number
    }
)

const operations = await loadPolygonOperations()

/** The program of the process. */
answerRequests(({ file: path, ...named }: ReaderSetUp) => {
  const file = openSync(path, 'r')
  const read = ({ image, places }: ImagePlaces): ImageReading => {
    try {
      return { image, content: readImageEntries({ file, image, places, ...named, operations }) }
    } catch (error) {
      if (!(error instanceof UnusableEntry)) throw error
      return { image, reason: error.reason, told: error.told, annotations: places.length }
    }
  }
  return (images: readonly ImagePlaces[]): ImageReading[] => images.map(read)
})
