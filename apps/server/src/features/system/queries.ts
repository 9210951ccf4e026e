import { sql } from 'kysely'

import { type Message, tell } from '#contract/messages/message'
import type { BackupMade, DataCheck, SystemState } from '#contract/system'

import type { Db } from '../../platform/database/database.ts'

export async function databaseState(
  db: Db,
): Promise<SystemState['database'] & { postgres: string }> {
  const { rows } = await sql<{ postgres: string; bytes: number; connections: number }>`
    select current_setting('server_version') as postgres,
      pg_database_size(current_database()) as bytes,
      (select count(*) from pg_stat_activity where datname = current_database()) as connections`.execute(
    db,
  )
  const applied = await sql<{ name: string }>`select name from migration order by name`.execute(db)
  const [state] = rows
  if (state === undefined) throw new Error('The database did not tell its state.')
  return { ...state, migrations: applied.rows.map((row) => row.name) }
}

export async function queueState(db: Db): Promise<SystemState['queue']> {
  type Row = Omit<SystemState['queue'][number], 'group_told'> & { readonly group_name: Message }
  const { rows } = await sql<Row>`
    select kind, group_name,
      count(*) filter (where status = 'queued') as queued,
      count(*) filter (where status = 'running') as running,
      count(*) filter (where status = 'succeeded') as succeeded,
      count(*) filter (where status = 'failed') as failed
    from task
    where finished_at is null or finished_at > now() - interval '24 hours'
    group by kind, group_name order by kind`.execute(db)
  return rows.map(({ group_name: group, ...row }) => ({ ...row, group_told: tell(group) }))
}

export async function latestDataCheck(db: Db): Promise<DataCheck | null> {
  const latest = await db
    .selectFrom('data_check')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (latest === undefined) return null
  const { id: _, checked_at, ...result } = latest
  return { ...result, checked_at: checked_at.toISOString() }
}

export async function latestBackup(db: Db): Promise<BackupMade | null> {
  const latest = await db
    .selectFrom('backup_made')
    .selectAll()
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest === undefined ? null : { ...latest, made_at: latest.made_at.toISOString() }
}

/** Made-up patients are not counted; their files take space like others. */
const ofExample = sql`exists (
  select from dataset where dataset.id = image.dataset_id and dataset.is_example)`

type Counted = SystemState['counts'] &
  Pick<SystemState['storage'], 'images_bytes' | 'images_missing'>

export async function countEverything(db: Db): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select
      (select count(*) from app_user where deleted_at is null) as users,
      (select count(*) from dataset where deleted_at is null and not is_example) as datasets,
      (select count(*) from image where deleted_at is null and not ${ofExample}) as images,
      (select count(*) from annotation join image on image.id = annotation.image_id
        where annotation.deleted_at is null and not ${ofExample}) as annotations,
      (select coalesce(sum(size), 0)::bigint from image) as images_bytes,
      (select count(*) from image where deleted_at is null and missing_at is not null)
        as images_missing`.execute(db)
  const [counts] = rows
  if (counts === undefined) throw new Error('The database did not count.')
  return counts
}
