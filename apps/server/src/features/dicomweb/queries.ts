import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { DocumentRow } from '../documents/queries.ts'
import { giveUids } from '../images/dicom/identity.ts'
import type { ImageRow } from '../images/queries.ts'

/** An attribute that must match, in the query's form (PS3.4 C.2.2.2). */
export interface Match {
  readonly tag: string
  readonly vr: string
  readonly text: string
}

/** The study, series or instance in an address; missing parts match any. */
export interface Place {
  readonly study?: string
  readonly series?: string
  readonly instance?: string
}

export interface Wanted {
  readonly datasetId: number
  readonly place: Place
  readonly matches: readonly Match[]
  readonly limit: number
  readonly offset: number
}

/** A study or series with a summary of its objects. */
export interface Summary {
  readonly series: number
  readonly instances: number
  readonly modalities: readonly string[]
  /** One of its objects, whose attributes are the study's or the series' too. */
  readonly object: StudyObject
}

/** An available object: that of an image, or a document of the study. */
export type StudyObject = { readonly image: ImageRow } | { readonly document: DocumentRow }

/** The UIDs of an object. */
export function uidsOf(
  object: StudyObject,
): Pick<ImageRow, 'study_uid' | 'series_uid' | 'instance_uid'> {
  return 'image' in object ? object.image : object.document
}

const isDicom = sql<boolean>`image.media_type = 'application/dicom'`
/** The SOP class in which an image is written if it is not a DICOM file: see `fundusPhotograph`. */
const isOphthalmic = sql<boolean>`(image.laterality in ('R', 'L', 'B') and image.acquired_clock is not null)`

const modality = sql<string>`case when ${isDicom} then coalesce(image.dicom_meta->>'00080060', '')
  when ${isOphthalmic} then 'OP' else 'XC' end`
const sopClass = sql<string>`case when ${isDicom} then coalesce(image.dicom_meta->>'00080016', '')
  when ${isOphthalmic} then '1.2.840.10008.5.1.4.1.1.77.1.5.1' else '1.2.840.10008.5.1.4.1.1.77.1.4' end`

/** Attributes matched against a column rather than the stored attribute texts. */
const columns: Readonly<Record<string, RawBuilder<string>>> = {
  '00080016': sql`object.sop_class`,
  '00080018': sql`object.instance_uid`,
  '00080020': sql`to_char(object.study_date, 'YYYYMMDD')`,
  '00080060': sql`object.modality`,
  '00080061': sql`object.modality`,
  '00100010': sql`coalesce(object.dicom_meta->>'00100010', object.patient_name)`,
  '00100020': sql`object.patient_id`,
  '0020000D': sql`object.study_uid`,
  '0020000E': sql`object.series_uid`,
}

/** Search keys for objects. */
interface ObjectKeys {
  readonly image_id: number | null
  readonly document_id: number | null
  readonly dataset_id: number
  readonly study_uid: string
  readonly series_uid: string
  readonly instance_uid: string
  readonly study_date: string | null
  readonly dicom_meta: Readonly<Record<string, string>>
}

/** The images with available objects, all of which have their UIDs, and the documents. */
const allObjects = sql<ObjectKeys>`(
  select image.id as image_id, null::integer as document_id, image.dataset_id, image.study_uid,
    image.series_uid, image.instance_uid, image.study_date, image.patient_id, image.patient_name,
    image.dicom_meta, ${modality} as modality, ${sopClass} as sop_class
  from image
  where image.deleted_at is null and image.missing_at is null and image.twin is null
    and image.series_uid <> ''
  union all
  select null, document.id, document.dataset_id, document.study_uid, document.series_uid,
    document.instance_uid, document.study_date, document.patient_id, document.patient_name,
    document.dicom_meta, coalesce(document.dicom_meta->>'00080060', ''), document.sop_class_uid
  from dicom_document as document
)`

function objects(
  db: Db,
  { datasetId, place, matches }: Pick<Wanted, 'datasetId' | 'place' | 'matches'>,
) {
  return db
    .selectFrom(allObjects.as('object'))
    .where('object.dataset_id', '=', datasetId)
    .$if(place.study !== undefined, (q) => q.where('object.study_uid', '=', place.study ?? ''))
    .$if(place.series !== undefined, (q) => q.where('object.series_uid', '=', place.series ?? ''))
    .$if(place.instance !== undefined, (q) =>
      q.where('object.instance_uid', '=', place.instance ?? ''),
    )
    .where((eb) => eb.and(matches.map(condition)))
}

function condition({ tag, vr, text }: Match): Expression<SqlBool> {
  const value = columns[tag] ?? sql<string>`object.dicom_meta->>${tag}`
  if (text === '') return sql`true`
  if (vr === 'UI' || tag === '00080061') return sql`${value} = any(${text.split(/[,\\]/)}::text[])`
  if (vr === 'PN') {
    return sql`exists (select from unnest(string_to_array(${value}, '=')) as part
      where rtrim(part, '^ ') ilike ${patternOf(text.replace(/\^+$/, ''))})`
  }
  const range = /^(\d*)-(\d*)$/.exec(text)
  if (range !== null && ['DA', 'TM', 'DT'].includes(vr)) {
    const [, from = '', to = ''] = range
    // A time such as '10' ends with its last second.
    return sql`${value} >= ${from} and (${to} = '' or ${value} <= ${`${to}~`} collate "C")`
  }
  return sql`${value} like ${patternOf(text)}`
}

/** Translates `*` and `?` to SQL's wildcards, and escapes everything else. */
function patternOf(text: string): string {
  return text
    .replaceAll(/[\\%_]/g, String.raw`\$&`)
    .replaceAll('*', '%')
    .replaceAll('?', '_')
}

/** The studies that match, the latest first. */
export function findStudies(db: Db, wanted: Wanted): Promise<Summary[]> {
  return findGroups(db, wanted, ['study_uid'])
}

/** The series that match, those of the latest study first. */
export function findSeries(db: Db, wanted: Wanted): Promise<Summary[]> {
  return findGroups(db, wanted, ['study_uid', 'series_uid'])
}

const latest = sql`max(object.study_date) desc nulls last`

async function findGroups(
  db: Db,
  wanted: Wanted,
  by: ('study_uid' | 'series_uid')[],
): Promise<Summary[]> {
  await giveUids(db, wanted.datasetId)
  const groups = await objects(db, wanted)
    .select(by)
    .groupBy(by)
    .orderBy(latest)
    .$call((q) => by.reduce((ordered, name) => ordered.orderBy(name), q))
    .limit(wanted.limit)
    .offset(wanted.offset)
    .execute()
  if (groups.length === 0) return []
  const last = by.at(-1) ?? 'study_uid'
  const uids = groups.map((group) => group[last])
  const all = await objects(db, { ...wanted, matches: [] })
    .where(last, 'in', uids)
    .select([
      sql<string>`object.${sql.ref(last)}`.as('uid'),
      sql<number>`count(distinct object.series_uid)::int`.as('series'),
      sql<number>`count(distinct object.instance_uid)::int`.as('instances'),
      sql<string[]>`array_agg(distinct object.modality)`.as('modalities'),
      sql<number | null>`min(object.image_id)`.as('image_id'),
      sql<number | null>`min(object.document_id)`.as('document_id'),
    ])
    .groupBy(last)
    .execute()
  const summaries = new Map(all.map((each) => [each.uid, each]))
  const wholes = await wholeObjects(db, all)
  return uids.flatMap((uid) => {
    const summary = summaries.get(uid)
    if (summary === undefined) return []
    const object = wholes(summary)
    return object === undefined ? [] : [{ ...summary, object }]
  })
}

type Key = Pick<ObjectKeys, 'image_id' | 'document_id'>

/** Finds the rows behind keys, images before documents. */
async function wholeObjects(
  db: Db,
  keys: readonly Key[],
): Promise<(key: Key) => StudyObject | undefined> {
  const imageIds = keys.flatMap(({ image_id: id }) => id ?? [])
  const documentIds = keys.flatMap(({ document_id: id }) => id ?? [])
  const images = await db
    .selectFrom('image')
    .selectAll()
    .where('id', 'in', [0, ...imageIds])
    .execute()
  const documents = await db
    .selectFrom('dicom_document')
    .selectAll()
    .where('id', 'in', [0, ...documentIds])
    .execute()
  const imageOf = new Map(images.map((image) => [image.id, image]))
  const documentOf = new Map(documents.map((document) => [document.id, document]))
  return ({ image_id: imageId, document_id: documentId }) => {
    const image = imageOf.get(imageId ?? 0)
    const document = documentOf.get(documentId ?? 0)
    if (image !== undefined) return { image }
    return document === undefined ? undefined : { document }
  }
}

const isLatest = sql<SqlBool>`not exists (select from ${allObjects} as later
  where later.dataset_id = object.dataset_id and later.study_uid = object.study_uid
    and later.series_uid = object.series_uid and later.instance_uid = object.instance_uid
    and (later.image_id > object.image_id or later.document_id > object.document_id))`

/** The matching objects; the latest of several with the same UID. */
export async function findInstances(db: Db, wanted: Wanted): Promise<StudyObject[]> {
  await giveUids(db, wanted.datasetId)
  const keys = await objects(db, wanted)
    .select(['object.image_id', 'object.document_id'])
    .where(isLatest)
    .orderBy('object.study_uid')
    .orderBy('object.series_uid')
    .orderBy(
      sql`nullif(regexp_replace(object.dicom_meta->>'00200013', '\\D', '', 'g'), '')::numeric`,
    )
    .orderBy(sql`object.image_id nulls last`)
    .orderBy('object.document_id')
    .limit(wanted.limit)
    .offset(wanted.offset)
    .execute()
  const whole = await wholeObjects(db, keys)
  return keys.flatMap((key) => whole(key) ?? [])
}
