import type { Category, CountedCategory } from '#contract/categories'
import type { Metadata } from '#contract/primitives'

import type { DescribedCategory, ListedCategory } from './queries.ts'

export function presentCategory(row: DescribedCategory): Category {
  return {
    id: row.id,
    name: row.name,
    supercategory: row.supercategory,
    color: row.color,
    metadata: row.metadata as Metadata,
    keypoint_labels: row.keypoint_labels,
    keypoint_edges: row.keypoint_edges,
    keypoint_colors: row.keypoint_colors,
    role: row.role,
    creator: row.creator ?? '',
  }
}

export function presentCounted(row: ListedCategory): CountedCategory {
  return { ...presentCategory(row), numberAnnotations: row.annotation_count ?? 0 }
}
