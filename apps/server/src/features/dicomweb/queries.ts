import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { giveUids } from '../images/dicom-identity.ts'
import type { ImageRow } from '../images/queries.ts'

/** An attribute that must match, as the query has it (PS3.4 C.2.2.2). */
export interface Match {
  readonly tag: string
  readonly vr: string
  readonly text: string
}

/** The study, series or instance that an address names; what it does not name is any. */
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

/** A study or series with what is known of all its objects. */
export interface Summary {
  readonly series: number
  readonly instances: number
  readonly modalities: readonly string[]
  /** One of its objects, whose attributes are the study's or the series' too. */
  readonly image: ImageRow
}

const isDicom = sql<boolean>`image.media_type = 'application/dicom'`
/** As what the image is written where it is no DICOM file: see `fundusPhotograph`. */
const isOphthalmic = sql<boolean>`(image.laterality in ('R', 'L', 'B') and image.acquired_clock is not null)`

const modality = sql<string>`case when ${isDicom} then coalesce(image.dicom_meta->>'00080060', '')
  when ${isOphthalmic} then 'OP' else 'XC' end`
const sopClass = sql<string>`case when ${isDicom} then coalesce(image.dicom_meta->>'00080016', '')
  when ${isOphthalmic} then '1.2.840.10008.5.1.4.1.1.77.1.5.1' else '1.2.840.10008.5.1.4.1.1.77.1.4' end`

/** What is matched against a column rather than the attributes that were kept as text. */
const columns: Readonly<Record<string, RawBuilder<string>>> = {
  '00080016': sql`${sopClass}`,
  '00080018': sql`image.instance_uid`,
  '00080020': sql`to_char(image.study_date, 'YYYYMMDD')`,
  '00080060': sql`${modality}`,
  '00080061': sql`${modality}`,
  '00100010': sql`coalesce(image.dicom_meta->>'00100010', image.patient_name)`,
  '00100020': sql`image.patient_id`,
  '0020000D': sql`image.study_uid`,
  '0020000E': sql`image.series_uid`,
}

/** Those images of a dataset whose objects can be had; all of them have their UIDs. */
function objects(
  db: Db,
  { datasetId, place, matches }: Pick<Wanted, 'datasetId' | 'place' | 'matches'>,
) {
  return db
    .selectFrom('image')
    .where('image.dataset_id', '=', datasetId)
    .where('image.deleted_at', 'is', null)
    .where('image.missing_at', 'is', null)
    .where('image.series_uid', '<>', '')
    .$if(place.study !== undefined, (q) => q.where('image.study_uid', '=', place.study ?? ''))
    .$if(place.series !== undefined, (q) => q.where('image.series_uid', '=', place.series ?? ''))
    .$if(place.instance !== undefined, (q) =>
      q.where('image.instance_uid', '=', place.instance ?? ''),
    )
    .where((eb) => eb.and(matches.map(condition)))
}

function condition({ tag, vr, text }: Match): Expression<SqlBool> {
  const value = columns[tag] ?? sql<string>`image.dicom_meta->>${tag}`
  if (text === '') return sql`true`
  if (vr === 'UI' || tag === '00080061') return sql`${value} = any(${text.split(/[,\\]/)}::text[])`
  if (vr === 'PN') {
    return sql`exists (select from unnest(string_to_array(${value}, '=')) as part
      where rtrim(part, '^ ') ilike ${patternOf(text.replace(/\^+$/, ''))})`
  }
  const range = /^(\d*)-(\d*)$/.exec(text)
  if (range !== null && ['DA', 'TM', 'DT'].includes(vr)) {
    const [, from = '', to = ''] = range
    // A time as of '10' ends with its last second.
    return sql`${value} >= ${from} and (${to} = '' or ${value} <= ${`${to}~`} collate "C")`
  }
  return sql`${value} like ${patternOf(text)}`
}

/** `*` and `?` as SQL writes them, and all else as it is. */
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

const latest = sql`max(image.study_date) desc nulls last`

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
      sql<string>`image.${sql.ref(last)}`.as('uid'),
      sql<number>`count(distinct image.series_uid)::int`.as('series'),
      sql<number>`count(distinct image.instance_uid)::int`.as('instances'),
      sql<string[]>`array_agg(distinct ${modality})`.as('modalities'),
      sql<number>`min(image.id)`.as('first'),
    ])
    .groupBy(last)
    .execute()
  const images = await imagesById(
    db,
    all.map(({ first }) => first),
  )
  const summaries = new Map(all.map((each) => [each.uid, each]))
  return uids.flatMap((uid) => {
    const summary = summaries.get(uid)
    const image = images.get(summary?.first ?? 0)
    return summary === undefined || image === undefined ? [] : [{ ...summary, image }]
  })
}

async function imagesById(db: Db, ids: readonly number[]): Promise<Map<number, ImageRow>> {
  const rows = await db.selectFrom('image').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

const isLatest = sql<SqlBool>`not exists (select from image as later
  where later.dataset_id = image.dataset_id and later.study_uid = image.study_uid
    and later.series_uid = image.series_uid and later.instance_uid = image.instance_uid
    and later.deleted_at is null and later.missing_at is null and later.id > image.id)`

/** The images whose objects match; of several with the same UID, the one that came last. */
export async function findInstances(db: Db, wanted: Wanted): Promise<ImageRow[]> {
  await giveUids(db, wanted.datasetId)
  return objects(db, wanted)
    .selectAll('image')
    .where(isLatest)
    .orderBy('image.study_uid')
    .orderBy('image.series_uid')
    .orderBy(
      sql`nullif(regexp_replace(image.dicom_meta->>'00200013', '\\D', '', 'g'), '')::numeric`,
    )
    .orderBy('image.id')
    .limit(wanted.limit)
    .offset(wanted.offset)
    .execute()
}
