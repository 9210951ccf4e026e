import { sql, type ExpressionBuilder, type Selectable, type SqlBool, type RawBuilder } from 'kysely'
import { z } from 'zod'

import { DatasetName } from '#contract/datasets'
import { FhirSending } from '#contract/fhir'
import { MicsSettings } from '#contract/mics'
import { PacsSettings } from '#contract/pacs'
import { ScaleRules } from '#contract/patient-data'
import { GivenRole, includes, roles, type Right } from '#contract/roles'

import type { Db } from '../../platform/database/database.ts'
import { isSite } from '../../platform/database/is-site.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { needing, type Actor } from '../../platform/http/actor.ts'
import { notFound, type Noun } from '../../platform/http/problem.ts'
import { isInToken, missingRight, readingRights, rightsIn, standingsEverywhere } from './policy.ts'
import { isNotBlindedFor } from './blinding.ts'

export type DatasetRow = Selectable<Schema['dataset']>

/** Datasets of the actor's site: clinics that share an installation do not meet. */
export function ofOwnSite({ siteId }: Pick<Actor, 'siteId'>): RawBuilder<SqlBool> {
  return isSite(sql.ref('dataset.site_id'), siteId)
}

/** The datasets that a program reaches for its work by its token; all that there are, for a person. */
export function reachedBy(actor: Actor): RawBuilder<SqlBool> {
  const { token, needs } = actor
  if (!isInToken(actor, needs)) return sql<SqlBool>`false`
  if (token === undefined || token.datasetIds === null) return sql<SqlBool>`true`
  return sql<SqlBool>`dataset.id = any(${token.datasetIds}::integer[])`
}

/**
 * The datasets in which the actor has the right that the work needs; deleted ones are excluded.
 * Every query about a dataset's data starts here: this is the one place where roles, sites and access
 * tokens are enforced.
 */
export function permittedDatasets(db: Db, actor: Actor) {
  const { id, needs } = actor
  const existing = db
    .selectFrom('dataset')
    .where('dataset.deleted_at', 'is', null)
    .where(ofOwnSite(actor))
    .where(isOpenToReading(needs))
    .where(isNotBlindedFor(id))
    .where(reachedBy(actor))
  if (includes(needs, standingsEverywhere(actor))) return existing
  const sufficient = GivenRole.options.filter((role) => includes(needs, [role]))
  return existing.where((eb) =>
    eb.or([
      eb('dataset.owner_id', '=', id),
      ...(sufficient.includes(emergencyRole) ? [eb.exists(emergencyAccess(eb, id))] : []),
      eb.exists(
        eb
          .selectFrom('dataset_role')
          .select(sql`1`.as('one'))
          .whereRef('dataset_role.dataset_id', '=', 'dataset.id')
          .where('dataset_role.user_id', '=', id)
          .where('dataset_role.role', '=', sql<GivenRole>`any(${sufficient}::text[])`),
      ),
    ]),
  )
}

/** Copies for a blinded reader exist as long as their source, and have few rights. */
function isOpenToReading(needs: Right): RawBuilder<SqlBool> {
  if (!readingRights.includes(needs)) return sql<SqlBool>`dataset.reading_of is null`
  return sql<SqlBool>`(dataset.reading_of is null or exists (
    select from dataset as source
    where source.id = dataset.reading_of and source.deleted_at is null))`
}

/** Datasets for lists: the copies for blinded readers are reached by their assignments only. */
export const isNoReading = sql<SqlBool>`dataset.reading_of is null`

/** What somebody may do who reaches a dataset in an emergency. */
const emergencyRole: GivenRole = 'viewer'

/** The emergency access to the dataset that a user has now. */
function emergencyAccess(eb: DatasetTables, userId: number | null) {
  return eb
    .selectFrom('emergency_access')
    .whereRef('emergency_access.dataset_id', '=', 'dataset.id')
    .where('emergency_access.user_id', '=', userId)
    .where('emergency_access.ends_at', '>', sql<Date>`now()`)
    .select((access) => access.fn.max('emergency_access.ends_at').as('ends_at'))
    .groupBy('emergency_access.dataset_id')
}

/** Whether the actor has the right that the work needs in the dataset. */
export async function isPermitted(db: Db, actor: Actor, datasetId: number): Promise<boolean> {
  const row = await permittedDatasets(db, actor)
    .select('dataset.id')
    .where('dataset.id', '=', datasetId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The object that `find` finds for the actor.
 * @param find a query that starts from {@link permittedDatasets}
 * @throws {Problem} missing_right if the actor may only see it; not_found if not even that
 */
export async function orRefuse<T>(
  actor: Actor,
  noun: Noun,
  find: (actor: Actor) => Promise<T | undefined>,
): Promise<T> {
  const found = await find(actor)
  if (found !== undefined) return found
  const seen = actor.needs === 'view' ? undefined : await find(needing(actor, 'view'))
  throw seen === undefined ? notFound(noun) : missingRight(actor)
}

/** @throws {Problem} missing_right, or not_found, also if the actor may not see the dataset */
export function getDataset(db: Db, actor: Actor, id: number): Promise<DatasetRow> {
  return orRefuse(actor, 'dataset', (by) =>
    permittedDatasets(db, by).selectAll('dataset').where('dataset.id', '=', id).executeTakeFirst(),
  )
}

/** The actor's rights in a dataset. */
export async function rightsOf(db: Db, actor: Actor, datasetId: number): Promise<Right[]> {
  const row = await db
    .selectFrom('dataset')
    .select((eb) => ['dataset.owner_id', 'dataset.reading_of', givenRole(eb, actor)])
    .where('dataset.id', '=', datasetId)
    .executeTakeFirstOrThrow()
  return rightsIn(actor, row)
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

/** The highest role that was given to the actor or to a group of theirs, else that of an emergency. */
function givenRole(eb: DatasetTables, actor: Actor) {
  const given = eb
    .selectFrom('dataset_role')
    .whereRef('dataset_role.dataset_id', '=', 'dataset.id')
    .where('dataset_role.user_id', '=', actor.id)
    .select('dataset_role.role')
    .orderBy(byRank('dataset_role.role'))
    .limit(1)
  const inEmergency = eb.exists(emergencyAccess(eb, actor.id))
  return sql<GivenRole | null>`coalesce(${given},
    case when ${inEmergency} then ${emergencyRole} end)`.as('role')
}

/** Orders roles from the highest. */
export function byRank(role: 'dataset_role.role') {
  return sql`array_position(${[...roles]}::text[], ${sql.ref(role)})`
}

/** Datasets with the details of their cards. */
export function listedDatasets(db: Db, actor: Actor) {
  return permittedDatasets(db, actor)
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
      givenRole(eb, actor),
      emergencyAccess(eb, actor.id).as('emergency_until'),
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

export function getListedDataset(db: Db, actor: Actor, id: number): Promise<ListedDataset> {
  return orRefuse(actor, 'dataset', (by) =>
    listedDatasets(db, by).where('dataset.id', '=', id).executeTakeFirst(),
  )
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
