import { createHash } from 'node:crypto'
import path from 'node:path'

import { joinedOrigin, type Origin } from '#annotation/origin'

import type { Db } from '../../platform/database/database.ts'
import { runThread } from '../../platform/run-thread.ts'
import type { ImageRow } from '../images/queries.ts'
import type { DrawnSegment, SegmentationRequest } from './segmentation-worker.ts'

interface Found {
  readonly owner: string
  readonly at: Date
  readonly segments: readonly DrawnSegment[]
}

const program = path.join(import.meta.dirname, 'segmentation-worker.ts')
const limits = { ms: 60_000, megabytes: 1024 }

/**
 * The annotations of an image that have an area, one segment for each category; undefined if there
 * are none.
 */
export async function findSegments(db: Db, image: ImageRow): Promise<Found | undefined> {
  const rows = await db
    .selectFrom('annotation')
    .innerJoin('category', 'category.id', 'annotation.category_id')
    .select([
      'annotation.id',
      'annotation.revision',
      'annotation.geometry',
      'annotation.origin',
      'annotation.updated_at',
    ])
    .select(['category.id as categoryId', 'category.name as label'])
    .where('annotation.image_id', '=', image.id)
    .where('annotation.deleted_at', 'is', null)
    .where('category.deleted_at', 'is', null)
    .where('annotation.area', '>', 0)
    .orderBy('category.id')
    .orderBy('annotation.id')
    .execute()
  const [first] = rows
  if (first === undefined) return undefined
  const digest = createHash('sha256')
  for (const row of rows)
    digest.update(`${row.categoryId} ${row.label} ${row.id} ${row.revision}\n`)
  const byCategory = Map.groupBy(rows, ({ categoryId }) => categoryId)
  return {
    owner: `annotations of image ${image.id}, ${digest.digest('hex')}`,
    at: rows.reduce((at, row) => (row.updated_at > at ? row.updated_at : at), first.updated_at),
    segments: [...byCategory].map(([categoryId, own]) => ({
      categoryId,
      label: own[0]?.label ?? '',
      origin: own.map(({ origin }): Origin => origin).reduce(joinedOrigin),
      shapes: own.map(({ geometry }) => Uint8Array.from(geometry)),
    })),
  }
}

/**
 * Draws the segments and writes them as a DICOM file, in a thread because large images take long.
 */
export function writeSegments(
  request: SegmentationRequest,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(limits.ms)])
  return runThread<Uint8Array>(program, request, { signal: within, megabytes: limits.megabytes })
}
