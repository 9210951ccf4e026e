import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { ImageRow } from '../images/queries.ts'

interface KeypointCategory {
  readonly name: string
  readonly keypoint_labels: readonly string[]
}

/**
 * A category for annotations of an image. One that was taken out of the dataset still serves the images that
 * have, or had, annotations of it: these can be changed, split and restored.
 * @throws {Problem} if neither the dataset nor the image has the category.
 */
export async function getCategoryOf(
  db: Db,
  { id: imageId, dataset_id: datasetId }: Pick<ImageRow, 'id' | 'dataset_id'>,
  categoryId: number,
): Promise<KeypointCategory> {
  const category = await db
    .selectFrom('category')
    .select(['category.name', 'category.keypoint_labels'])
    .where('category.id', '=', categoryId)
    .where('category.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('dataset_category')
            .select('dataset_category.category_id')
            .where('dataset_category.dataset_id', '=', datasetId)
            .whereRef('dataset_category.category_id', '=', 'category.id'),
        ),
        eb.exists(
          eb
            .selectFrom('annotation')
            .select('annotation.id')
            .where('annotation.image_id', '=', imageId)
            .whereRef('annotation.category_id', '=', 'category.id'),
        ),
      ]),
    )
    .executeTakeFirst()
  if (category !== undefined) return category
  throw new Problem('invalid_input', message('annotations.noCategory', { id: categoryId }), {
    fields: { category_id: message('annotations.isNoCategory') },
  })
}

/** Either none, or one triple for each label of the category. */
export function checkKeypoints(category: KeypointCategory, keypoints: readonly number[]): void {
  const expected = category.keypoint_labels.length * 3
  if (keypoints.length === 0 || keypoints.length === expected) return
  throw new Problem(
    'invalid_input',
    message('annotations.wrongKeypoints', {
      name: category.name,
      expected: category.keypoint_labels.length,
      received: keypoints.length / 3,
    }),
    { fields: { keypoints: message('annotations.areWrongKeypoints') } },
  )
}
