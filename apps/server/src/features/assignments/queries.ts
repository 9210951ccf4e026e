import { sql, type Selectable } from 'kysely'

import type { ItemState } from '#contract/assignments'

import type { Db } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound } from '../../platform/http/problem.ts'

export type AssignmentRow = Selectable<Schema['assignment']>
export type ItemRow = Selectable<Schema['assignment_item']>

/** How many cases of a group have a state. */
function countOf(state: ItemState) {
  return sql<number>`count(*) filter (where assignment_item.state = ${state})::integer`
}

/** How many cases of a group have each state, as columns. */
export const stateCounts = [
  countOf('open').as('open'),
  countOf('paused').as('paused'),
  countOf('referred').as('referred'),
  countOf('submitted').as('submitted'),
] as const

/** Assignments with their creators and the progress of all readers. */
export function listedAssignments(db: Db, datasetId: number) {
  return db
    .selectFrom('assignment')
    .where('assignment.dataset_id', '=', datasetId)
    .leftJoin('app_user', 'app_user.id', 'assignment.created_by')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('assignment_item')
          .innerJoin('assignment_reader', 'assignment_reader.id', 'assignment_item.reader_id')
          .whereRef('assignment_reader.assignment_id', '=', 'assignment.id')
          .select(
            sql<number>`count(distinct assignment_item.source_image_id)::integer`.as('images'),
          )
          .select(stateCounts)
          .as('progress'),
      (join) => join.onTrue(),
    )
    .selectAll('assignment')
    .select([
      'app_user.username as creator',
      'progress.images',
      'progress.open',
      'progress.paused',
      'progress.referred',
      'progress.submitted',
      sql<string[]>`array(
        select app_user.username from assignment_adjudicator as adjudicator
          join app_user on app_user.id = adjudicator.user_id
        where adjudicator.assignment_id = assignment.id order by lower(app_user.username))`.as(
        'adjudicators',
      ),
    ])
    .orderBy('assignment.id', 'desc')
}

export type ListedAssignment = Awaited<
  ReturnType<ReturnType<typeof listedAssignments>['executeTakeFirstOrThrow']>
>

/** @throws {Problem} not_found */
export async function getListedAssignment(
  db: Db,
  datasetId: number,
  id: number,
): Promise<ListedAssignment> {
  const row = await listedAssignments(db, datasetId)
    .where('assignment.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw notFound('assignment')
  return row
}

/** An assignment of which the caller has an object already. */
export function getAssignmentRow(db: Db, id: number): Promise<AssignmentRow> {
  return db.selectFrom('assignment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** The readers of an assignment with their progress, by name. */
export function listReaders(db: Db, assignmentId: number) {
  return db
    .selectFrom('assignment_reader')
    .innerJoin('app_user', 'app_user.id', 'assignment_reader.user_id')
    .leftJoin('assignment_item', 'assignment_item.reader_id', 'assignment_reader.id')
    .where('assignment_reader.assignment_id', '=', assignmentId)
    .groupBy(['assignment_reader.id', 'app_user.id'])
    .select(['app_user.username', 'app_user.name'])
    .select(stateCounts)
    .select((eb) => eb.fn.max('assignment_item.changed_at').as('last_at'))
    .orderBy(sql`lower(app_user.username)`)
    .execute()
}

/** Cases of an assignment, with their readers. */
export function casesOf(
  db: Db,
  assignmentId: number,
  { reader, state }: { reader?: string | undefined; state?: ItemState | undefined } = {},
) {
  return db
    .selectFrom('assignment_item')
    .innerJoin('assignment_reader', 'assignment_reader.id', 'assignment_item.reader_id')
    .innerJoin('app_user', 'app_user.id', 'assignment_reader.user_id')
    .where('assignment_reader.assignment_id', '=', assignmentId)
    .$if(reader !== undefined, (q) =>
      q.where(sql<string>`lower(app_user.username)`, '=', reader?.toLowerCase() ?? ''),
    )
    .$if(state !== undefined, (q) => q.where('assignment_item.state', '=', state ?? 'open'))
}

/** A change of a case's state, with what it is for. */
interface Change {
  readonly to: ItemState
  readonly note: string
  readonly actor: Actor
  readonly at: Date
}

/** Changes the state of a case and keeps the change. */
export async function changeState(
  db: Db,
  item: ItemRow,
  { to, note, actor, at }: Change,
): Promise<void> {
  await db
    .insertInto('assignment_event')
    .values({
      item_id: item.id,
      at,
      by_id: actor.id,
      by_name: actor.username,
      before: item.state,
      after: to,
      note,
    })
    .execute()
  await db
    .updateTable('assignment_item')
    .set({ state: to, note, changed_at: at })
    .where('id', '=', item.id)
    .execute()
}
