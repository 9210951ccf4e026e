import { Readable } from 'node:stream'

import {
  closeAssignment,
  createAssignment,
  exportGrades,
  getAssignment,
  getWorkCase,
  handBackCase,
  listAssignedCases,
  listAssignments,
  listWork,
  pauseCase,
  referCase,
  submitCase,
} from '#contract/assignments'
import { message } from '#contract/messages/message'
import type { PolygonOperations } from '#geometry/boolean'

import type { Clock } from '../../platform/clock.ts'
import { pageOf } from '../../platform/database/paging.ts'
import { notFound, Problem } from '../../platform/http/problem.ts'
import { serve, type Call, type Route } from '../../platform/http/route.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { announceDataset } from '../datasets/announce.ts'
import { getDataset } from '../datasets/queries.ts'
import { isFinished } from '../images/reading-lock.ts'
import { copyCasesTask } from './jobs.ts'
import { makeAssignment } from './make-assignment.ts'
import { presentAssignment, presentCase, presentReader } from './present.ts'
import {
  casesOf,
  changeState,
  getListedAssignment,
  listedAssignments,
  listReaders,
} from './queries.ts'
import { findWorkCase, listWorkOf, moveCase } from './read.ts'
import { settle } from './settle.ts'
import { gradesCsv } from './write-grades.ts'

interface AssignmentDeps {
  readonly clock: Clock
  readonly operations: PolygonOperations
  readonly jobs: Jobs
}

export function assignmentRoutes({ clock, jobs, operations }: AssignmentDeps): Route[] {
  return [
    serve(listAssignments, async ({ db, actor, params, concerns }) => {
      const dataset = await getDataset(db, actor, params.id)
      concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id })
      return (await listedAssignments(db, dataset.id).execute()).map(presentAssignment)
    }),

    serve(createAssignment, async ({ db, actor, params, body, concerns }) => {
      const dataset = await getDataset(db, actor, params.id)
      concerns({ type: 'assignment', datasetId: dataset.id })
      const id = await makeAssignment(db, dataset, body, { actor, at: clock() })
      concerns({ type: 'assignment', id, datasetId: dataset.id, detail: { users: body.readers } })
      if (body.blinded) {
        await jobs.start(db, {
          definition: copyCasesTask,
          payload: { assignmentId: id, creatorId: actor.id },
          name: message('assignments.copyTask', { name: body.name }),
          creatorId: actor.id,
          datasetId: dataset.id,
        })
        // The streams of readers who had the dataset open forget it.
        await announceDataset(db, dataset.id, 'members')
      }
      return presentAssignment(await getListedAssignment(db, dataset.id, id))
    }),

    serve(getAssignment, async (call) => {
      const row = await assignmentOf(call)
      const readers = await listReaders(call.db, row.id)
      return { assignment: presentAssignment(row), readers: readers.map(presentReader) }
    }),

    serve(listAssignedCases, async (call) => {
      const { db, query } = call
      const row = await assignmentOf(call)
      const { count } = await casesOf(db, row.id, query)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      const { offset, ...pagination } = pageOf(count, query)
      const cases = await casesOf(db, row.id, query)
        .innerJoin('image as source', 'source.id', 'assignment_item.source_image_id')
        .select([
          'assignment_item.id',
          'app_user.username as reader',
          'assignment_item.position',
          'assignment_item.source_image_id as image_id',
          'source.file_name',
          'assignment_item.image_id as read_image_id',
          'assignment_item.round',
          'assignment_item.state',
          'assignment_item.note',
          'assignment_item.changed_at',
        ])
        .orderBy('assignment_reader.id')
        .orderBy('assignment_item.position')
        .limit(query.limit)
        .offset(offset)
        .execute()
      return { cases: cases.map(presentCase), pagination }
    }),

    serve(handBackCase, async (call) => {
      const { db, actor, params, body } = call
      const row = await assignmentOf(call)
      const item = await casesOf(db, row.id)
        .where('assignment_item.id', '=', params.case)
        .selectAll('assignment_item')
        .forUpdate('assignment_item')
        .executeTakeFirst()
      if (item === undefined) throw notFound('assignedCase')
      refuseClosed(row)
      if (!isFinished(item))
        throw new Problem('not_possible_now', message('assignments.notSubmitted'))
      const at = clock()
      await changeState(db, item, { to: 'open', note: body.note, actor, at })
      if (item.round === 1)
        await settle(db, item.source_image_id, { assignment: row, operations, at })
      return { success: true } as const
    }),

    serve(closeAssignment, async (call) => {
      const row = await assignmentOf(call)
      refuseClosed(row)
      await call.db
        .updateTable('assignment')
        .set({ closed_at: clock() })
        .where('id', '=', row.id)
        .execute()
      await announceDataset(call.db, row.dataset_id, 'members')
      return { success: true } as const
    }),

    serve(exportGrades, async (call) => {
      const row = await assignmentOf(call)
      return {
        contentType: 'text/csv; charset=utf-8',
        content: Readable.from(gradesCsv(call.db, row)),
        fileName: `${row.name}.csv`,
      }
    }),

    serve(listWork, ({ db, actor, concerns }) => {
      concerns({ type: 'assignment' })
      return listWorkOf(db, actor)
    }),

    serve(getWorkCase, ({ db, actor, params }) => findWorkCase(db, actor, params.id)),

    serve(submitCase, (call) => move(call, { to: 'submitted', at: clock(), operations })),
    serve(pauseCase, (call) => move(call, { to: 'paused', at: clock(), operations })),
    serve(referCase, (call) =>
      move(call, { to: 'referred', note: call.body.note, at: clock(), operations }),
    ),
  ]
}

async function assignmentOf({
  db,
  actor,
  params,
  concerns,
}: Pick<Call<typeof getAssignment>, 'db' | 'actor' | 'params' | 'concerns'>) {
  const dataset = await getDataset(db, actor, params.id)
  concerns({ type: 'assignment', id: params.assignment, datasetId: dataset.id })
  return getListedAssignment(db, dataset.id, params.assignment)
}

function refuseClosed({ closed_at: closedAt }: { readonly closed_at: Date | null }): void {
  if (closedAt !== null) throw new Problem('not_possible_now', message('assignments.closed'))
}

async function move(
  {
    db,
    actor,
    params,
    concerns,
  }: Pick<Call<typeof submitCase>, 'db' | 'actor' | 'params' | 'concerns'>,
  change: Omit<Parameters<typeof moveCase>[2], 'id'>,
): Promise<{ next_image_id: number | null }> {
  concerns({ type: 'case', id: params.id })
  const { datasetId, nextImageId } = await moveCase(db, actor, { ...change, id: params.id })
  concerns({ type: 'case', id: params.id, datasetId })
  return { next_image_id: nextImageId }
}
