import { sql } from 'kysely'

import type { AssignedImage, ReadingCounts, ReadingState } from '#contract/adjudication'
import type { FieldValues } from '#contract/fields/value'

import type { Db } from '../../platform/database/database.ts'
import { currentGrades } from '../assignments/final-grades.ts'

interface Wanted {
  readonly state?: ReadingState | undefined
  /** Only images on which the readers differed in this field. */
  readonly field?: string | undefined
}

/** The images of an assignment, to count them: their photographs are not read. */
export function assignedImages(db: Db, assignmentId: number, { state, field }: Wanted = {}) {
  return db
    .selectFrom('assignment_image')
    .where('assignment_image.assignment_id', '=', assignmentId)
    .$if(state !== undefined, (q) => q.where('assignment_image.state', '=', state ?? 'differs'))
    .$if(field !== undefined, (q) =>
      q.where(sql<boolean>`${field ?? ''} = any(assignment_image.differing)`),
    )
}

/** The images of an assignment with their photographs. */
export function imagesOf(db: Db, assignmentId: number, wanted: Wanted = {}) {
  return assignedImages(db, assignmentId, wanted).innerJoin(
    'image as source',
    'source.id',
    'assignment_image.source_image_id',
  )
}

/** A page of the images of an assignment with their final grades, by file name. */
export async function listImages(
  db: Db,
  assignmentId: number,
  { limit, offset, ...wanted }: Wanted & { readonly limit: number; readonly offset: number },
): Promise<AssignedImage[]> {
  const rows = await imagesOf(db, assignmentId, wanted)
    .selectAll('assignment_image')
    .select([
      'source.file_name',
      sql<FieldValues>`coalesce((
        select jsonb_object_agg(grade.key, grade.value)
        from (${currentGrades}) as grade
        where grade.assignment_image_id = assignment_image.id), '{}')`.as('finals'),
    ])
    .orderBy('source.file_name')
    .orderBy('assignment_image.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => ({
    image_id: row.source_image_id,
    file_name: row.file_name,
    state: row.state,
    differing: row.differing,
    outlines_differ: row.outlines_differ,
    referred: row.is_referred,
    finals: row.finals,
    changed_at: row.changed_at?.toISOString() ?? null,
  }))
}

/** How many images of an assignment are in each state. */
export async function countImages(db: Db, assignmentId: number): Promise<ReadingCounts> {
  const rows = await db
    .selectFrom('assignment_image')
    .where('assignment_id', '=', assignmentId)
    .groupBy('state')
    .select(['state', sql<number>`count(*)::integer`.as('count')])
    .execute()
  const counts = { reading: 0, agreed: 0, differs: 0, settled: 0 }
  for (const { state, count } of rows) counts[state] = count
  return counts
}

/** The next image after one that needs an adjudicator; after the last, the first again. */
export async function nextImage(
  db: Db,
  assignmentId: number,
  after: { readonly id: number; readonly file_name: string } | null,
): Promise<number | null> {
  const place = sql`(${after?.file_name ?? ''}, ${after?.id ?? 0}::integer)`
  const next = await imagesOf(db, assignmentId, { state: 'differs' })
    .where('assignment_image.id', '<>', after?.id ?? 0)
    .select('assignment_image.source_image_id')
    .orderBy(sql`(source.file_name, assignment_image.id) < ${place}`)
    .orderBy('source.file_name')
    .orderBy('assignment_image.id')
    .limit(1)
    .executeTakeFirst()
  return next?.source_image_id ?? null
}
