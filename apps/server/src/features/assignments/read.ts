import { sql } from 'kysely'

import type { ItemState, Work, WorkCase } from '#contract/assignments'
import { message } from '#contract/messages/message'
import type { PolygonOperations } from '#geometry/boolean'

import type { Db } from '../../platform/database/database.ts'
import { needing, type Actor } from '../../platform/http/actor.ts'
import { notFound, Problem } from '../../platform/http/problem.ts'
import { permittedDatasets } from '../datasets/queries.ts'
import { listFields } from '../fields/queries.ts'
import { refuseUnanswered } from '../fields/refuse-unanswered.ts'
import { valuesFor } from '../fields/reader-values.ts'
import { presentPhotograph } from '../images/present.ts'
import { permittedImages } from '../images/queries.ts'
import { isFinished } from '../images/reading-lock.ts'
import { hasReviewed } from '../reviews/queries.ts'
import { presentCounts } from './present.ts'
import { answersAt } from './answer-key.ts'
import { changeState, getAssignmentRow, stateCounts, type ItemRow } from './queries.ts'
import { settle } from './settle.ts'

/** Maximum number of assignments in the list of a reader. */
const mostWork = 200

/** Where a reader's images are: the copies of a blinded reader, or the dataset itself. */
const readDataset = sql<number>`coalesce(assignment_reader.dataset_id, assignment.dataset_id)`

/** The cases of a reader whose images they may annotate. */
function casesFor(db: Db, actor: Actor) {
  return (
    permittedImages(db, needing(actor, 'annotate'))
      .innerJoin('assignment_item', 'assignment_item.image_id', 'image.id')
      .innerJoin('assignment_reader', 'assignment_reader.id', 'assignment_item.reader_id')
      .innerJoin('assignment', 'assignment.id', 'assignment_reader.assignment_id')
      .where('assignment_reader.user_id', '=', actor.id)
      .where('assignment.ready_at', 'is not', null)
      // Known beforehand, so that the images of all other datasets are not read.
      .where('image.dataset_id', '=', readDataset)
  )
}

/**
 * The assignments of a reader with the progress of their cases. Counts cases without reading their
 * images: who may annotate one may annotate all, and the deleted ones are few.
 */
function assignmentsFor(db: Db, actor: Actor) {
  return db
    .selectFrom('assignment_reader')
    .innerJoin('assignment', 'assignment.id', 'assignment_reader.assignment_id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('assignment_item')
          .whereRef('assignment_item.reader_id', '=', 'assignment_reader.id')
          .where('assignment_item.image_id', 'is not', null)
          .where((item) =>
            item.not(
              item.exists(
                item
                  .selectFrom('image')
                  .whereRef('image.id', '=', 'assignment_item.image_id')
                  .where('image.dataset_id', '=', readDataset)
                  .where('image.deleted_at', 'is not', null),
              ),
            ),
          )
          .select(stateCounts)
          .select(({ fn }) => fn.countAll().as('cases'))
          .as('progress'),
      (join) => join.on('progress.cases', '>', 0),
    )
    .where('assignment_reader.user_id', '=', actor.id)
    .where('assignment.ready_at', 'is not', null)
    .where(
      readDataset,
      'in',
      permittedDatasets(db, needing(actor, 'annotate')).select('dataset.id'),
    )
    .select([
      'assignment_reader.id',
      'assignment.name',
      'assignment.instructions',
      'assignment.due_on',
      'assignment.closed_at',
      'assignment.key_of',
    ])
    .select(['progress.open', 'progress.paused', 'progress.referred', 'progress.submitted'])
}

type AssignmentFor = Awaited<ReturnType<ReturnType<typeof assignmentsFor>['execute']>>[number]

function presentWork(
  { id, name, instructions, due_on, closed_at: closedAt, key_of, ...counts }: AssignmentFor,
  nextImageId: number | null,
): Work {
  return {
    id,
    name,
    instructions,
    due_on,
    closed: closedAt !== null,
    cases: presentCounts(counts),
    next_image_id: nextImageId,
    scored: key_of !== null,
  }
}

/** A reader's assignments: those that are open first, the earliest due of them at the top. */
export async function listWorkOf(db: Db, actor: Actor): Promise<Work[]> {
  const rows = await assignmentsFor(db, actor)
    .orderBy(sql`assignment.closed_at is not null`)
    .orderBy('assignment.due_on', (order) => order.asc().nullsLast())
    .orderBy('assignment.id', 'desc')
    .limit(mostWork)
    .execute()
  const work: Work[] = []
  for (const row of rows)
    work.push(presentWork(row, await nextImage(db, actor, { readerId: row.id })))
  return work
}

interface Here {
  readonly readerId: number
  /** The case that the reader is at; absent: none. */
  readonly item?: Pick<ItemRow, 'id' | 'position'>
}

/** The image to go on with: the next that is open, then those before it, then paused ones. */
async function nextImage(
  db: Db,
  actor: Actor,
  { readerId, item = { id: 0, position: 0 } }: Here,
): Promise<number | null> {
  const later = { after: item.position, before: mostPosition }
  const earlier = { after: 0, before: item.position }
  for (const state of ['open', 'paused'] as const)
    for (const within of [later, earlier]) {
      const next = await firstImage(db, actor, { readerId, state, within })
      if (next !== null) return next
    }
  return null
}

/** The greatest integer of PostgreSQL. */
const mostPosition = 2_147_483_647
/** The reader may nearly always annotate the image of the first. */
const casesAtOnce = 20

interface Wanted {
  readonly readerId: number
  readonly state: ItemState
  readonly within: { readonly after: number; readonly before: number }
}

/**
 * The first image that the reader may annotate. A few cases are read from the index at a time: PostgreSQL
 * would ask for all cases who may annotate them, which it believes to be few.
 */
async function firstImage(
  db: Db,
  actor: Actor,
  { readerId, state, within: { after, before } }: Wanted,
): Promise<number | null> {
  for (let at = after; ;) {
    const near = await db
      .selectFrom('assignment_item')
      .where('reader_id', '=', readerId)
      .where('state', '=', state)
      .where('position', '>', at)
      .where('position', '<', before)
      .select(['id', 'position'])
      .orderBy('position')
      .limit(casesAtOnce)
      .execute()
    const last = near.at(-1)
    if (last === undefined) return null
    const ids = near.map(({ id }) => id)
    const next = await casesFor(db, actor)
      .where('assignment.closed_at', 'is', null)
      .where('assignment_item.id', 'in', ids)
      .select('assignment_item.image_id')
      .orderBy('assignment_item.position')
      .limit(1)
      .executeTakeFirst()
    if (next !== undefined) return next.image_id
    at = last.position
  }
}

/** The reader's case at an image; of several the one to be read first. */
export async function findWorkCase(
  db: Db,
  actor: Actor,
  imageId: number,
): Promise<WorkCase | null> {
  const row = await casesFor(db, actor)
    .where('image.id', '=', imageId)
    .select([
      'assignment_item.id',
      'assignment_item.position',
      'assignment_item.state',
      'assignment_item.note',
      'assignment_item.reader_id',
      'assignment.field_keys',
      'assignment.asks_outlines',
      'assignment.asks_confirmation',
      'assignment.key_of',
      'assignment_item.source_image_id',
      'image.dataset_id',
    ])
    .orderBy(sql`assignment.closed_at is not null`)
    .orderBy(sql`assignment_item.state in ('submitted', 'referred')`)
    .orderBy('assignment.due_on', (order) => order.asc().nullsLast())
    .orderBy('assignment_item.id')
    .executeTakeFirst()
  if (row === undefined) return null
  const { id, position, state, note, reader_id: readerId } = row
  const work = await assignmentsFor(db, actor)
    .where('assignment_reader.id', '=', readerId)
    .executeTakeFirstOrThrow()
  const fields = await listFields(db, row.dataset_id)
  const nextId = await nextImage(db, actor, { readerId, item: { id, position } })
  return {
    id,
    position,
    state,
    note,
    fields: fields.filter(({ field }) => row.field_keys.includes(field.key)),
    outlines: row.asks_outlines,
    confirmation: await confirmationOf(db, actor, { ...row, image_id: imageId }),
    answers: state === 'submitted' ? await answersAt(db, row) : null,
    work: presentWork(work, nextId),
    next_image: await photographAt(db, nextId),
  }
}

async function confirmationOf(
  db: Db,
  actor: Actor,
  { asks_confirmation: isAsked, image_id }: { asks_confirmation: boolean; image_id: number },
): Promise<WorkCase['confirmation']> {
  if (!isAsked) return null
  return (await hasReviewed(db, image_id, actor.id)) ? 'given' : 'asked'
}

async function photographAt(db: Db, imageId: number | null): Promise<WorkCase['next_image']> {
  const row = await db.selectFrom('image').selectAll().where('id', '=', imageId).executeTakeFirst()
  return row === undefined ? null : presentPhotograph(row)
}

interface Move {
  readonly to: Exclude<ItemState, 'open'>
  readonly note?: string
  readonly at: Date
  readonly operations: PolygonOperations
}

/**
 * Submits, pauses or refers a case; a repeated call has no further effect.
 * @returns the image to go on with
 * @throws {Problem} not_found; not_possible_now if the assignment is closed or the case out of hand;
 * invalid_input if a required field is unanswered; not_possible_now if the result is not confirmed
 */
export async function moveCase(
  db: Db,
  actor: Actor,
  { id, ...move }: Move & { readonly id: number },
): Promise<{ datasetId: number; nextImageId: number | null }> {
  const item = await lockCase(db, actor, id)
  const next = async () => ({
    datasetId: item.dataset_id,
    nextImageId: await nextImage(db, actor, { readerId: item.reader_id, item }),
  })
  if (item.state === move.to && move.to !== 'paused') return next()
  if (item.closed_at !== null) throw new Problem('not_possible_now', message('assignments.closed'))
  if (isFinished(item)) throw new Problem('not_possible_now', message('assignments.locked'))
  if (move.to === 'submitted') await refuseUnfinished(db, actor, item)
  await changeState(db, item, { ...move, note: move.note ?? '', actor })
  if (item.round === 1 && move.to !== 'paused') {
    const assignment = await getAssignmentRow(db, item.assignment_id)
    await settle(db, item.source_image_id, { ...move, assignment })
  }
  return next()
}

async function lockCase(db: Db, actor: Actor, id: number) {
  const item = await casesFor(db, actor)
    .where('assignment_item.id', '=', id)
    .selectAll('assignment_item')
    .select([
      'assignment_reader.assignment_id',
      'assignment.closed_at',
      'assignment.field_keys',
      'assignment.asks_confirmation',
      'image.dataset_id',
    ])
    .forUpdate('assignment_item')
    .executeTakeFirst()
  if (item === undefined) throw notFound('assignedCase')
  return item
}

async function refuseUnfinished(
  db: Db,
  actor: Actor,
  item: Awaited<ReturnType<typeof lockCase>>,
): Promise<void> {
  const fields = await listFields(db, item.dataset_id)
  const image = await db
    .selectFrom('image')
    .select(['id', 'fields'])
    .where('id', '=', item.image_id)
    .executeTakeFirstOrThrow()
  const values = await valuesFor(db, image, { reader: actor.id, fields })
  const form = fields.filter(({ field }) => item.field_keys.includes(field.key))
  refuseUnanswered(form, values)
  if (!item.asks_confirmation || (await hasReviewed(db, image.id, actor.id))) return
  throw new Problem('not_possible_now', message('assignments.confirmFirst'))
}
