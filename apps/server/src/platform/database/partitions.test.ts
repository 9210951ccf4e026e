import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startApp } from '../../testing/start-app.ts'

test('a row of a month without a partition is kept, and moves to the partition once there is one', async () => {
  const { db, asOwner } = await startApp()
  const month = sql<{ name: string }>`
    select 'task_log_' || to_char(now() at time zone 'UTC' + interval '1 month', 'YYYY_MM') as name`
  const next = (await month.execute(db)).rows[0]?.name ?? ''
  await asOwner(`drop table ${next}`)
  const { rows } = await sql<{ id: number }>`insert into task
    (kind, name, group_name, payload, created_at) values ('test', '{}', '{}', '{}', now())
    returning id`.execute(db)
  await sql`insert into task_log (task_id, at, level, text)
    values (${rows[0]?.id}, date_trunc('month', now(), 'UTC') + interval '35 days', 'INFO', '{}')`.execute(
    db,
  )
  const places = async () => {
    const found = sql<{ part: string }>`select tableoid::regclass::text as part from task_log`
    return (await found.execute(db)).rows.map(({ part }) => part)
  }
  expect(await places()).toEqual(['task_log_other'])
  await sql`select make_partitions()`.execute(db)
  expect(await places()).toEqual([next])
})

test('months whose retention is over are dropped as a whole, by the owner’s function alone', async () => {
  const { db, asOwner } = await startApp()
  const month = sql<{ name: string }>`
    select to_char(now() at time zone 'UTC' - interval '3 months', 'YYYY_MM') as name`
  const old = (await month.execute(db)).rows[0]?.name ?? ''
  const until = (await partsOf('task_log')).find((name) => name.includes('_until_')) ?? ''
  await asOwner(`alter table ${until} rename to task_log_until_${old}`)
  await sql`select drop_expired_months()`.execute(db)
  expect(await partsOf('task_log')).toContain(`task_log_until_${old}`)
  await expect(sql`insert into retention values ('task_log', 1)`.execute(db)).rejects.toThrow(
    'permission denied',
  )
  await asOwner(`insert into retention values ('task_log', 60), ('annotation_history', 60)`)
  const history = await partsOf('annotation_history')
  await sql`select drop_expired_months()`.execute(db)
  expect(await partsOf('task_log')).not.toContain(`task_log_until_${old}`)
  expect(await partsOf('task_log')).toHaveLength(history.length - 1)
  expect(await partsOf('annotation_history')).toEqual(history)

  async function partsOf(table: string): Promise<readonly string[]> {
    const { rows } = await sql<{ part: string }>`select inhrelid::regclass::text as part
      from pg_inherits where inhparent = ${table}::regclass order by 1`.execute(db)
    return rows.map(({ part }) => part)
  }
})
