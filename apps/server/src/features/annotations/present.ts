import type { Annotation } from '#contract/annotations'
import type { Metadata } from '#contract/primitives'
import { decodeShape } from '#geometry/encoding'
import { toSegmentation } from '#geometry/segmentation'

import type { ListedAnnotation } from './queries.ts'

export function presentAnnotation(row: ListedAnnotation): Annotation {
  return {
    id: row.id,
    image_id: row.image_id,
    category_id: row.category_id,
    segmentation: toSegmentation(decodeShape(row.geometry)),
    lines: row.lines,
    keypoints: row.keypoints,
    isbbox: row.is_box,
    iscrowd: row.is_crowd,
    origin: row.origin,
    area: row.area,
    bbox: [row.box_x, row.box_y, row.box_width, row.box_height],
    color: row.color,
    metadata: row.metadata as Metadata,
    fields: row.fields,
    creator: row.creator ?? '',
    updated_by: row.changed_by ?? '',
    position: row.position ?? row.id,
    revision: row.revision,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
