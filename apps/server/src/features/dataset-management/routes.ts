import {
  createDataset,
  deleteDataset,
  getDatasetData,
  listDatasetNames,
  listDatasets,
  listMembers,
  nameClinicians,
  resetMetadata,
  resetMetadataByGet,
  shareDataset,
  updateDataset,
} from '#contract/datasets'
import { english, message } from '#contract/messages/message'
import { includes } from '#contract/roles'
import { listSharedGroups } from '#contract/user-groups'

import type { Db } from '../../platform/database/database.ts'
import { pageOf } from '../../platform/database/paging.ts'
import { needing } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { readAgain, serve, type Call, type Route } from '../../platform/http/route.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { announceDataset, announceDeletion } from '../datasets/announce.ts'
import { presentCategory } from '../categories/present.ts'
import {
  findOrCreateCategories,
  listDatasetCategories,
  refuseUnknownCategories,
  visibleCategories,
} from '../categories/queries.ts'
import { listFields } from '../fields/queries.ts'
import { presentImage } from '../images/present.ts'
import { countImages, isNarrow, listFolders, listImageRows } from '../images/queries.ts'
import { findOpenTasks } from '../tasks/queries.ts'
import { listDatasetPage } from './list-datasets.ts'
import { configureDataset, type ConfigureDeps } from './configure-dataset.ts'
import { resetMetadataTask } from './jobs.ts'
import { createDatasetFor } from './create-dataset.ts'
import {
  listGroupRows,
  listMemberRows,
  replaceClinicians,
  replaceGroups,
  replaceMembers,
  type Replaced,
  type ReplacedGroups,
} from '../datasets/members.ts'
import { blindedAmong } from '../datasets/blinding.ts'
import { presentDataset } from '../datasets/present.ts'
import {
  addCategories,
  getDataset,
  getListedDataset,
  isNoReading,
  replaceCategories,
  permittedDatasets,
} from '../datasets/queries.ts'

/** Kinds of tasks that the buttons of a dataset's page link to while they run. */
const shownTasks = [
  'scan-dataset',
  'import-coco',
  'export-dataset',
  'generate-images',
  'reset-metadata',
]

export function datasetRoutes(deps: ConfigureDeps & { readonly jobs: Jobs }): Route[] {
  const { clock } = deps
  const reset = async ({ db, actor, params, concerns }: Call<typeof resetMetadata>) => {
    const dataset = await getDataset(db, actor, params.id)
    concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id })
    const { id, name } = await deps.jobs.start(db, {
      definition: resetMetadataTask,
      payload: { datasetId: dataset.id, creatorId: actor.id, at: clock().toISOString() },
      name: message('datasets.resetTask', { dataset: dataset.name }),
      creatorId: actor.id,
      datasetId: dataset.id,
    })
    return { id, name: english(name) }
  }
  return [
    serve(listDatasets, async ({ db, actor, query }) => {
      const { rows, othersEmpty, pagination } = await listDatasetPage(db, actor, query)
      const categories = await visibleCategories(db, actor)
        .select(['category.id', 'category.name', 'category.color'])
        .orderBy('category.name')
        .execute()
      return {
        datasets: rows.map((row) => presentDataset(row, actor)),
        othersEmpty,
        categories,
        subdirectories: [],
        pagination,
      }
    }),

    serve(listDatasetNames, ({ db, actor }) =>
      permittedDatasets(db, actor)
        .where(isNoReading)
        .select(['dataset.id', 'dataset.name'])
        .orderBy('dataset.name')
        .execute(),
    ),

    serve(createDataset, async ({ db, actor, query, body, concerns }) => {
      const name = body?.name ?? query.name
      if (name === undefined) {
        throw new Problem('invalid_input', message('datasets.nameRequired'), {
          fields: { name: message('datasets.nameRequired') },
        })
      }
      const id = await createDatasetFor(db, actor, {
        name,
        categories: body?.categories ?? query.categories ?? [],
      })
      concerns({ type: 'dataset', id, datasetId: id })
      await announceDataset(db, id, 'members')
      return presentDataset(await getListedDataset(db, actor, id), actor)
    }),

    serve(updateDataset, async ({ db, actor, params, body, concerns }) => {
      const dataset = await getDataset(db, actor, params.id)
      concerns({
        type: 'dataset',
        id: dataset.id,
        datasetId: dataset.id,
        detail: { changed: Object.keys(body) },
      })
      if (dataset.reading_of !== null) {
        throw new Problem('not_possible_now', message('assignments.fixedForm'))
      }
      if (body.settings !== undefined) {
        await getDataset(db, needing(actor, 'configure'), dataset.id)
        await configureDataset(db, deps, { dataset, change: body.settings })
        if (body.settings.SCALES !== undefined) await announceDataset(db, dataset.id, 'scales')
      }
      if (body.categories !== undefined) {
        await refuseUnknownCategories(db, actor, body.categories)
        await replaceCategories(db, dataset.id, body.categories)
        await announceDataset(db, dataset.id, 'categories')
      }
      if (body.add_categories !== undefined) {
        const added = await findOrCreateCategories(db, actor, body.add_categories)
        await addCategories(db, dataset.id, added)
        await announceDataset(db, dataset.id, 'categories')
      }
      if (body.default_annotation_metadata !== undefined) {
        await db
          .updateTable('dataset')
          .set({ default_annotation_metadata: JSON.stringify(body.default_annotation_metadata) })
          .where('id', '=', dataset.id)
          .execute()
      }
      return presentDataset(await getListedDataset(db, actor, dataset.id), actor)
    }),

    serve(deleteDataset, async ({ db, actor, params, concerns }) => {
      const dataset = await getDataset(db, actor, params.id)
      concerns({
        type: 'dataset',
        id: dataset.id,
        datasetId: dataset.id,
        detail: { name: dataset.name },
      })
      await db
        .updateTable('dataset')
        .set({ deleted_at: clock(), deleted_by: actor.id })
        .where('id', '=', dataset.id)
        .execute()
      // Announce before deleting: afterwards nobody can see the dataset, so nobody would be
      // notified.
      const place = { datasetId: dataset.id, imageId: null }
      await announceDeletion(db, { ...place, undone: false, by: actor })
      await announceDataset(db, dataset.id, 'deleted')
      return { success: true } as const
    }),

    serve(shareDataset, async (call) => {
      const { id } = await getDataset(call.db, call.actor, call.params.id)
      const wanted = call.body.users.map((user) =>
        typeof user === 'string' ? { username: user } : user,
      )
      const names = wanted.map(({ username }) => username)
      await refuseBlinded(call.db, id, names)
      const groups = call.body.groups && (await replaceGroups(call.db, id, call.body.groups))
      return settleMembers(call, names, await replaceMembers(call.db, id, wanted), groups)
    }),

    serve(nameClinicians, async (call) => {
      const { id } = await getDataset(call.db, call.actor, call.params.id)
      const { users } = call.body
      return settleMembers(call, users, await replaceClinicians(call.db, id, users))
    }),

    serve(resetMetadata, reset),
    serve(resetMetadataByGet, reset),

    serve(
      getDatasetData,
      async ({ db, actor, params, query, concerns }) => {
        const dataset = await getListedDataset(db, actor, params.id)
        concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id })
        const { page: wantedPage, limit, ...filter } = query
        const count = isNarrow(filter)
          ? await countImages(db, dataset.id, filter)
          : (dataset.image_count ?? 0)
        const { offset, page, pages, total } = pageOf(count, { page: wantedPage, limit })
        const images = await listImageRows(db, dataset.id, filter, { limit, offset, total })
        const [categories, fields, subdirectories, open] = await Promise.all([
          listDatasetCategories(db, actor, dataset.id),
          listFields(db, dataset.id),
          listFolders(db, dataset.id, query.folder ?? ''),
          findOpenTasks(db, dataset.id, shownTasks),
        ])
        return {
          images: images.map(presentImage),
          dataset: presentDataset(dataset, actor),
          categories: categories.map(presentCategory),
          fields,
          total,
          pages,
          page,
          per_page: limit,
          folder: query.folder ?? '',
          subdirectories,
          scanId: open.get('scan-dataset') ?? null,
          importId: open.get('import-coco') ?? null,
          generateId: open.get('generate-images') ?? null,
          exportId: open.get('export-dataset') ?? null,
          resetId: open.get('reset-metadata') ?? null,
        }
      },
      readAgain,
    ),

    serve(listMembers, async ({ db, actor, params, concerns }) => {
      const dataset = await getDataset(db, actor, params.id)
      concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id })
      const rows = await listMemberRows(db, dataset.id)
      return rows.map((row) => ({
        username: row.username,
        name: row.name,
        group: row.group_name,
        last_seen: row.last_seen_at?.toISOString() ?? null,
        is_owner: row.role === 'owner',
        is_clinician: includes('review', [row.role]),
        role: row.role,
        given: row.given,
        groups: row.groups,
      }))
    }),

    serve(listSharedGroups, async ({ db, actor, params, concerns }) => {
      const dataset = await getDataset(db, actor, params.id)
      concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id })
      return listGroupRows(db, dataset.id)
    }),
  ]
}

/** Sharing would have no effect for them before their assignment is closed. */
async function refuseBlinded(db: Db, id: number, usernames: readonly string[]): Promise<void> {
  const blinded = await blindedAmong(db, id, usernames)
  if (blinded.length === 0) return
  throw new Problem(
    'not_possible_now',
    message('assignments.blindedReader', { usernames: blinded.join(', ') }),
    { fields: { users: message('assignments.namesBlindedReader') } },
  )
}

/** Names the change for the audit trail, and tells everybody of it. */
async function settleMembers(
  { db, params: { id }, concerns }: Call<typeof shareDataset> | Call<typeof nameClinicians>,
  users: readonly string[],
  { unknown, strangers, changes }: Replaced,
  groups?: ReplacedGroups,
): Promise<{ success: true }> {
  const detail = { users, roles: [...changes, ...(groups?.changes ?? [])] }
  concerns({ type: 'dataset', id, datasetId: id, detail })
  if (groups !== undefined && groups.unknown.length > 0) {
    throw new Problem(
      'invalid_input',
      message('userGroups.unknown', { ids: groups.unknown.join(', ') }),
      { fields: { groups: message('userGroups.namesUnknown') } },
    )
  }
  if (unknown.length > 0) {
    throw new Problem(
      'invalid_input',
      message('datasets.unknownUsers', { usernames: unknown.join(', ') }),
      { fields: { users: message('datasets.namesUnknownUsers') } },
    )
  }
  if (strangers.length > 0) {
    throw new Problem(
      'invalid_input',
      message('datasets.notMembers', { usernames: strangers.join(', ') }),
      { fields: { users: message('datasets.namesStrangers') } },
    )
  }
  await announceDataset(db, id, 'members')
  return { success: true }
}
