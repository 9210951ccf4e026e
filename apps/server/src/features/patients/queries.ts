import { sql, type RawBuilder } from 'kysely'

import type { FoundPatient, PatientCounts, PatientErasure, SentElsewhere } from '#contract/patients'
import { shownName } from '#dicom/person-name'

import type { Db } from '../../platform/database/database.ts'
import { ofOwnSite } from '../datasets/queries.ts'

/** A patient of a site by the exact ID; without an issuer, of every issuer. */
export interface Which {
  readonly patient_id: string
  readonly issuer?: string | undefined
  /** The administrator's site: clinics that share an installation do not meet. */
  readonly siteId: number | null
}

/** Issuer of Patient ID (0010,0021) of an image or a document; '' if its file states none. */
const issuerOf = (table: 'image' | 'dicom_document'): RawBuilder<string> =>
  sql<string>`coalesce(${sql.ref(`${table}.dicom_meta`)} ->> '00100021', '')`

function datasetsOfSite(db: Db, siteId: number | null) {
  return db.selectFrom('dataset').where(ofOwnSite({ siteId })).select('dataset.id')
}

/** The patient's images in all datasets of the site, deleted ones too. */
export function imagesOf(db: Db, { patient_id: id, issuer, siteId }: Which) {
  return (
    db
      .selectFrom('image')
      .where('image.patient_id', '=', id)
      // The index of patients leaves out images of nobody.
      .where('image.patient_id', '<>', '')
      .where('image.dataset_id', 'in', datasetsOfSite(db, siteId))
      .$if(issuer !== undefined, (q) => q.where(issuerOf('image'), '=', issuer ?? ''))
  )
}

/** The patient's documents in all datasets of the site. */
export function documentsOf(db: Db, { patient_id: id, issuer, siteId }: Which) {
  return db
    .selectFrom('dicom_document')
    .where('dicom_document.patient_id', '=', id)
    .where('dicom_document.dataset_id', 'in', datasetsOfSite(db, siteId))
    .$if(issuer !== undefined, (q) => q.where(issuerOf('dicom_document'), '=', issuer ?? ''))
}

/** The datasets that contain the patient, in the order of their ids. */
export function datasetsOf(db: Db, which: Which): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('dataset')
    .select(['id', 'name'])
    .where((eb) =>
      eb.or([
        eb('id', 'in', imagesOf(db, which).select('image.dataset_id')),
        eb('id', 'in', documentsOf(db, which).select('dicom_document.dataset_id')),
      ]),
    )
    .orderBy('id')
    .execute()
}

/** Issuers of the ID in all datasets, in alphabetical order. */
export async function issuersOf(db: Db, { patient_id, siteId }: Which): Promise<string[]> {
  const all = { patient_id, siteId }
  const rows = await imagesOf(db, all)
    .select(issuerOf('image').as('issuer'))
    .union(documentsOf(db, all).select(issuerOf('dicom_document').as('issuer')))
    .orderBy('issuer')
    .execute()
  return rows.map(({ issuer }) => issuer)
}

export async function namesOf(db: Db, which: Which): Promise<string[]> {
  const rows = await imagesOf(db, which)
    .where('image.patient_name', '<>', '')
    .select('image.patient_name as name')
    .distinct()
    .orderBy('name')
    .execute()
  return [...new Set(rows.map(({ name }) => shownName(name)))]
}

export async function countAll(db: Db, which: Which): Promise<PatientCounts> {
  const ids = imagesOf(db, which).select('image.id')
  const { rows } = await sql<PatientCounts>`
    with whose as (${ids})
    select (select count(*) from whose)::integer as images,
      (select count(*) from annotation where image_id in (select id from whose))::integer as annotations,
      (select count(*) from analysis_result join analysis on analysis.id = analysis_id
        where image_id in (select id from whose))::integer as results,
      (${documentsOf(db, which).select((eb) => eb.fn.countAll().as('n'))})::integer as documents,
      (select count(*) from received_order
        where patient_id = ${which.patient_id} and ${which.siteId === null})::integer as orders`.execute(
    db,
  )
  return one(rows)
}

/** Images that other systems received, or whose results they received. */
export async function countSent(db: Db, which: Which): Promise<SentElsewhere> {
  const ids = imagesOf(db, which).select('image.id')
  const { rows } = await sql<SentElsewhere>`
    with whose as (${ids})
    select (select count(distinct image_id) from pacs_sending
        where state = 'sent' and image_id in (select id from whose))::integer as pacs,
      (select count(distinct image_id) from fhir_message
        where push_state = 'sent' and image_id in (select id from whose))::integer as fhir,
      (select count(*) from told_result
        where image_id in (select id from whose))::integer as order_system`.execute(db)
  return one(rows)
}

/** Whether tasks of these datasets are queued or running. */
export async function isBusy(db: Db, datasetIds: readonly number[]): Promise<boolean> {
  if (datasetIds.length === 0) return false
  const open = await db
    .selectFrom('task')
    .select('id')
    .where('dataset_id', 'in', datasetIds)
    .where('status', 'in', ['queued', 'running'])
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

type FoundDataset = FoundPatient['datasets'][number]

/** Images, documents and exports of one of the patient's datasets. */
export async function contentsOf(
  db: Db,
  dataset: { id: number; name: string },
  which: Which,
): Promise<FoundDataset> {
  const images = await imagesOf(db, which)
    .where('image.dataset_id', '=', dataset.id)
    .select(['id', 'file_name', 'study_date', 'laterality', 'deleted_at'])
    .orderBy('id')
    .execute()
  const { documents } = await documentsOf(db, which)
    .where('dicom_document.dataset_id', '=', dataset.id)
    .select((eb) => eb.fn.countAll<number>().as('documents'))
    .executeTakeFirstOrThrow()
  const { exports } = await db
    .selectFrom('export')
    .where('dataset_id', '=', dataset.id)
    .select((eb) => eb.fn.countAll<number>().as('exports'))
    .executeTakeFirstOrThrow()
  return {
    ...dataset,
    images: images.map(({ deleted_at, ...image }) => ({ ...image, deleted: deleted_at !== null })),
    documents,
    exports,
  }
}

/** Records of erasures, the newest first. */
export async function listErasures(db: Db, siteId: number | null): Promise<PatientErasure[]> {
  const rows = await db
    .selectFrom('patient_erasure')
    .select(['id', 'at', 'by_username', 'reason', 'pseudonym', 'removed'])
    .where('site_id', 'is not distinct from', siteId)
    .orderBy('id', 'desc')
    .limit(500)
    .execute()
  return rows.map(({ at, by_username: by, removed, ...row }) => ({
    ...row,
    ...removed,
    at: at.toISOString(),
    by,
  }))
}

function one<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error('The query has no row.')
  return row
}
