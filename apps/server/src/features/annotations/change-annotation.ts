import { isDeepStrictEqual } from 'node:util'

import type { z } from 'zod'

import { byHand, joinedOrigin, type Origin } from '#annotation/origin'
import type { changeAnnotation, deleteAnnotation } from '#contract/annotations'
import { message } from '#contract/messages/message'
import type { PolygonOperations } from '#geometry/boolean'
import { decodeShape } from '#geometry/encoding'
import { toSegmentation } from '#geometry/segmentation'

import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { fieldsAfter } from '../fields/annotation-values.ts'
import { getImageRow, type ImageRow } from '../images/queries.ts'
import { announceAnnotation } from './announce.ts'
import { checkKeypoints, getCategoryOf } from './category-of.ts'
import { presentAnnotation } from './present.ts'
import {
  getListedAnnotation,
  keepHistory,
  lockAnnotation,
  type AnnotationRow,
  type ListedAnnotation,
} from './queries.ts'
import { readDrawnShape, readShape, refuseOutside, type SentShape } from './shape.ts'

type Change = Omit<z.output<(typeof changeAnnotation)['body']>, 'revision'> & {
  /** Omitted if the caller overwrites any revision. */
  revision?: number
}

interface Deps {
  readonly db: Db
  readonly actor: Actor
  readonly at: Date
  readonly operations: PolygonOperations
}

/** Applies a change to the revision that it was based on, and keeps the previous content. */
export async function changeAnnotationBy(
  id: number,
  change: Change,
  deps: Deps,
): Promise<ListedAnnotation> {
  const { db, actor } = deps
  const row = await lockAnnotation(db, actor, id)
  const isRepeated = change.save_id !== undefined && row.changed_save_id === change.save_id
  if (isRepeated) return getListedAnnotation(db, id)
  await refuseStale(db, row, change.revision)
  const image = await getImageRow(db, actor, row.image_id)
  const { operations } = deps
  refuseMovedOutside(row, change, image)
  const content = await contentAfter(row, change, { db, image, operations, read: readDrawnShape })
  await writeChange({ row, image, content, saveId: change.save_id }, deps)
  return getListedAnnotation(db, id)
}

/** Refuses keypoints outside the image, unless the annotation has them already, as earlier versions allowed. */
function refuseMovedOutside(
  row: AnnotationRow,
  { keypoints }: Pick<Change, 'keypoints'>,
  image: ImageRow,
): void {
  if (keypoints !== undefined && !isDrawnAs(row, { keypoints })) refuseOutside(keypoints, image)
}

interface ContentDeps {
  readonly db: Db
  readonly image: ImageRow
  readonly operations: PolygonOperations
  /** How the segmentation is read: by default, one without area is taken as it is. */
  readonly read?: typeof readShape
}

/** The annotation's content after the change; its geometry only if that changes. */
export async function contentAfter(
  row: AnnotationRow,
  change: Omit<Change, 'revision' | 'save_id'>,
  { db, image, operations, read = readShape }: ContentDeps,
) {
  const categoryId = change.category_id ?? row.category_id
  const keypoints = change.keypoints ?? row.keypoints
  if (change.category_id !== undefined || change.keypoints !== undefined) {
    checkKeypoints(await getCategoryOf(db, image, categoryId), keypoints)
  }
  const sent = sentShape(row, change)
  const shape = sent === null ? {} : read(sent, image, operations)
  return {
    category_id: categoryId,
    keypoints,
    is_box: change.isbbox ?? row.is_box,
    origin: change.origin ?? originAfter(row, { keypoints, ...shape }),
    color: change.color === undefined ? row.color : change.color,
    metadata: change.metadata ?? row.metadata,
    position: change.position ?? row.position,
    ...(await fieldsAfter(db, row, { image, fields: change.fields })),
    ...shape,
  }
}

/** Area and lines after a change of one of them; null if it changes neither. */
function sentShape(
  row: AnnotationRow,
  { segmentation, lines }: Pick<Change, 'segmentation' | 'lines'>,
): SentShape | null {
  if (segmentation === undefined && lines === undefined) return null
  return {
    segmentation: segmentation ?? toSegmentation(decodeShape(row.geometry)),
    lines: lines ?? row.lines,
  }
}

interface Drawn {
  readonly keypoints: readonly number[]
  /** Present only if they change, the lines as their column holds them. */
  readonly geometry?: Buffer
  readonly lines?: string
}

/** Without a stated origin, a change of the geometry is attributed to a person. */
function originAfter(row: AnnotationRow, drawn: Drawn): Origin {
  if (isDrawnAs(row, drawn)) return row.origin
  const isEmpty = row.area === 0 && row.lines.length === 0 && row.keypoints.length === 0
  return isEmpty ? byHand : joinedOrigin(row.origin, byHand)
}

/** Whether an annotation has this geometry, these lines and these keypoints. */
export function isDrawnAs(row: AnnotationRow, { geometry, lines, keypoints }: Drawn): boolean {
  const isSameArea = geometry === undefined || row.geometry.equals(geometry)
  const isSameShape = isSameArea && (lines === undefined || JSON.stringify(row.lines) === lines)
  // Stored in single precision.
  return (
    isSameShape && isDeepStrictEqual(row.keypoints.map(Math.fround), keypoints.map(Math.fround))
  )
}

type Content = Awaited<ReturnType<typeof contentAfter>>

interface CheckedChange {
  /** The current annotation, locked. */
  readonly row: AnnotationRow
  readonly image: ImageRow
  readonly content: Content
  readonly saveId: string | undefined
}

/**
 * Writes the next revision of an annotation that is not deleted, and keeps the previous content.
 * @returns its number
 */
export async function writeChange(
  { row, image, content, saveId }: CheckedChange,
  { db, actor, at }: Omit<Deps, 'operations'>,
): Promise<number> {
  const revision = row.revision + 1
  const isRestored = row.deleted_at !== null
  await keepHistory(db, row, { id: actor.id, at })
  await db
    .updateTable('annotation')
    .set({
      ...content,
      origin: JSON.stringify(content.origin),
      metadata: JSON.stringify(content.metadata),
      fields: JSON.stringify(content.fields),
      field_versions: JSON.stringify(content.field_versions),
      revision,
      changed_save_id: saveId ?? null,
      updated_at: at,
      updated_by: actor.id,
      ...(isRestored && {
        deleted_at: null,
        deleted_by: null,
        deleted_with_category: false,
        taken_back: false,
      }),
    })
    .where('id', '=', row.id)
    .execute()
  const change = isRestored ? 'created' : 'updated'
  await announceAnnotation(db, image, { change, id: row.id, revision })
  return revision
}

/**
 * Restores a deleted annotation with the change applied; a repeated attempt changes nothing.
 * @throws {Problem} not_possible_now if it was deleted again since an earlier attempt
 */
export async function restoreAnnotation(
  { row, image }: Pick<CheckedChange, 'row' | 'image'>,
  { save_id: saveId, ...change }: Omit<Change, 'revision'>,
  deps: Deps,
): Promise<void> {
  const isRepeated = saveId !== undefined && row.changed_save_id === saveId
  if (row.deleted_at === null) {
    if (isRepeated) return
    throw await staleRevision(deps.db, row)
  }
  if (isRepeated) throw new Problem('not_possible_now', message('annotations.deletedSince'))
  refuseMovedOutside(row, change, image)
  const content = await contentAfter(row, change, { ...deps, image, read: readDrawnShape })
  await writeChange({ row, image, content, saveId }, deps)
}

async function refuseStale(
  db: Db,
  row: AnnotationRow,
  revision: number | undefined,
): Promise<void> {
  if (revision !== undefined && revision !== row.revision) throw await staleRevision(db, row)
}

async function staleRevision(db: Db, row: AnnotationRow): Promise<Problem> {
  return new Problem('stale_revision', message('annotations.staleRevision'), {
    current: presentAnnotation(await getListedAnnotation(db, row.id)),
  })
}

/** Moves it into the undo list, from which it can be restored, unless its creation is undone. */
export async function deleteAnnotationBy(
  id: number,
  { revision, taken_back }: z.output<(typeof deleteAnnotation)['query']>,
  { db, actor, at }: Omit<Deps, 'operations'>,
) {
  const row = await lockAnnotation(db, actor, id)
  await refuseStale(db, row, revision)
  const image = await getImageRow(db, actor, row.image_id)
  await db
    .updateTable('annotation')
    .set({ deleted_at: at, deleted_by: actor.id, taken_back })
    .where('id', '=', id)
    .execute()
  await announceAnnotation(db, image, { change: 'deleted', id, revision: row.revision })
  return image
}
