import { sql, type SqlBool } from 'kysely'
import type { z } from 'zod'

import type { DatasetChoice, DatasetOrder, listDatasets } from '#contract/datasets'

import type { Db } from '../../platform/database/database.ts'
import { pageOf } from '../../platform/database/paging.ts'

import type { Actor } from '../../platform/http/actor.ts'
import {
  isNoReading,
  listedDatasets,
  permittedDatasets,
  type ListedDataset,
} from '../datasets/queries.ts'
import { containing } from '../users/queries.ts'

type Query = z.output<typeof listDatasets.query>

const isFilled = sql<SqlBool>`exists (
  select from image where image.dataset_id = dataset.id and image.deleted_at is null)`

const isOwn = ({ id }: Actor) => sql<SqlBool>`dataset.owner_id is not distinct from ${id}`
const isShared = ({ id }: Actor) => sql<SqlBool>`exists (
  select from dataset_role
  where dataset_role.dataset_id = dataset.id and dataset_role.user_id = ${id})`

const choices: Readonly<Record<DatasetChoice, (actor: Actor) => ReturnType<typeof isOwn>>> = {
  all: () => sql<SqlBool>`true`,
  mine: isOwn,
  shared: isShared,
  filled: () => isFilled,
}

const orders: Readonly<Record<DatasetOrder, ReturnType<typeof sql>>> = {
  newest: sql`dataset.id desc`,
  name: sql`lower(dataset.name), dataset.id`,
  changed: sql`greatest(
    dataset.created_at,
    (select max(image.created_at) from image
      where image.dataset_id = dataset.id and image.deleted_at is null),
    (select max(annotation.updated_at) from annotation
      join image on image.id = annotation.image_id
      where image.dataset_id = dataset.id and image.deleted_at is null)) desc, dataset.id desc`,
  images: sql`(select count(*) from image
    where image.dataset_id = dataset.id and image.deleted_at is null) desc, dataset.id desc`,
}

/** Empty datasets of other people, which only an administrator sees. */
function isOthersEmpty(actor: Actor) {
  return sql<SqlBool>`(${actor.isAdmin} and not ${isFilled} and not ${isOwn(actor)}
    and not ${isShared(actor)})`
}

/** A page of the datasets that the actor may see and the query asks for. */
export async function listDatasetPage(
  db: Db,
  actor: Actor,
  query: Query,
): Promise<{
  rows: ListedDataset[]
  othersEmpty: number
  pagination: { page: number; pages: number; total: number; limit: number }
}> {
  const matches = sql<SqlBool>`(${isNoReading} and dataset.name ilike ${containing(query.q)}
    and ${choices[query.show](actor)})`
  const shown = query.othersEmpty
    ? matches
    : sql<SqlBool>`(${matches} and not ${isOthersEmpty(actor)})`
  const counts = await permittedDatasets(db, actor)
    .where(matches)
    .select([
      sql<number>`count(*) filter (where ${shown})`.as('total'),
      sql<number>`count(*) filter (where ${isOthersEmpty(actor)})`.as('others'),
    ])
    .executeTakeFirstOrThrow()
  const { offset, ...pagination } = pageOf(counts.total, query)
  const rows = await listedDatasets(db, actor)
    .where(shown)
    .orderBy(orders[query.order])
    .limit(query.limit)
    .offset(offset)
    .execute()
  return { rows, othersEmpty: counts.others, pagination }
}
