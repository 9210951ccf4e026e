import { sql } from 'kysely'

import type { DatasetStatistics } from '#contract/statistics'

import type { Db } from '../../platform/database/database.ts'
import { fieldStatistics } from './field-statistics.ts'

/** The contents of a dataset, without those in the undo list. */
export async function datasetStatistics(db: Db, datasetId: number): Promise<DatasetStatistics> {
  const images = await imageTotals(db, datasetId)
  const tallies = await tallyAnnotations(db, datasetId)
  const categories = tallies.filter((tally) => tally.of === 'category')
  const users = tallies.filter((tally) => tally.of === 'user')
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
    users: Object.fromEntries(
      users.map((row) => [row.name, { annotations: row.annotations, images: row.images }]),
    ),
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

interface Tally {
  readonly of: 'category' | 'user'
  readonly name: string
  readonly annotations: number
  readonly images: number
  readonly with_area: number
  readonly area: number
}

/**
 * Annotations by category (those of the dataset, and others that its annotations have) and by author
 * (anonymous only if there is no sign-in), most first. One statement, so that the annotations are
 * read once.
 */
async function tallyAnnotations(db: Db, datasetId: number): Promise<Tally[]> {
  const { rows } = await sql<Tally>`
    with drawn as materialized (
      select category_id, creator_id, image_id, area from annotation
      where deleted_at is null and not is_empty
        and image_id = any(array(
          select id from image where dataset_id = ${datasetId} and deleted_at is null
          except select id from image where dataset_id = ${datasetId} and twin is not null))),
    shown as (
      select category_id from dataset_category where dataset_id = ${datasetId}
      union select category_id from drawn),
    named as (
      select 'category' as of, category.name, drawn.image_id, drawn.area
      from shown
        join category on category.id = shown.category_id and category.deleted_at is null
        left join drawn on drawn.category_id = shown.category_id
      union all
      select 'user', coalesce(app_user.username, 'anonymous'), drawn.image_id, drawn.area
      from drawn left join app_user on app_user.id = drawn.creator_id)
    select of, name,
      count(image_id)::integer as annotations,
      count(distinct image_id)::integer as images,
      count(*) filter (where area > 0)::integer as with_area,
      coalesce(sum(area), 0) as area
    from named
    group by of, name
    order by annotations desc, lower(name)`.execute(db)
  return rows
}
