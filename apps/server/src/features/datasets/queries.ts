import { sql, type ExpressionBuilder, type Selectable, type SqlBool } from 'kysely'
import { z } from 'zod'

import { DatasetName } from '#contract/datasets'
import { FhirSending } from '#contract/fhir'
import { MicsSettings } from '#contract/mics'
import { PacsSettings } from '#contract/pacs'
import { ScaleRules } from '#contract/patient-data'

import type { Db } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound } from '../../platform/http/problem.ts'

export type DatasetRow = Selectable<Schema['dataset']>

/** The datasets of which the actor is a member; deleted ones are excluded. */
export function visibleDatasets(db: Db, actor: Actor) {
  const existing = db.selectFrom('dataset').where('dataset.deleted_at', 'is', null)
  if (actor.isAdmin || actor.anonymous) return existing
  return existing.where((eb) =>
    eb.or([
      eb('dataset.owner_id', '=', actor.id),
      eb.exists(
        eb
          .selectFrom('dataset_member')
          .select(sql`1`.as('one'))
          .whereRef('dataset_member.dataset_id', '=', 'dataset.id')
          .where('dataset_member.user_id', '=', actor.id),
      ),
    ]),
  )
}

/** @throws {Problem} not_found, also if the actor is not a member. */
export async function getDataset(db: Db, actor: Actor, id: number): Promise<DatasetRow> {
  const row = await visibleDatasets(db, actor)
    .selectAll('dataset')
    .where('dataset.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw notFound('dataset')
  return row
}

/** A dataset that is not deleted, for background work. */
export function getLiveDataset(db: Db, id: number): Promise<DatasetRow | undefined> {
  return db
    .selectFrom('dataset')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The dataset's archive settings, or the defaults; without the password. */
export function pacsSettingsOf({ settings }: Pick<DatasetRow, 'settings'>): PacsSettings {
  return z.object(PacsSettings.shape).parse(settings['PACS'] ?? {})
}

/** The dataset's order system settings, or the defaults; without the password. */
export function micsSettingsOf({ settings }: Pick<DatasetRow, 'settings'>): MicsSettings {
  return z.object(MicsSettings.shape).parse(settings['MICS'] ?? {})
}

/** The dataset's results to send to the site's FHIR server automatically. */
export function fhirSendingOf({ settings }: Pick<DatasetRow, 'settings'>): FhirSending {
  return FhirSending.parse(settings['FHIR'] ?? {})
}

/** The scales that the owner has set for the dataset's cameras. */
export function scaleRulesOf({ settings }: Pick<DatasetRow, 'settings'>): ScaleRules {
  return ScaleRules.parse(settings['SCALES'] ?? [])
}

/** Replaces the settings of these names, and keeps the others. */
export async function changeSettings(
  db: Db,
  id: number,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  await db
    .updateTable('dataset')
    .set({ settings: sql<string>`settings || ${JSON.stringify(settings)}::jsonb` })
    .where('id', '=', id)
    .execute()
}

type DatasetTables = ExpressionBuilder<Schema, 'dataset'>

function images(eb: DatasetTables) {
  return eb
    .selectFrom('image')
    .whereRef('image.dataset_id', '=', 'dataset.id')
    .where('image.deleted_at', 'is', null)
}

/**
 * An image that identifies its patient: by a patient ID, a name, or because it is DICOM. Matches
 * the index.
 */
const ofAPerson = sql<SqlBool>`(image.patient_id <> '' or image.patient_name <> ''
  or image.patient_name_korean <> '' or image.media_type = 'application/dicom')`

/** Whether any of the dataset's images identifies its patient. */
export async function bearsIdentity(db: Db, datasetId: number): Promise<boolean> {
  const row = await db
    .selectFrom('image')
    .select('id')
    .where('dataset_id', '=', datasetId)
    .where('deleted_at', 'is', null)
    .where(ofAPerson)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Datasets with the details of their cards. */
export function listedDatasets(db: Db, actor: Actor) {
  return visibleDatasets(db, actor)
    .selectAll('dataset')
    .select((eb) => [
      images(eb)
        .select((image) => image.fn.countAll<number>().as('n'))
        .as('image_count'),
      images(eb)
        .where('image.annotated', '=', true)
        .select((image) => image.fn.countAll<number>().as('n'))
        .as('annotated_count'),
      images(eb)
        .select('image.id')
        .orderBy('image.name_key')
        .orderBy('image.id')
        .limit(1)
        .as('first_image_id'),
      images(eb)
        .select('image.id')
        .where(sql<boolean>`coalesce(image.study_date, '-infinity'::date) > '-infinity'`)
        .limit(1)
        .as('study_id'),
      images(eb).select('image.id').where(ofAPerson).limit(1).as('person_id'),
      eb
        .selectFrom('app_user')
        .whereRef('app_user.id', '=', 'dataset.owner_id')
        .select('app_user.username')
        .as('owner'),
      sql<string[]>`array(
        select app_user.username from dataset_member
        join app_user on app_user.id = dataset_member.user_id
        where dataset_member.dataset_id = dataset.id order by lower(app_user.username))`.as(
        'members',
      ),
      sql<boolean>`exists (
        select from dataset_clinician
        where dataset_clinician.dataset_id = dataset.id
        and dataset_clinician.user_id = ${actor.id})`.as('is_clinician'),
      sql<number[]>`array(
        select dataset_category.category_id from dataset_category
        join category on category.id = dataset_category.category_id
        where dataset_category.dataset_id = dataset.id and category.deleted_at is null
        order by lower(category.name))`.as('category_ids'),
    ])
}

export type ListedDataset = Awaited<
  ReturnType<ReturnType<typeof listedDatasets>['executeTakeFirstOrThrow']>
>

export async function getListedDataset(db: Db, actor: Actor, id: number): Promise<ListedDataset> {
  const row = await listedDatasets(db, actor).where('dataset.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('dataset')
  return row
}

/**
 * The dataset of a new account, with the same name; none if that name is taken or not valid for a
 * folder.
 */
export async function insertOwnDataset(
  db: Db,
  owner: { id: number; username: string },
): Promise<void> {
  if (!DatasetName.safeParse(owner.username).success) return
  await db
    .insertInto('dataset')
    .values({ name: owner.username, owner_id: owner.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function replaceCategories(
  db: Db,
  datasetId: number,
  categoryIds: readonly number[],
): Promise<void> {
  await db.deleteFrom('dataset_category').where('dataset_id', '=', datasetId).execute()
  await addCategories(db, datasetId, categoryIds)
}

export async function addCategories(
  db: Db,
  datasetId: number,
  categoryIds: readonly number[],
): Promise<void> {
  const unique = [...new Set(categoryIds)]
  if (unique.length === 0) return
  await db
    .insertInto('dataset_category')
    .values(unique.map((id) => ({ dataset_id: datasetId, category_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
