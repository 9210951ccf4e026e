import { createHash } from 'node:crypto'

import { sql, type SqlBool } from 'kysely'
import type { z } from 'zod'

import type { copyAnnotations } from '#contract/annotations'
import { message } from '#contract/messages/message'
import type { PolygonOperations } from '#geometry/boolean'
import { decodeShape } from '#geometry/encoding'

import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { noFields, type AnnotationValues } from '../fields/annotation-values.ts'
import type { ImageRow } from '../images/queries.ts'
import { announceAnnotation } from './announce.ts'
import { queueAttempt } from './attempts.ts'
import { checkKeypoints, getCategoryOf } from './category-of.ts'
import {
  listAnnotationsOf,
  type AnnotationRow,
  type ListedAnnotation,
  placeOnTop,
} from './queries.ts'
import { storedShape } from './shape.ts'

/** Rows of one statement: PostgreSQL allows 65,535 values. */
const batch = 1000

interface Deps {
  readonly db: Db
  readonly actor: Actor
  readonly at: Date
  readonly operations: PolygonOperations
}

/** Copies them once, even if the same attempt is sent several times. */
export async function copyAnnotationsTo(
  { from, to }: { from: ImageRow; to: ImageRow },
  { category_ids: categoryIds, save_id: saveId }: z.output<(typeof copyAnnotations)['body']>,
  deps: Deps,
): Promise<{ annotations: ListedAnnotation[]; outside: number }> {
  if (from.id === to.id) {
    throw new Problem('invalid_input', message('annotations.sameImage'), {
      fields: { fromId: message('annotations.isSameImage') },
    })
  }
  const earlier = await findEarlierAttempt(deps.db, { from, to }, saveId)
  if (earlier !== undefined) return { annotations: earlier, outside: 0 }
  const wanted = new Set(categoryIds)
  const originals = (await listAnnotationsOf(deps.db, from.id)).filter((row) =>
    wanted.has(row.category_id),
  )
  await refuseMisfits(deps.db, to, { originals, categoryIds: wanted })
  // The fields of another dataset are its own.
  const keepsFields = from.dataset_id === to.dataset_id
  const copies = originals.flatMap(
    (row) => copyOf(row, to, { ...deps, saveId, values: keepsFields ? row : noFields }) ?? [],
  )
  const top = await placeOnTop(deps.db, to.id)
  const ids = await insert(
    copies.map((copy, i) => ({ ...copy, position: top === null ? null : top + i })),
    deps,
  )
  for (const id of ids) {
    await announceAnnotation(deps.db, to, { change: 'created', id, revision: 1 })
  }
  return {
    annotations: await listByIds(deps.db, to, ids),
    outside: originals.length - copies.length,
  }
}

/** The other dataset must have the categories, with as many keypoints as the copies have. */
async function refuseMisfits(
  db: Db,
  to: ImageRow,
  { originals, categoryIds }: { originals: readonly AnnotationRow[]; categoryIds: Set<number> },
): Promise<void> {
  for (const id of categoryIds) {
    const category = await getCategoryOf(db, to, id)
    for (const row of originals) {
      if (row.category_id === id) checkKeypoints(category, row.keypoints)
    }
  }
}

type NewAnnotation = NonNullable<ReturnType<typeof copyOf>> & { readonly position: number | null }

/** The annotation clipped to the other image; null if nothing of it remains there. */
function copyOf(
  row: AnnotationRow,
  to: ImageRow,
  {
    actor,
    at,
    operations,
    saveId,
    values,
  }: Omit<Deps, 'db'> & { saveId: string | undefined; values: AnnotationValues },
) {
  const drawn = { area: decodeShape(row.geometry), lines: row.lines }
  const shape = storedShape(drawn, to, operations)
  const keypoints = withoutOutside(row.keypoints, to)
  const isEmpty = shape.area === 0 && shape.lines === '[]' && labelled(keypoints) === 0
  if (isEmpty && !row.is_empty) return null
  return {
    image_id: to.id,
    category_id: row.category_id,
    ...shape,
    keypoints,
    is_box: row.is_box,
    is_crowd: row.is_crowd,
    origin: JSON.stringify(row.origin),
    color: row.color,
    metadata: JSON.stringify(row.metadata),
    fields: JSON.stringify(values.fields),
    field_versions: JSON.stringify(values.field_versions),
    creator_id: actor.id,
    created_save_id: saveId === undefined ? null : saveIdOfCopy(saveId, row.id),
    created_at: at,
    updated_at: at,
    updated_by: actor.id,
  }
}

function labelled(keypoints: readonly number[]): number {
  return keypoints.filter((value, i) => i % 3 === 2 && value > 0).length
}

/** A keypoint outside of the image is not labelled there. */
function withoutOutside(
  keypoints: readonly number[],
  { width, height }: { width: number; height: number },
): number[] {
  return keypoints.flatMap((x, i) => {
    if (i % 3 !== 0) return []
    const [y = 0, visibility = 0] = keypoints.slice(i + 1)
    const isInside = x >= 0 && y >= 0 && x <= width && y <= height
    return isInside ? [x, y, visibility] : [0, 0, 0]
  })
}

async function insert(copies: readonly NewAnnotation[], { db }: Deps): Promise<number[]> {
  const ids: number[] = []
  for (let start = 0; start < copies.length; start += batch) {
    const rows = await db
      .insertInto('annotation')
      .values(copies.slice(start, start + batch))
      .returning('id')
      .execute()
    ids.push(...rows.map((row) => row.id))
  }
  return ids
}

async function listByIds(
  db: Db,
  image: ImageRow,
  ids: readonly number[],
): Promise<ListedAnnotation[]> {
  const wanted = new Set(ids)
  return (await listAnnotationsOf(db, image.id)).filter((row) => wanted.has(row.id))
}

/** The remaining copies of an earlier attempt with the same key; undefined if there was none. */
async function findEarlierAttempt(
  db: Db,
  { from, to }: { from: ImageRow; to: ImageRow },
  saveId: string | undefined,
): Promise<ListedAnnotation[] | undefined> {
  if (saveId === undefined) return undefined
  await queueAttempt(db, saveId)
  const originals = await db
    .selectFrom('annotation')
    .select('id')
    .where('image_id', '=', from.id)
    .execute()
  const saveIds = originals.map(({ id }) => saveIdOfCopy(saveId, id))
  const made = await db
    .selectFrom('annotation')
    .select('id')
    .where('image_id', '=', to.id)
    .where(sql<SqlBool>`created_save_id = any(${saveIds}::uuid[])`)
    .execute()
  if (made.length === 0) return undefined
  return listByIds(
    db,
    to,
    made.map(({ id }) => id),
  )
}

/** One attempt creates many annotations, each with an id that a repetition finds again. */
function saveIdOfCopy(saveId: string, originalId: number): string {
  return createHash('sha256').update(`${saveId} ${originalId}`).digest('hex').slice(0, 32)
}
