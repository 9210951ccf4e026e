import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { bearsIdentity } from '../datasets/queries.ts'
import { openPseudonyms, type Pseudonyms } from '../images/pseudonyms.ts'

/** The part of a dataset to export. */
export interface WantedExport {
  readonly dataset: { readonly id: number; readonly name: string }
  /** Empty: all categories. */
  readonly categoryIds: readonly number[]
  readonly withEmptyImages: boolean
  /** Only these images. */
  readonly imageIds?: readonly number[] | undefined
  readonly product: { readonly name: string; readonly version: string }
  readonly at: Date
  /** Whether the export may identify patients. */
  readonly identified: boolean
}

/** The part of a dataset to export. */
export interface Selection extends WantedExport {
  /** Pseudonyms of images and patients; null if the export is identified, or has no patients. */
  readonly pseudonyms: Pseudonyms | null
}

/** Decides whether pseudonyms are needed: for datasets of patients, unless identities may be exported. */
export async function settleSelection(db: Db, wanted: WantedExport): Promise<Selection> {
  const isOpen = wanted.identified || !(await bearsIdentity(db, wanted.dataset.id))
  return { ...wanted, pseudonyms: isOpen ? null : await openPseudonyms(db) }
}

/**
 * The images of the selection, with or without annotations. An image set aside for another of the
 * same DICOM instance is exported only if requested alone.
 */
function imagesOf(db: Db, wanted: WantedExport) {
  return imagesIn(db, wanted).$if(!isOneImage(wanted), (q) => q.where('image.twin', 'is', null))
}

function imagesIn(db: Db, { dataset, imageIds }: WantedExport) {
  return db
    .selectFrom('image')
    .where('image.dataset_id', '=', dataset.id)
    .where('image.deleted_at', 'is', null)
    .$if(imageIds !== undefined, (q) => q.where('image.id', 'in', imageIds ?? []))
}

const isOneImage = ({ imageIds }: WantedExport): boolean => imageIds?.length === 1

/** Number of images left out because another image of the same DICOM instance counts. */
export async function countSetAside(db: Db, wanted: WantedExport): Promise<number> {
  if (isOneImage(wanted)) return 0
  const { count } = await imagesIn(db, wanted)
    .where('image.twin', 'is not', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The exported images: those with annotations of the categories, or all. */
export function selectedImages(db: Db, selection: Selection) {
  const { categoryIds, withEmptyImages } = selection
  return imagesOf(db, selection).$if(!withEmptyImages, (q) =>
    q.where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('annotation')
            .select('annotation.id')
            .whereRef('annotation.image_id', '=', 'image.id')
            .where('annotation.deleted_at', 'is', null)
            .where('annotation.is_empty', '=', false)
            .$if(categoryIds.length > 0, (annotation) =>
              annotation.where('annotation.category_id', 'in', [...categoryIds]),
            ),
        ),
        eb.exists(
          eb
            .selectFrom('image_category')
            .innerJoin('category', 'category.id', 'image_category.category_id')
            .select('category.id')
            .whereRef('image_category.image_id', '=', 'image.id')
            .where('category.deleted_at', 'is', null)
            .$if(categoryIds.length > 0, (category) =>
              category.where('category.id', 'in', [...categoryIds]),
            ),
        ),
      ]),
    ),
  )
}

/** The selected images in the order of their ids, in batches. */
export async function* imageBatches(db: Db, selection: Selection, size: number) {
  let last = 0
  for (;;) {
    const images = await selectedImages(db, selection)
      .where('image.id', '>', last)
      .orderBy('image.id')
      .limit(size)
      .selectAll('image')
      .execute()
    if (images.length === 0) return
    yield images
    last = images.at(-1)?.id ?? last
  }
}

/** The licences in the metadata of the selected images, each once. */
export async function selectedLicences(
  db: Db,
  selection: Selection,
): Promise<{ name: string; url: string }[]> {
  const { rows } = await sql<{ name: string; url: string }>`
    select distinct metadata ->> 'licence' collate "C" as name,
      coalesce(metadata ->> 'licence_url', '') collate "C" as url
    from (${selectedImages(db, selection).select('image.metadata')}) as selected
    where jsonb_typeof(metadata -> 'licence') = 'string' and metadata ->> 'licence' <> ''
    order by name, url`.execute(db)
  return rows
}

/** The annotations that are exported: an empty one is none. */
export function selectedAnnotations(db: Db, selection: Selection) {
  return db
    .selectFrom('annotation')
    .where('annotation.image_id', 'in', imagesOf(db, selection).select('image.id'))
    .where('annotation.deleted_at', 'is', null)
    .where('annotation.is_empty', '=', false)
    .$if(selection.categoryIds.length > 0, (q) =>
      q.where('annotation.category_id', 'in', [...selection.categoryIds]),
    )
}

/** The dataset's categories, and any other that its images and annotations still have. */
export function selectedCategories(db: Db, selection: Selection) {
  const { dataset, categoryIds } = selection
  return db
    .selectFrom('category')
    .selectAll('category')
    .where('category.deleted_at', 'is', null)
    .$if(categoryIds.length > 0, (q) => q.where('category.id', 'in', [...categoryIds]))
    .where((eb) =>
      eb.or([
        eb(
          'category.id',
          'in',
          eb
            .selectFrom('dataset_category')
            .select('category_id')
            .where('dataset_id', '=', dataset.id),
        ),
        eb('category.id', 'in', selectedAnnotations(db, selection).select('category_id')),
        eb(
          'category.id',
          'in',
          imagesOf(db, selection)
            .innerJoin('image_category', 'image_category.image_id', 'image.id')
            .select('image_category.category_id'),
        ),
      ]),
    )
    .orderBy('category.id')
    .execute()
}

export type SelectedCategory = Awaited<ReturnType<typeof selectedCategories>>[number]

export interface SelectionCounts {
  readonly images: number
  readonly annotations: number
  readonly byCategory: readonly { readonly name: string; readonly annotations: number }[]
}

export async function countSelection(db: Db, selection: Selection): Promise<SelectionCounts> {
  const { images } = await selectedImages(db, selection)
    .select((eb) => eb.fn.countAll<number>().as('images'))
    .executeTakeFirstOrThrow()
  const byCategory = await selectedAnnotations(db, selection)
    .innerJoin('category', 'category.id', 'annotation.category_id')
    .select((eb) => ['category.name', eb.fn.countAll<number>().as('annotations')])
    .groupBy(['category.id', 'category.name'])
    .orderBy('category.name')
    .execute()
  return {
    images,
    annotations: byCategory.reduce((sum, row) => sum + row.annotations, 0),
    byCategory,
  }
}
