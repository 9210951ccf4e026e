import { setImmediate as othersTurn } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Agreement } from '#contract/statistics'
import type { PolygonOperations } from '#geometry/boolean'
import { decodeShape } from '#geometry/encoding'
import { area, type MultiPolygon } from '#geometry/polygon'

import type { Db } from '../../platform/database/database.ts'

/** Images with a category compared in one call, and the maximum number of annotations on one. */
const mostCases = 200
const mostBytes = 256 * 2 ** 10
const mostAnnotations = 500
const mostPeople = 6

interface Case {
  readonly image_id: number
  readonly category_id: number
  readonly name: string
}

/**
 * Agreement between people who annotated the same image and category: Dice, 2|A∩B| / (|A|+|B|), and
 * IoU, |A∩B| / |A∪B|, of the total areas of each pair of them, and the means of both for each
 * category.
 */
export async function agreementIn(
  db: Db,
  datasetId: number,
  operations: PolygonOperations,
): Promise<Agreement> {
  const { cases, complete } = await findCases(db, datasetId)
  const tallies = new Map<number, Tally>()
  for (const found of cases) {
    const areas = await areasByPerson(db, found, operations)
    const tally = tallies.get(found.category_id) ?? emptyTally(found)
    tallies.set(found.category_id, tally)
    tally.images++
    for (const [a, b] of pairsOf(areas)) {
      const common = area(operations.intersection(a, b))
      const both = area(a) + area(b)
      tally.pairs++
      tally.dice += share(2 * common, both)
      tally.iou += share(common, both - common)
      // Polygons of thousands of points take time.
      await othersTurn()
    }
  }
  return { categories: [...tallies.values()].map(meansOf), complete }
}

async function findCases(db: Db, datasetId: number): Promise<{ cases: Case[]; complete: boolean }> {
  const { rows } = await sql<Case & { fits: boolean }>`
    select annotation.image_id, annotation.category_id, category.name,
      sum(octet_length(annotation.geometry)) <= ${mostBytes}
        and count(*) <= ${mostAnnotations} as fits
    from annotation
      join image on image.id = annotation.image_id
      join category on category.id = annotation.category_id
    where image.dataset_id = ${datasetId} and image.deleted_at is null and image.twin is null
      and annotation.deleted_at is null and annotation.area > 0
      and annotation.creator_id is not null
    group by annotation.image_id, annotation.category_id, category.name
    having count(distinct annotation.creator_id) > 1
    order by annotation.image_id desc, annotation.category_id
    limit ${mostCases + 1}`.execute(db)
  const cases = rows.slice(0, mostCases).filter(({ fits }) => fits)
  return { cases, complete: cases.length === rows.length }
}

/** The total area of each person, for the people who drew first. */
async function areasByPerson(
  db: Db,
  { image_id: imageId, category_id: categoryId }: Case,
  operations: PolygonOperations,
): Promise<MultiPolygon[]> {
  const rows = await db
    .selectFrom('annotation')
    .select(['creator_id', 'geometry'])
    .where('image_id', '=', imageId)
    .where('category_id', '=', categoryId)
    .where('deleted_at', 'is', null)
    .where('area', '>', 0)
    .where('creator_id', 'is not', null)
    .orderBy('id')
    .execute()
  const shapes = Map.groupBy(rows, (row) => row.creator_id)
  return [...shapes.values()]
    .slice(0, mostPeople)
    .map((drawn) => drawn.flatMap(({ geometry }) => decodeShape(geometry)))
    .map((shape) => operations.union(shape, []))
}

function pairsOf<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((a, i) => items.slice(i + 1).map((b): [T, T] => [a, b]))
}

interface Tally {
  readonly id: number
  readonly name: string
  images: number
  pairs: number
  dice: number
  iou: number
}

function emptyTally({ category_id: id, name }: Case): Tally {
  return { id, name, images: 0, pairs: 0, dice: 0, iou: 0 }
}

/** Rounded coordinates must not make it exceed the whole. */
function share(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.min(1, part / whole)
}

function meansOf({ dice, iou, ...tally }: Tally): Agreement['categories'][number] {
  const { pairs } = tally
  return { ...tally, dice: pairs === 0 ? 0 : dice / pairs, iou: pairs === 0 ? 0 : iou / pairs }
}
