import { toCocoAnnotation } from '#coco/annotation'
import type { CocoAnnotation, CocoCategory, CocoImage } from '#coco/document'
import { writeCocoDocument } from '#coco/write-document'

import type { Db } from '../../platform/database/database.ts'
import type { AssignmentRow } from '../assignments/queries.ts'
import { outlinesOf } from '../assignments/reader-outlines.ts'
import { listReadings, type Reading } from '../assignments/readings.ts'
import { toCocoCategory } from '../exports/coco-source.ts'
import { isFinished } from '../images/reading-lock.ts'
import { imagesOf } from './queries.ts'

interface Written {
  readonly assignment: AssignmentRow
  readonly product: { readonly name: string; readonly version: string }
  readonly at: Date
}

/**
 * A COCO document of what each reader drew in the images of an assignment, and of what is final. The
 * metadata of an annotation tell its reader, the reading (1 or 2) and whether it is final; one that an
 * adjudicator drew has their name and `round` 0.
 */
export async function outlinesFile(
  db: Db,
  { assignment, product, at }: Written,
): Promise<AsyncGenerator<string>> {
  const images = await imagesOf(db, assignment.id)
    .leftJoin('app_user as adjudicator', 'adjudicator.id', 'assignment_image.outlines_by')
    .select(['source.id', 'source.path', 'source.width', 'source.height'])
    .select(['outlines_of', 'outlines_by', 'adjudicator.username as adjudicator'])
    .orderBy('source.id')
    .execute()
  const all = await listReadings(db, { assignment, form: [] })
  const readings = Map.groupBy(all.filter(isFinished), (each) => each.source_image_id)
  return writeCocoDocument({
    info: {
      description: assignment.name,
      version: '1.0',
      year: at.getUTCFullYear(),
      contributor: `${product.name} ${product.version}`,
      url: '',
      date_created: at.toISOString(),
    },
    licenses: [],
    categories: await categoriesOf(db, assignment.dataset_id),
    images: eachImage(images),
    annotations: eachAnnotation(db, images, readings),
  })
}

type ImageRow = { id: number; path: string; width: number; height: number } & {
  outlines_of: number | null
  outlines_by: number | null
  adjudicator: string | null
}

// eslint-disable-next-line typescript/require-await -- The writer reads both lists in the same way.
async function* eachImage(images: readonly ImageRow[]): AsyncGenerator<CocoImage> {
  for (const { id, path, width, height } of images) yield { id, file_name: path, width, height }
}

async function* eachAnnotation(
  db: Db,
  images: readonly ImageRow[],
  readings: ReadonlyMap<number, readonly Reading[]>,
): AsyncGenerator<CocoAnnotation> {
  let id = 0
  for (const image of images) {
    for (const { drawer, metadata } of drawersOf(image, readings.get(image.id) ?? []))
      for (const { category_id: categoryId, ...drawn } of await outlinesOf(db, drawer)) {
        const annotation = toCocoAnnotation(
          {
            id: (id += 1),
            imageId: image.id,
            categoryId,
            shape: drawn.shape,
            lines: drawn.lines,
            keypoints: drawn.keypoints,
            isCrowd: false,
            isBox: false,
            metadata,
          },
          [image.height, image.width],
        )
        if (annotation !== undefined) yield annotation
      }
  }
}

/** Who drew in an image: its readers, and the adjudicator whose outlines are final. */
function drawersOf(image: ImageRow, readings: readonly Reading[]) {
  const readers = readings.map((reading) => {
    const { username: reader, round, reader_id: id } = reading
    return {
      drawer: reading,
      metadata: { reader, round, final: round === 1 && image.outlines_of === id },
    }
  })
  if (image.outlines_by === null) return readers
  const drawer = { image_id: image.id, source_image_id: image.id, user_id: image.outlines_by }
  const metadata = { reader: image.adjudicator ?? '', round: 0, final: true }
  return [...readers, { drawer, metadata }]
}

async function categoriesOf(db: Db, datasetId: number): Promise<CocoCategory[]> {
  const rows = await db
    .selectFrom('dataset_category')
    .innerJoin('category', 'category.id', 'dataset_category.category_id')
    .where('dataset_category.dataset_id', '=', datasetId)
    .selectAll('category')
    .orderBy('category.id')
    .execute()
  return rows.map(toCocoCategory)
}
