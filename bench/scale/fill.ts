import type { Client } from 'pg'

/** Datasets of the installation; each has the same share of the images. */
export const clinics = 100

const chunk = 100_000

/** How often the other tables have a row, in images. */
const imagesPerTask = 10
const imagesPerAccount = 1000
/** How many datasets have an assignment of all their images. */
export const assigned = 10
/** Cases of an assignment: as many as one may have. */
const mostCases = 50_000

interface Places {
  readonly datasets: readonly number[]
  readonly category: number
}

/** Makes the datasets of all clinics but the first, which exists. */
export async function makeClinics(database: Client, first: number): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>(
    `insert into dataset (name, owner_id)
     select 'Clinic ' || n, owner_id from dataset, generate_series(2, $2::int) as n where id = $1
     returning id`,
    [first, clinics],
  )
  return [first, ...rows.map(({ id }) => id)]
}

/**
 * Adds images, numbered from one number to another, each with an annotation and an entry of the audit
 * trail, and every tenth with a task of three lines. No files, and without triggers: counts that
 * these keep are written as they would be.
 */
export async function fill(
  database: Client,
  places: Places,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await database.query('set session_replication_role = replica')
  const indexes = await dropIndexes(database, ['image', 'annotation'])
  for (let start = from; start < to; start += chunk) {
    const range = [start, Math.min(start + chunk, to) - 1] as const
    await fillChunk(database, places, range)
  }
  for (const definition of indexes) await database.query(definition)
  await fillDependants(database, places, [from, to - 1])
  await database.query('reset session_replication_role')
  await database.query('vacuum analyze')
}

async function fillChunk(
  database: Client,
  { datasets, category }: Places,
  [first, last]: readonly [number, number],
): Promise<void> {
  const series = 'generate_series($1::int, $2::int) as n'
  await database.query(
    `with added as (
       insert into image (dataset_id, file_name, sha256, size, media_type, width, height,
         patient_name, patient_id, study_date, laterality, annotation_count)
       select ($3::int[])[1 + n % ${clinics}], 'eye_' || n || '.jpg', sha256(n::text::bytea), 1000000,
         'image/jpeg', 4000, 4000, 'Patient ' || n / 4, 'P-' || n / 4,
         date '2016-01-01' + n % 3650, case n % 2 when 0 then 'R' else 'L' end, 1
       from ${series} returning id)
     insert into annotation (image_id, category_id, geometry, area, box_x, box_y, box_width,
       box_height, created_at, updated_at)
     select id, $4, '\\x0100', 100, 0, 0, 10, 10, now(), now() from added`,
    [first, last, datasets, category],
  )
  await database.query(
    `insert into audit_event (at, user_id, username, address, action, object_type, object_id,
       dataset_id, outcome, seal_number, hash, seal_version)
     select now() - make_interval(secs => n % 20000000), 1, 'reader' || n % 1000, '10.0.0.1',
       case n % 20 when 0 then 'listAudit' else 'getAnnotatorData' end, 'image', n + 1,
       ($3::int[])[1 + n % ${clinics}], case n % 50 when 0 then 403 else 200 end, n - 1000000000, '\\x00', 1
     from ${series}`,
    [first, last, datasets],
  )
  await database.query(
    `with added as (
       insert into task (kind, name, group_name, status, payload, dataset_id, created_at, finished_at)
       select 'scan-dataset', '{"key":"scans.taskName","params":{"dataset":"x"}}',
         '{"key":"scans.group","params":{}}', 'succeeded', '{}', ($3::int[])[1 + n / ${imagesPerTask} % ${clinics}],
         now(), now()
       from ${series} where n % ${imagesPerTask} = 0 returning id)
     insert into task_log (task_id, at, level, text)
     select id, now(), 'INFO', '{"key":"tasks.cancelled","params":{}}'
     from added, generate_series(1, 3)`,
    [first, last, datasets],
  )
}

/** What hangs on every tenth image: a comment, a received object, and a message. */
async function fillDependants(
  database: Client,
  { datasets }: Places,
  range: [first: number, last: number],
): Promise<void> {
  await database.query(
    `insert into app_user (username, password_hash, name, is_admin, created_at)
     select 'account-' || n, 'x', 'Person ' || n, false, now()
     from generate_series($1::int, $2::int, ${imagesPerAccount}) as n`,
    range,
  )
  const images = `select id, dataset_id, row_number() over () as n from image
    where file_name in (select 'eye_' || n || '.jpg' from generate_series($1::int, $2::int, 10) as n)`
  await database.query(
    `with images as (${images}), thread as (
       insert into comment_thread (image_id, pin) select id, 'image' from images returning id, image_id),
     said as (
       insert into image_comment (thread_id, image_id, author_id, text, at, save_id)
       select id, image_id, 1, 'Look here', now(), gen_random_uuid() from thread
       returning id, image_id)
     insert into comment_notice (comment_id, user_id, image_id, reason)
     select id, 1 + id % (select count(*) from app_user), image_id, 'answer' from said`,
    range,
  )
  await database.query(
    `with images as (${images})
     insert into dicom_arrival (id, received_at, ae_title, address, sop_class_uid, sop_instance_uid,
       study_uid, series_uid, sha256, size, dataset_id, image_id, settled_at, refusal)
     select gen_random_uuid(), now(), 'CAMERA', '10.0.0.1', '1.2', '1.2.' || id, '1.3.' || id, '1.4',
       '\\x00', 1, dataset_id, id, now(),
       case when n % 100 = 0 then '{"key":"tasks.cancelled","params":{}}'::jsonb end
     from images`,
    range,
  )
  await database.query(
    `with images as (${images})
     insert into outbox (kind, key, order_key, image_id, payload, posted_at, due_at, gives_up_at,
       delivered_at, dead_at, failure)
     select 'webhook', id, 'webhook ' || 1 + id % 10, id,
       '{"webhookId":1,"type":"image.added","at":"2026-01-01T00:00:00Z","data":{"dataset_id":1,"image_id":null}}', now(), now(), now(),
       case when n % 100 > 0 then now() - make_interval(secs => n) end,
       case when n % 100 = 0 then now() - make_interval(secs => n) end,
       case when n % 100 = 0 then '{"key":"tasks.cancelled","params":{}}'::jsonb end
     from images`,
    range,
  )
  for (const dataset of datasets.slice(0, assigned)) await fillAssignment(database, dataset)
}

/** Assigns images of the dataset that its assignment does not have yet, up to its limit. */
async function fillAssignment(database: Client, dataset: number): Promise<void> {
  await database.query(
    `with aim as (select assignment.id, assignment_reader.id as reader_id from assignment
         join assignment_reader on assignment_reader.assignment_id = assignment.id
         where assignment.dataset_id = $1),
       there as (select source_image_id from assignment_item
         where reader_id = (select reader_id from aim)),
       free as (select image.id from image
         where image.dataset_id = $1 and image.id not in (select source_image_id from there)
         limit ${mostCases} - (select count(*) from there)),
       seen as (
         insert into assignment_image (assignment_id, source_image_id)
         select aim.id, free.id from aim, free)
     insert into assignment_item (reader_id, position, source_image_id, image_id)
     select aim.reader_id, free.id, free.id, free.id from aim, free`,
    [dataset],
  )
}

/** Building an index is faster than adding to it. @returns the statements that make them again */
async function dropIndexes(database: Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await database.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = any($1::regclass[]) and not indisunique`,
    [tables],
  )
  for (const { name } of rows) await database.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

/** The tables, with their partitions, that have many rows by now. */
export async function largeTables(database: Client): Promise<Set<string>> {
  const { rows } = await database.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > 5000`,
  )
  return new Set(rows.map(({ name }) => name))
}
