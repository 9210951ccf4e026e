import { sql } from 'kysely'

import { structuresOf } from '#annotation/structures'
import type { CocoOpticDisc } from '#coco/document'
import type { CategoryRole } from '#contract/category-role'
import { decodeShape } from '#geometry/encoding'
import { type DrawnDisc, measureDrawnDisc } from '#retina/shapes/drawn-disc'

import { placeOf } from '../annotations/queries.ts'
import type { Selection } from './selection.ts'

/** A row of an annotation whose category may stand for a structure. */
interface StructureRow {
  readonly role: CategoryRole | null
  readonly geometry: Uint8Array
  readonly keypoints: readonly number[]
}

type Eye = 'R' | 'L' | 'B' | 'U' | null

/**
 * The disc and the cup that people have drawn on an image; null without both.
 * @param rows from below to above
 */
export function drawnDiscOf(rows: readonly StructureRow[], eye: Eye): DrawnDisc | null {
  const structures = rows
    .filter(({ role }) => role !== null)
    .map(({ geometry, ...row }) => ({ ...row, geometry: decodeShape(geometry) }))
  const laterality = eye === 'R' ? 'right' : eye === 'L' ? 'left' : null
  return measureDrawnDisc({ ...structuresOf(structures), laterality })
}

/** The measures as a COCO document has them, from which the columns of tables are taken. */
export function cocoDisc({ ratios, rimPx }: DrawnDisc): CocoOpticDisc {
  return {
    vertical_cup_to_disc: rounded(ratios.vertical, 3),
    horizontal_cup_to_disc: rounded(ratios.horizontal, 3),
    cup_to_disc_area: rounded(ratios.area, 3),
    rim_px: Object.fromEntries(rimPx.map(([quadrant, width]) => [quadrant, rounded(width, 1)])),
  }
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

/** Annotations of an image as PostgreSQL's JSON has them. */
export type StructureJson = readonly {
  readonly role: CategoryRole
  readonly geometry: string
  readonly keypoints: readonly number[]
}[]

/** The exported annotations of an image of the query that stand for a structure, from below to above. */
export function structuresColumn({ categoryIds }: Selection) {
  const some = categoryIds.length > 0 ? sql`and category.id = any(${categoryIds})` : sql``
  return sql<StructureJson>`(
    select coalesce(jsonb_agg(jsonb_build_object('role', category.role,
      'geometry', encode(annotation.geometry, 'base64'), 'keypoints', annotation.keypoints)
      order by ${placeOf}, annotation.id), '[]')
    from annotation join category on category.id = annotation.category_id
    where annotation.image_id = image.id and annotation.deleted_at is null
      and category.role is not null ${some})`
}

export function structureRows(structures: StructureJson): StructureRow[] {
  return structures.map(({ geometry, ...row }) => {
    return { ...row, geometry: Buffer.from(geometry, 'base64') }
  })
}
