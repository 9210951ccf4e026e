import { isDeepStrictEqual } from 'node:util'

import type { z } from 'zod'

import { sameOrigin } from '#annotation/origin'
import type { saveAnnotatorData, StaleAnnotations, StaleMeasurements } from '#contract/annotations'
import type { FieldValues } from '#contract/fields/value'
import { type Measurements, mostMeasurements } from '#contract/measurements'
import { message } from '#contract/messages/message'
import type { Metadata } from '#contract/primitives'
import type { PolygonOperations } from '#geometry/boolean'

import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { announceDataset } from '../datasets/announce.ts'
import { lockImageNotes, type ImageRow } from '../images/queries.ts'
import { listFields } from '../fields/queries.ts'
import { valuesFor } from '../fields/reader-values.ts'
import { saveValues } from '../fields/save-values.ts'
import { announceNotes } from './announce.ts'
import { getCategoryOf } from './category-of.ts'
import { contentAfter, isDrawnAs, writeChange } from './change-annotation.ts'
import { presentAnnotation } from './present.ts'
import { listAnnotationsOf, lockAnnotationsOf, type AnnotationRow } from './queries.ts'

type WholeImage = z.output<(typeof saveAnnotatorData)['body']>
type AnnotationChange = WholeImage['annotations'][number]

interface Deps {
  readonly db: Db
  readonly actor: Actor
  readonly at: Date
  readonly operations: PolygonOperations
}

/**
 * Saves the changes to an image and its annotations; nothing if one annotation is stale.
 * Annotations are locked before their image, in the same order as when one is deleted or created.
 */
export async function saveImage(
  image: ImageRow,
  body: WholeImage,
  deps: Deps,
): Promise<z.input<(typeof saveAnnotatorData)['response']>> {
  const ids = body.annotations.map(({ id }) => id)
  const locked = await lockAnnotationsOf(deps.db, image.id, ids)
  const rows = new Map(locked.map((row) => [row.id, row]))
  const stale = body.annotations.filter((change) =>
    isStale(rows.get(change.id), change, body.save_id),
  )
  if (stale.length > 0) throw await staleProblem(deps.db, image, stale)
  const annotations = []
  for (const change of body.annotations) {
    const row = rows.get(change.id)
    if (row === undefined) continue
    annotations.push({ id: row.id, revision: await save({ row, image, change }, body, deps) })
  }
  const fields = await saveFields(image, body.image.fields, deps)
  return { image: { ...(await saveNotes(image, body.image, deps)), fields }, annotations }
}

/** @returns the values of the image as the caller states them. */
async function saveFields(
  image: ImageRow,
  changes: WholeImage['image']['fields'],
  { db, actor, at }: Deps,
): Promise<FieldValues> {
  const reader = actor.id
  if (changes !== undefined) return saveValues(db, image, changes, { actor, at, reader })
  return valuesFor(db, image, { reader, fields: await listFields(db, image.dataset_id) })
}

function isRepeated(row: AnnotationRow, saveId: string | undefined): boolean {
  return saveId !== undefined && row.changed_save_id === saveId
}

function isStale(
  row: AnnotationRow | undefined,
  change: AnnotationChange,
  saveId: string | undefined,
): boolean {
  return row === undefined || (row.revision !== change.revision && !isRepeated(row, saveId))
}

async function staleProblem(
  db: Db,
  image: ImageRow,
  stale: readonly AnnotationChange[],
): Promise<Problem> {
  const there = new Map((await listAnnotationsOf(db, image.id)).map((row) => [row.id, row]))
  const ids = stale.map(({ id }) => id)
  const current: StaleAnnotations = {
    changed: ids.flatMap((id) => there.get(id) ?? []).map(presentAnnotation),
    gone: ids.filter((id) => !there.has(id)),
  }
  return new Problem(
    'stale_revision',
    message('annotations.staleRevisions', { ids: ids.join(', ') }),
    { current },
  )
}

/** @returns the resulting revision of the annotation */
async function save(
  { row, image, change }: { row: AnnotationRow; image: ImageRow; change: AnnotationChange },
  { save_id: saveId }: WholeImage,
  deps: Deps,
): Promise<number> {
  if (isRepeated(row, saveId)) return row.revision
  const content = await contentAfter(row, change, { ...deps, image })
  if (isAsBefore(row, content)) return row.revision
  return writeChange({ row, image, content, saveId }, deps)
}

function isAsBefore(row: AnnotationRow, content: Awaited<ReturnType<typeof contentAfter>>) {
  return (
    isDrawnAs(row, content) &&
    sameOrigin(row.origin, content.origin) &&
    row.category_id === content.category_id &&
    row.is_box === content.is_box &&
    row.color === content.color &&
    row.position === content.position &&
    isDeepStrictEqual(row.metadata, content.metadata) &&
    isDeepStrictEqual(row.fields, content.fields)
  )
}

interface SavedNotes {
  readonly id: number
  readonly metadata: Metadata
  readonly category_ids: number[]
  readonly measurements: Measurements
}

/** Saves the notes on the image as a whole and keeps the previous ones. */
async function saveNotes(
  image: ImageRow,
  change: WholeImage['image'],
  { db, actor, at }: Deps,
): Promise<SavedNotes> {
  const before = await lockImageNotes(db, image.id)
  refuseStaleMeasurements(before.measurements, change)
  const after = {
    metadata: (change.metadata ?? before.metadata) as Metadata,
    measurements: measurementsAfter(before.measurements, change),
    category_ids: categoriesAfter(before.category_ids, change),
  }
  if (isDeepStrictEqual(after, before)) return { id: image.id, ...after }
  const added = after.category_ids.filter((id) => !before.category_ids.includes(id))
  for (const id of added) await getCategoryOf(db, image, id)
  await db
    .insertInto('image_history')
    .values({
      image_id: image.id,
      changed_at: at,
      changed_by: actor.id,
      metadata: JSON.stringify(before.metadata),
      category_ids: before.category_ids,
      measurements: isDeepStrictEqual(after.measurements, before.measurements)
        ? null
        : JSON.stringify(before.measurements),
    })
    .execute()
  await db
    .updateTable('image')
    .set({
      metadata: JSON.stringify(after.metadata),
      measurements: JSON.stringify(after.measurements),
    })
    .where('id', '=', image.id)
    .execute()
  await replaceCategories(db, image.id, after.category_ids)
  await announceDataset(db, image.dataset_id, 'images')
  await announceNotes(db, image, after)
  return { id: image.id, ...after }
}

/** @throws {Problem} stale_revision if one is neither as the caller knows it nor as wanted */
function refuseStaleMeasurements(
  before: Measurements,
  { measurements: changes = {}, measurements_from: known = {} }: WholeImage['image'],
): void {
  const stale = Object.entries(changes).filter(([id, to]) => {
    if (!Object.hasOwn(known, id)) return false
    const current = (Object.hasOwn(before, id) && before[id]) || null
    return ![known[id], to].some((each) => isDeepStrictEqual(current, each))
  })
  if (stale.length === 0) return
  const current: StaleMeasurements = { measurements: before }
  const ids = stale.map(([id]) => id).join(', ')
  throw new Problem('stale_revision', message('annotations.staleMeasurements', { ids }), {
    current,
  })
}

/** @throws {Problem} invalid_input if the image would have too many */
function measurementsAfter(
  before: Measurements,
  { measurements: changes = {} }: WholeImage['image'],
): Measurements {
  const entries = Object.entries({ ...before, ...changes })
  const after = entries.flatMap(([id, kept]) => (kept === null ? [] : [[id, kept] as const]))
  if (after.length > mostMeasurements && after.length > Object.keys(before).length) {
    throw new Problem(
      'invalid_input',
      message('annotations.tooManyMeasurements', { count: mostMeasurements }),
    )
  }
  return Object.fromEntries(after)
}

function categoriesAfter(before: readonly number[], change: WholeImage['image']): number[] {
  const {
    category_ids: ids = before,
    added_category_ids: added = [],
    removed_category_ids: removed = [],
  } = change
  const after = new Set([...ids, ...added].filter((id) => !removed.includes(id)))
  return [...after].toSorted((a, b) => a - b)
}

async function replaceCategories(db: Db, imageId: number, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('image_category').where('image_id', '=', imageId).execute()
  if (ids.length === 0) return
  await db
    .insertInto('image_category')
    .values(ids.map((id) => ({ image_id: imageId, category_id: id })))
    .execute()
}
