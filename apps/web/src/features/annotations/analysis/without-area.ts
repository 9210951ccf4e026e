import { labelledPoints } from '#annotation/commands'
import type { AnnotationDocument, CategoryId } from '#annotation/document'

/** How many annotations of the categories have lines or keypoints alone: no area that could be measured. */
export function countWithoutArea(
  { annotations }: Pick<AnnotationDocument, 'annotations'>,
  categoryIds: readonly (CategoryId | null)[],
): number {
  const own = [...annotations.values()].filter(({ categoryId }) => categoryIds.includes(categoryId))
  return own.filter(
    ({ geometry, lines, keypoints }) =>
      geometry.length === 0 && (lines.length > 0 || labelledPoints(keypoints).length > 0),
  ).length
}
