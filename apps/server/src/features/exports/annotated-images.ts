import type { Db } from '../../platform/database/database.ts'
import { placeOf } from '../annotations/queries.ts'
import { labelsOf } from './coco-source.ts'
import { readerFields } from './reader-fields.ts'
import { imageBatches, selectedAnnotations, type Selection } from './selection.ts'

/** Images fetched at a time, with their annotations. */
const batch = 50

/** The images of the selection in the order of their ids, each with its annotations from below to above, the values of its readers and its own categories. */
export async function* annotatedImages(db: Db, selection: Selection) {
  for await (const images of imageBatches(db, selection, batch)) {
    const ids = images.map(({ id }) => id)
    const annotations = await selectedAnnotations(db, selection)
      .where('annotation.image_id', 'in', ids)
      .innerJoin('category', 'category.id', 'annotation.category_id')
      .leftJoin('app_user', 'app_user.id', 'annotation.creator_id')
      .selectAll('annotation')
      .select([
        'category.name as category',
        'category.supercategory',
        'category.role',
        'app_user.username',
      ])
      .orderBy(placeOf)
      .orderBy('annotation.id')
      .execute()
    const byImage = Map.groupBy(annotations, ({ image_id }) => image_id)
    const stated = await db
      .selectFrom('image')
      .select(['id', readerFields(selection).as('readers')])
      .select(labelsOf(selection).as('category_ids'))
      .where('id', 'in', ids)
      .execute()
    const statedOf = new Map(stated.map((row) => [row.id, row]))
    for (const image of images) {
      const { readers = {}, category_ids: categoryIds = [] } = statedOf.get(image.id) ?? {}
      yield { image, annotations: byImage.get(image.id) ?? [], readers, categoryIds }
    }
  }
}

export type AnnotatedImage =
  ReturnType<typeof annotatedImages> extends AsyncGenerator<infer Item> ? Item : never
