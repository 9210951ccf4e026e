import { toCocoAnnotation } from '#coco/annotation'
import type { CocoAnnotation, CocoCategory, CocoImage } from '#coco/document'
import type { CocoSource } from '#coco/write-document'
import { decodeShape } from '#geometry/encoding'

import type { Db } from '../../platform/database/database.ts'
import type { AnnotationRow } from '../annotations/queries.ts'

/** Rows fetched at a time: memory does not grow with the dataset. */
const batch = 200

export interface CocoSelection {
  readonly dataset: { readonly id: number; readonly name: string }
  /** Empty: all categories. */
  readonly categoryIds: readonly number[]
  readonly withEmptyImages: boolean
  /** One image only. */
  readonly imageId?: number
  readonly product: { readonly name: string; readonly version: string }
  readonly at: Date
}

/** The selection as a COCO document's parts, read from the database piece by piece. */
export async function cocoSource(db: Db, selection: CocoSelection): Promise<CocoSource> {
  const { dataset, product, at } = selection
  return {
    info: {
      description: dataset.name,
      version: '1.0',
      year: at.getUTCFullYear(),
      contributor: `${product.name} ${product.version}`,
      url: '',
      date_created: at.toISOString(),
    },
    licenses: [],
    categories: await listCategories(db, selection),
    images: streamImages(db, selection),
    annotations: streamAnnotations(db, selection),
  }
}

/** The dataset's categories and any other that its annotations still have. */
async function listCategories(
  db: Db,
  { dataset, categoryIds }: CocoSelection,
): Promise<CocoCategory[]> {
  const rows = await db
    .selectFrom('category')
    .selectAll()
    .where('deleted_at', 'is', null)
    .$if(categoryIds.length > 0, (q) => q.where('id', 'in', [...categoryIds]))
    .where((eb) =>
      eb.or([
        eb(
          'id',
          'in',
          eb
            .selectFrom('dataset_category')
            .select('category_id')
            .where('dataset_id', '=', dataset.id),
        ),
        eb(
          'id',
          'in',
          eb
            .selectFrom('annotation')
            .innerJoin('image', 'image.id', 'annotation.image_id')
            .select('annotation.category_id')
            .where('image.dataset_id', '=', dataset.id)
            .where('image.deleted_at', 'is', null)
            .where('annotation.deleted_at', 'is', null),
        ),
      ]),
    )
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    supercategory: row.supercategory,
    color: row.color,
    metadata: row.metadata,
    ...(row.keypoint_labels.length === 0
      ? {}
      : { keypoints: row.keypoint_labels, skeleton: row.keypoint_edges }),
  }))
}

function imagesOf(db: Db, { dataset, imageId }: CocoSelection) {
  return db
    .selectFrom('image')
    .where('image.dataset_id', '=', dataset.id)
    .where('image.deleted_at', 'is', null)
    .$if(imageId !== undefined, (q) => q.where('image.id', '=', imageId ?? 0))
}

async function* streamImages(db: Db, selection: CocoSelection): AsyncGenerator<CocoImage> {
  const isSelected = selection.categoryIds.length > 0
  const query = imagesOf(db, selection)
    .select(['image.id', 'image.path', 'image.width', 'image.height', 'image.metadata'])
    .$if(!selection.withEmptyImages, (q) =>
      q.where((eb) =>
        eb.exists(
          eb
            .selectFrom('annotation')
            .select('annotation.id')
            .whereRef('annotation.image_id', '=', 'image.id')
            .where('annotation.deleted_at', 'is', null)
            .$if(isSelected, (annotation) =>
              annotation.where('annotation.category_id', 'in', [...selection.categoryIds]),
            ),
        ),
      ),
    )
    .orderBy('image.id')
  for await (const row of query.stream(batch)) {
    yield {
      id: row.id,
      file_name: row.path,
      width: row.width,
      height: row.height,
      metadata: row.metadata,
    }
  }
}

async function* streamAnnotations(
  db: Db,
  selection: CocoSelection,
): AsyncGenerator<CocoAnnotation> {
  const query = db
    .selectFrom('annotation')
    .innerJoin('image', 'image.id', 'annotation.image_id')
    .where('annotation.image_id', 'in', imagesOf(db, selection).select('image.id'))
    .where('annotation.deleted_at', 'is', null)
    .$if(selection.categoryIds.length > 0, (q) =>
      q.where('annotation.category_id', 'in', [...selection.categoryIds]),
    )
    .selectAll('annotation')
    .select(['image.width', 'image.height'])
    .orderBy('annotation.id')
  for await (const row of query.stream(batch)) {
    const annotation = toCocoAnnotation(sourceOf(row), [row.height, row.width])
    if (annotation !== undefined) yield annotation
  }
}

function sourceOf(row: AnnotationRow) {
  return {
    id: row.id,
    imageId: row.image_id,
    categoryId: row.category_id,
    shape: decodeShape(row.geometry),
    keypoints: row.keypoints,
    isBox: row.is_box,
    isCrowd: row.is_crowd,
    ...(row.color === null ? {} : { color: row.color }),
    metadata: row.metadata,
  }
}
