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
