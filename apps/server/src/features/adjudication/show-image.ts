import type { Adjudication, FinalGrade, ImageReader, Outline } from '#contract/adjudication'
import { toSegmentation } from '#geometry/segmentation'

import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound } from '../../platform/http/problem.ts'
import { isFinished } from '../images/reading-lock.ts'
import { finalsOf } from '../assignments/final-grades.ts'
import type { AssignmentRow } from '../assignments/queries.ts'
import { formOf } from '../assignments/readings.ts'
import { outlinesOf, type DrawnOutline } from '../assignments/reader-outlines.ts'
import { letteredReadings, type LetteredReading } from './image-readers.ts'
import { imagesOf, nextImage } from './queries.ts'

/**
 * What the readers of an image said and drew, with what is final.
 * @throws {Problem} not_found
 */
export async function showImage(
  db: Db,
  actor: Actor,
  { assignment, sourceId }: { assignment: AssignmentRow; sourceId: number },
): Promise<Adjudication> {
  const row = await imagesOf(db, assignment.id)
    .where('source.id', '=', sourceId)
    .selectAll('assignment_image')
    .select(['source.file_name', 'source.width', 'source.height', 'source.laterality'])
    .executeTakeFirst()
  if (row === undefined) throw notFound('image')
  const form = await formOf(db, assignment)
  const readings = await letteredReadings(db, { assignment, form }, sourceId)
  const own = { image_id: sourceId, source_image_id: sourceId, user_id: actor.id ?? 0 }
  return {
    assignment: {
      id: assignment.id,
      name: assignment.name,
      closed: assignment.closed_at !== null,
    },
    image: {
      id: sourceId,
      file_name: row.file_name,
      width: row.width,
      height: row.height,
      laterality: row.laterality,
    },
    state: row.state,
    revision: row.revision,
    differing: row.differing,
    outlines_differ: row.outlines_differ,
    note: row.note,
    fields: form,
    outlines: assignment.asks_outlines,
    readers: await Promise.all(readings.map((each) => showReader(db, assignment, each))),
    own_outlines: assignment.asks_outlines ? (await outlinesOf(db, own)).map(presentOutline) : [],
    outline_pairs: await outlinePairs(db, row.id, readings),
    finals: await finalsOf(db, row.id),
    outlines_of: letterIn(readings, row.outlines_of),
    outlines_by: await usernameOf(db, row.outlines_by),
    history: await historyOf(db, row.id),
    next_image_id: await nextImage(db, assignment.id, row),
  }
}

/** A case in the reader's hands tells nothing yet: what stands there is not given. */
async function showReader(
  db: Db,
  { hides_readers: hidesReaders, asks_outlines: asksOutlines }: AssignmentRow,
  reading: LetteredReading,
): Promise<ImageReader> {
  const { letter, username, state, note, values } = reading
  const isGiven = isFinished(reading)
  return {
    letter,
    name: hidesReaders ? null : username,
    state,
    note: isGiven ? note : '',
    values: isGiven ? values : {},
    outlines: isGiven && asksOutlines ? (await outlinesOf(db, reading)).map(presentOutline) : [],
  }
}

function presentOutline({ category_id, category, color, ...drawn }: DrawnOutline): Outline {
  return {
    category_id,
    category,
    color,
    segmentation: toSegmentation(drawn.shape),
    lines: drawn.lines.map((line) => [...line]),
    keypoints: [...drawn.keypoints],
  }
}

function letterIn(readings: readonly LetteredReading[], readerId: number | null): string | null {
  return readings.find(({ reader_id: id }) => id === readerId)?.letter ?? null
}

async function outlinePairs(
  db: Db,
  assignmentImageId: number,
  readings: readonly LetteredReading[],
): Promise<Adjudication['outline_pairs']> {
  const rows = await db
    .selectFrom('outline_agreement')
    .innerJoin('category', 'category.id', 'outline_agreement.category_id')
    .where('assignment_image_id', '=', assignmentImageId)
    .selectAll('outline_agreement')
    .select('category.name as category')
    .orderBy('category.name')
    .execute()
  return rows.flatMap(({ reader_a, reader_b, category, dice, mean_distance, distance_95 }) => {
    const [a, b] = [letterIn(readings, reader_a), letterIn(readings, reader_b)]
    if (a === null || b === null) return []
    const pair: [string, string] = a < b ? [a, b] : [b, a]
    return [{ category, readers: pair, dice, mean_distance, distance_95 }]
  })
}

async function usernameOf(db: Db, id: number | null): Promise<string | null> {
  if (id === null) return null
  const user = await db
    .selectFrom('app_user')
    .select('username')
    .where('id', '=', id)
    .executeTakeFirst()
  return user?.username ?? null
}

async function historyOf(db: Db, assignmentImageId: number): Promise<FinalGrade[]> {
  const rows = await db
    .selectFrom('final_grade')
    .where('assignment_image_id', '=', assignmentImageId)
    .select(['key', 'version', 'value', 'basis', 'at', 'by_name'])
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ at, by_name: by, ...row }) => ({ ...row, at: at.toISOString(), by }))
}
