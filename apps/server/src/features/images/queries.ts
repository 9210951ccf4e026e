import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely'
import type { z } from 'zod'

import type { imageFilters } from '#contract/image-filters'
import type { Image } from '#contract/images'
import type { Measurements } from '#contract/measurements'

import type { Db } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { orRefuse, permittedDatasets } from '../datasets/queries.ts'
import { containing, containingLower } from '../users/queries.ts'
import { bearsCategory, bearsCategoryItself } from './list/bears-category.ts'
import { beside, ordered, reversed } from './list/image-order.ts'
import { matchesFields } from './list/matches-fields.ts'
import { belowFolder, folderInBytes, inFolder } from './list/in-folder.ts'
import { reportStands } from './list/report-state.ts'
import {
  categoriesOfIt,
  hasOpenThread,
  listedColumns,
  type TwinFacts,
  type UndeliveredRow,
} from './list/listed-columns.ts'
import { refuseLocked } from './reading-lock.ts'

export type ImageRow = Selectable<Schema['image']>
export type ImageFilter = z.output<z.ZodObject<typeof imageFilters>> & {
  readonly patientID?: string | undefined
}

/** Presence rows older than this belong to a stream that died without signing off. */
export const presenceSeconds = 45

/** Images of datasets in which the actor has the right that the work needs. */
export function permittedImages(db: Db, actor: Actor) {
  return db
    .selectFrom('image')
    .where('image.deleted_at', 'is', null)
    .where('image.dataset_id', 'in', permittedDatasets(db, actor).select('dataset.id'))
}

/**
 * @throws {Problem} missing_right, or not_found, also if the actor may not see the image's dataset;
 * not_possible_now if it is to be annotated and locked by an assignment
 */
export async function getImageRow(db: Db, actor: Actor, id: number): Promise<ImageRow> {
  const image = await orRefuse(actor, 'image', (by) =>
    permittedImages(db, by).selectAll('image').where('image.id', '=', id).executeTakeFirst(),
  )
  if (actor.needs === 'annotate') await refuseLocked(db, actor, id)
  return image
}

/** The dataset's image with these bytes, even if it is deleted. */
export function findByContent(
  db: Db,
  datasetId: number,
  sha256: Buffer,
): Promise<ImageRow | undefined> {
  return db
    .selectFrom('image')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
}

/** The images of a dataset that have one of these contents and are not in the undo list. */
export function findByContents(
  db: Db,
  datasetId: number,
  hashes: readonly Buffer[],
): Promise<{ id: number; sha256: Buffer }[]> {
  return db
    .selectFrom('image')
    .select(['id', 'sha256'])
    .where('dataset_id', '=', datasetId)
    .where('sha256', '=', sql<Buffer>`any(${hashes}::bytea[])`)
    .where('deleted_at', 'is', null)
    .where('missing_at', 'is', null)
    .execute()
}

/** Matches the index. Paths that differ only in Unicode composition are equal. */
export const composedPath = sql<string>`normalize(image.path)`

/** The dataset's image with this path in any Unicode normalization form, even if it is deleted. */
export function findByPath(db: Db, datasetId: number, path: string): Promise<ImageRow | undefined> {
  return db
    .selectFrom('image')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .where(composedPath, '=', path.normalize('NFC'))
    .limit(1)
    .executeTakeFirst()
}

/** Matches the index: images without a known day come before all others. */
const studyDay = sql<string>`coalesce(image.study_date, '-infinity'::date)`

/**
 * The dataset's images that match, without deleted ones. `matches` is their number, which ordered
 * lists require.
 */
export function filteredImages(db: Db, datasetId: number, filter: ImageFilter, matches?: number) {
  const { folder, annotated } = filter
  return db
    .selectFrom('image')
    .where('image.dataset_id', '=', datasetId)
    .where('image.deleted_at', 'is', null)
    .$if(folder !== undefined && folder !== '', (q) => q.where(inFolder(folder ?? '')))
    .$if(filter.file_name__icontains !== undefined, (q) =>
      q.where('image.file_name_lower', 'like', containingLower(filter.file_name__icontains ?? '')),
    )
    .$if(filter.patientName__icontains !== undefined, (q) =>
      q.where((eb) => {
        const sought = filter.patientName__icontains ?? ''
        return eb.or([
          eb('image.patient_name_lower', 'like', containingLower(sought)),
          // Matches the index, which excludes rows without one.
          eb.and([
            eb('image.patient_name_korean', '<>', ''),
            eb('image.patient_name_korean', 'ilike', containing(sought)),
          ]),
        ])
      }),
    )
    .$if(filter.patientID__icontains !== undefined, (q) =>
      q.where('image.patient_id', 'ilike', containing(filter.patientID__icontains ?? '')),
    )
    .$if(filter.patientID !== undefined, (q) =>
      q.where('image.patient_id', '=', filter.patientID ?? ''),
    )
    .$if(filter.studyDate__gte !== undefined, (q) =>
      q.where(sql<SqlBool>`${studyDay} >= ${filter.studyDate__gte}::date`),
    )
    .$if(filter.studyDate__lte !== undefined, (q) =>
      q.where(
        sql<SqlBool>`${studyDay} > '-infinity' and ${studyDay} <= ${filter.studyDate__lte}::date`,
      ),
    )
    .$if(filter.stateMICS !== undefined, (q) =>
      q.where(
        sql<SqlBool>`referral_step(image.mics_state) = referral_step(${filter.stateMICS}::text)`,
      ),
    )
    .$if(filter.reportState !== undefined, (q) =>
      q.where(reportStands(filter.reportState ?? 'notAnalysed')),
    )
    .$if(annotated === '', (q) => q.where(sql<SqlBool>`false`))
    .$if(annotated === true, (q) => q.where('image.annotated', '=', true))
    .$if(annotated === false, (q) => q.where('image.annotated', '=', false))
    .$if(filter.open_comments === true, (q) => q.where(hasOpenThread))
    .$if(filter.fields !== undefined, (q) => q.where(matchesFields(filter.fields ?? {})))
    .$if(filter.category_ids__in !== undefined, (q) =>
      q.where(
        bearsCategory(db, { datasetId, categoryIds: filter.category_ids__in ?? [] }, matches),
      ),
    )
}

/** Whether the filter may exclude images of the dataset. */
export function isNarrow({
  folder,
  order: _order,
  ascending: _ascending,
  by_visit: _byVisit,
  ...rest
}: ImageFilter): boolean {
  return (folder ?? '') !== '' || Object.values(rest).some((value) => value !== undefined)
}

export async function countImages(db: Db, datasetId: number, filter: ImageFilter): Promise<number> {
  const { count } = await filteredImages(db, datasetId, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export type ListedImage = ImageRow & {
  annotating: string[]
  category_ids: number[]
  pacs_state: Image['pacsState']
  /** A row of the reviews, as JSON. */
  review: unknown
  /** The numbers of its risk, as JSON. */
  risk: unknown
  documents: number
  open_threads: number
  undelivered: UndeliveredRow[]
  twins: TwinFacts | null
}

export function listImageRows(
  db: Db,
  datasetId: number,
  filter: ImageFilter,
  page: { limit: number; offset: number; total: number },
): Promise<ListedImage[]> {
  const matching = filteredImages(db, datasetId, filter, page.total).select('image.id')
  const behind = page.total - page.offset
  const limit = Math.min(page.limit, behind)
  // Count from the end if it is nearer.
  const ids =
    behind < page.offset
      ? ordered(matching, reversed(filter))
          .limit(limit)
          .offset(behind - limit)
      : ordered(matching, filter).limit(page.limit).offset(page.offset)
  return ordered(
    db
      .selectFrom('image')
      .where('image.id', 'in', ids)
      .selectAll('image')
      .select(listedColumns(presenceSeconds)),
    filter,
  ).execute()
}

export function getListedImage(db: Db, id: number): Promise<ListedImage> {
  return db
    .selectFrom('image')
    .where('image.id', '=', id)
    .selectAll('image')
    .select(listedColumns(presenceSeconds))
    .executeTakeFirstOrThrow()
}

/** Notes on an image as a whole. */
export interface ImageNotes {
  readonly metadata: Record<string, unknown>
  readonly category_ids: number[]
  readonly measurements: Measurements
}

/** The notes on the image as a whole, locked until the transaction ends. */
export async function lockImageNotes(db: Db, id: number): Promise<ImageNotes> {
  const notes = (await lockNotesOf(db, [id])).get(id)
  if (notes === undefined) throw new Error(`There is no image ${id}.`)
  return notes
}

/** Like {@link lockImageNotes}, for several images, by their ids. */
export async function lockNotesOf(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, ImageNotes>> {
  await db
    .selectFrom('image')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  // In a separate statement, which sees the changes of transactions that the lock waited for.
  const rows = await db
    .selectFrom('image')
    .select(['id', 'metadata', 'measurements', categoriesOfIt.as('category_ids')])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, ...notes }) => [id, notes]))
}

type PhotographRow = Pick<ImageRow, 'id' | 'width' | 'height' | 'sha256' | 'frame'>

/** Maximum images to scan along the list's index in each attempt, before the matches are gathered. */
const reaches = [50, 5000]

/** The images before and after an image in the filtered list; null at its ends. */
export async function findNeighbours(
  db: Db,
  image: ImageRow,
  filter: ImageFilter,
): Promise<{ previous: PhotographRow | null; next: PhotographRow | null }> {
  const { category_ids__in: categoryIds, ...otherwise } = filter
  const nearest = (side: 'before' | 'after', narrowed: ImageFilter) => {
    const others = filteredImages(db, image.dataset_id, narrowed, 0).select([
      'image.id',
      'image.width',
      'image.height',
      'image.sha256',
      'image.frame',
    ])
    return beside(others, filter, { imageId: image.id, side })
  }
  const neighbour = async (side: 'before' | 'after'): Promise<PhotographRow | null> => {
    for (const reach of categoryIds === undefined ? [] : reaches) {
      const passed = await nearest(side, otherwise)
        .select(bearsCategoryItself(categoryIds ?? []).as('bears'))
        .limit(reach)
        .execute()
      const found = passed.find(({ bears }) => bears)
      if (found !== undefined || passed.length < reach) return found ?? null
    }
    return (await nearest(side, filter).limit(1).executeTakeFirst()) ?? null
  }
  const [previous, next] = await Promise.all([neighbour('before'), neighbour('after')])
  return { previous, next }
}

/**
 * Names of the folders one level below the given one, 'visit 9' before 'visit 10'. Jumps from name
 * to name in the index, past all images of each.
 */
export async function listFolders(db: Db, datasetId: number, folder: string): Promise<string[]> {
  const prefix = folder === '' ? '' : `${folder}/`
  const next = (condition: RawBuilder<unknown>) => sql`(
    select image.folder from image
    where image.dataset_id = ${datasetId} and image.deleted_at is null and image.folder <> ''
      and ${folder === '' ? sql`true` : belowFolder(folder)} and ${condition}
    order by ${folderInBytes} limit 1)`
  const { rows } = await sql<{ name: string }>`
    with recursive found(folder) as (
      ${next(sql`true`)}
      union all
      -- Behind a folder come its neighbours 'a b' and 'a-b', and then what is below it.
      select ${next(sql`${folderInBytes} >= case strpos(substr(found.folder, length(${prefix}) + 1), '/')
        when 0 then found.folder || chr(1)
        else ${prefix} || split_part(substr(found.folder, length(${prefix}) + 1), '/', 1) || '0' end`)}
      from found where found.folder is not null
    )
    select name from (
      select distinct split_part(substr(folder, length(${prefix}) + 1), '/', 1) as name
      from found where folder is not null) as names
    order by natural_key(name), name`.execute(db)
  return rows.map((row) => row.name)
}
