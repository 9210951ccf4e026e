import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'

interface KeypointCategory {
  readonly name: string
  readonly keypoint_labels: readonly string[]
}

/** @throws {Problem} if the dataset does not have the category. */
export async function getCategoryOf(
  db: Db,
  datasetId: number,
  categoryId: number,
): Promise<KeypointCategory> {
  const category = await db
    .selectFrom('dataset_category')
    .innerJoin('category', 'category.id', 'dataset_category.category_id')
    .select(['category.name', 'category.keypoint_labels'])
    .where('dataset_category.dataset_id', '=', datasetId)
    .where('category.id', '=', categoryId)
    .where('category.deleted_at', 'is', null)
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
