import { sql, type Selectable } from 'kysely'

import type { Message } from '#contract/messages/message'

import type { Db } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { announce } from '../live/live.ts'

export type TaskRow = Selectable<Schema['task']>
type TaskChange = Partial<
  Pick<TaskRow, 'status' | 'progress' | 'started_at' | 'finished_at' | 'job_id'>
> & { result?: string | null }

/** Changes a task if it is in one of the given states, and announces the change. */
export async function changeTask(
  db: Db,
  id: number,
  when: readonly TaskRow['status'][],
  change: TaskChange,
): Promise<TaskRow | undefined> {
  const task = await db
    .updateTable('task')
    .set(change)
    .where('id', '=', id)
    .where('status', 'in', when)
    .returningAll()
    .executeTakeFirst()
  if (task !== undefined) await announceTask(db, task)
  return task
}

interface LogEntry {
  readonly at: Date
  readonly level: 'INFO' | 'WARNING' | 'ERROR'
  readonly text: Message
}

/**
 * Writes a line of the task's log without waiting for the disk, because there may be thousands. The
 * task's own end is synced, together with everything written before.
 */
export function logTask(db: Db, id: number, entry: LogEntry): Promise<void> {
  if (db.isTransaction) return writeLine(db, id, entry)
  return db.transaction().execute(async (trx) => {
    await sql`set local synchronous_commit = off`.execute(trx)
    await writeLine(trx, id, entry)
  })
}

async function writeLine(db: Db, id: number, entry: LogEntry): Promise<void> {
  const text = JSON.stringify(onOneLine(entry.text))
  // The task may have been deleted with its dataset while it ran.
  await sql`insert into task_log (task_id, at, level, text)
    select id, ${entry.at}::timestamptz, ${entry.level}::text, ${text}::jsonb
    from task where id = ${id}`.execute(db)
  if (entry.level === 'INFO') return
  const column = entry.level === 'WARNING' ? 'warnings' : 'errors'
  const task = await db
    .updateTable('task')
    .set((eb) => ({ [column]: eb(column, '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (task !== undefined) await announceTask(db, task)
}

const longestParameter = 2000

/** Keeps one log entry on one line, whatever a file's name or an error's text contains. */
function onOneLine({ key, params }: Message): Message {
  const kept = Object.entries(params).map(([name, value]) => [name, parameterOnOneLine(value)])
  return { key, params: Object.fromEntries(kept) }
}

function parameterOnOneLine(value: Message['params'][string]) {
  if (typeof value === 'number') return value
  if (typeof value === 'string') return textOnOneLine(value)
  if ('en' in value) return { en: textOnOneLine(value.en), ko: textOnOneLine(value.ko) }
  return 'key' in value ? onOneLine(value) : value.map(onOneLine)
}

function textOnOneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, longestParameter)
}

export async function announceTask(db: Db, task: TaskRow): Promise<void> {
  await announce(db, audienceOf(task), {
    type: 'task',
    id: task.id,
    dataset_id: task.dataset_id,
    image_id: task.image_id,
    progress: task.progress,
    status: task.status,
    warnings: task.warnings,
    errors: task.errors,
  })
}

function audienceOf(task: TaskRow): Parameters<typeof announce>[1] {
  if (task.dataset_id !== null) return { datasetId: task.dataset_id }
  return task.creator_id === null ? 'everybody' : { userId: task.creator_id }
}
