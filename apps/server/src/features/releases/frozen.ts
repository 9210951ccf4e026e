import type { Selectable } from 'kysely'

import type { CocoAnnotation, CocoImage } from '#coco/document'
import type { ReleaseLeftOut, ReleasePlan, ReleaseTexts } from '#contract/releases'
import { fittedSize, scaledAnnotation, scaledImage } from '#release/scale'

import type { Db } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { ReleaseDocument } from './document.ts'

/** Rows fetched at a time: memory does not grow with the release. */
const batch = 50

export type FrozenImage = Selectable<Schema['release_image']>

/** A release whose images are frozen, and whose file is being written. */
export interface FrozenRelease {
  readonly id: number
  readonly number: number
  readonly texts: ReleaseTexts
  readonly plan: ReleasePlan
  readonly identified: boolean
  readonly document: ReleaseDocument
  readonly at: Date
}

/** A release that is about to be written: its images are frozen. */
export interface Prepared {
  readonly release: FrozenRelease
  readonly dataset: { readonly id: number; readonly name: string }
  readonly leftOut: ReleaseLeftOut
  readonly replacesId: number | null
  readonly creatorId: number | null
}

/** An image as it is in the file: annotations are in pixels of the file's picture. */
export interface ReleasedImage extends Omit<FrozenImage, 'image' | 'annotations'> {
  readonly image: CocoImage
  readonly annotations: readonly CocoAnnotation[]
}

/** The images of a release in the order of their ids, as they were frozen. */
export async function* frozenImages(db: Db, releaseId: number): AsyncGenerator<FrozenImage> {
  let last = 0
  for (;;) {
    const rows = await db
      .selectFrom('release_image')
      .selectAll()
      .where('release_id', '=', releaseId)
      .where('image_id', '>', last)
      .orderBy('image_id')
      .limit(batch)
      .execute()
    if (rows.length === 0) return
    yield* rows
    last = rows.at(-1)?.image_id ?? last
  }
}

/** The images of a release in the order of their ids, as they are in its file. */
export async function* releasedImages(
  db: Db,
  { id, plan }: Pick<FrozenRelease, 'id' | 'plan'>,
): AsyncGenerator<ReleasedImage> {
  for await (const row of frozenImages(db, id)) {
    const size = plan.images === 'png' ? fittedSize(row.image, plan.longest_side) : row.image
    yield {
      ...row,
      image: scaledImage(row.image, size),
      annotations: row.annotations.map((each) => scaledAnnotation(each, row.image, size)),
    }
  }
}
