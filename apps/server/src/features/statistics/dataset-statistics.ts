import { sql } from 'kysely'

import type { DatasetStatistics } from '#contract/statistics'

import type { Db } from '../../platform/database/database.ts'
import { fieldStatistics } from './field-statistics.ts'

/** The contents of a dataset, without those in the undo list. */
export async function datasetStatistics(db: Db, datasetId: number): Promise<DatasetStatistics> {
  const images = await imageTotals(db, datasetId)
  const categories = await byCategory(db, datasetId)
  const users = await byUser(db, datasetId)
  const withArea = sum(categories.map((row) => row.with_area))
  const annotations = sum(categories.map((row) => row.annotations))
  return {
    total: {
      Users: images.members,
      Images: images.images,
      'Annotated Images': images.annotated,
      Annotations: annotations,
      Categories: categories.length,
      'Time Annotating (s)': Math.round(images.milliseconds / 1000),
    },
    average: {
      'Image Width (px)': images.width,
      'Image Height (px)': images.height,
      'Annotation Area (px)': mean(sum(categories.map((row) => row.area)), withArea),
      'Time per Image (s)': mean(images.milliseconds / 1000, images.opened),
      'Annotations per Image': mean(annotations, images.images),
    },
    categories: Object.fromEntries(categories.map((row) => [row.name, row.annotations])),
    images_per_category: Object.fromEntries(categories.map((row) => [row.name, row.images])),
    fields: await fieldStatistics(db, datasetId),
    users: Object.fromEntries(users.map(({ username, ...counts }) => [username, counts])),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function mean(total: number, count: number): number {
  return count === 0 ? 0 : total / count
}

interface ImageTotals {
  readonly images: number
  readonly annotated: number
  readonly opened: number
  readonly milliseconds: number
  readonly width: number
  readonly height: number
  readonly members: number
}

async function imageTotals(db: Db, datasetId: number): Promise<ImageTotals> {
  const { rows } = await sql<ImageTotals>`
    select count(*)::integer as images,
      count(*) filter (where annotated)::integer as annotated,
      count(*) filter (where annotating_ms > 0)::integer as opened,
      coalesce(sum(annotating_ms), 0)::double precision as milliseconds,
      coalesce(avg(width), 0)::double precision as width,
      coalesce(avg(height), 0)::double precision as height,
      (select count(*)::integer from app_user
        where deleted_at is null and id in (
          select owner_id from dataset where id = ${datasetId}
          union select user_id from dataset_role where dataset_id = ${datasetId})) as members
    from image where dataset_id = ${datasetId} and deleted_at is null and twin is null`.execute(db)
  const [totals] = rows
  if (totals === undefined) throw new Error('A count without an answer.')
  return totals
}

interface CategoryTotals {
  readonly name: string
  readonly annotations: number
  readonly images: number
  readonly with_area: number
  readonly area: number
}

/** The dataset's categories, and others that its annotations have. */
async function byCategory(db: Db, datasetId: number): Promise<CategoryTotals[]> {
  const { rows } = await sql<CategoryTotals>`
    with drawn as (
      select annotation.category_id, annotation.image_id, annotation.area
      from annotation join image on image.id = annotation.image_id
      where image.dataset_id = ${datasetId}
        and image.deleted_at is null and image.twin is null
        and annotation.deleted_at is null and not annotation.is_empty),
    shown as (
      select category_id from dataset_category where dataset_id = ${datasetId}
      union select category_id from drawn)
    select category.name,
      count(drawn.image_id)::integer as annotations,
      count(distinct drawn.image_id)::integer as images,
      count(*) filter (where drawn.area > 0)::integer as with_area,
      coalesce(sum(drawn.area), 0) as area
    from shown
      join category on category.id = shown.category_id and category.deleted_at is null
      left join drawn on drawn.category_id = shown.category_id
    group by category.name
    order by annotations desc, lower(category.name)`.execute(db)
  return rows
}

/** The authors of the current annotations; anonymous only if there is no sign-in. */
async function byUser(
  db: Db,
  datasetId: number,
): Promise<{ username: string; annotations: number; images: number }[]> {
  const { rows } = await sql<{ username: string; annotations: number; images: number }>`
    select coalesce(app_user.username, 'anonymous') as username,
      count(*)::integer as annotations,
      count(distinct annotation.image_id)::integer as images
    from annotation
      join image on image.id = annotation.image_id
      left join app_user on app_user.id = annotation.creator_id
    where image.dataset_id = ${datasetId}
      and image.deleted_at is null and image.twin is null
      and annotation.deleted_at is null and not annotation.is_empty
    group by 1
    order by annotations desc, username`.execute(db)
  return rows
}
