import type { Selectable } from 'kysely'

import { english, tell } from '#contract/messages/message'
import type { LogEntry, Task } from '#contract/tasks'

import type { Schema } from '../../platform/database/schema.ts'

import type { ListedTask } from './queries.ts'

export function presentTask(row: ListedTask, mayChange: boolean): Task {
  return {
    id: row.id,
    name: english(row.name),
    name_told: tell(row.name),
    group: english(row.group_name),
    group_told: tell(row.group_name),
    status: row.status,
    progress: row.progress,
    completed: row.finished_at !== null,
    warnings: row.warnings,
    errors: row.errors,
    creator: row.creator ?? '',
    dataset_id: row.dataset_id,
    image_id: row.image_id,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    result: row.result,
    may_change: mayChange,
  }
}

/** A line as programs read it: '[2026-01-31T10:00:00Z] [WARNING] text'. */
export function presentLogLine({ at, level, text }: LogRow): string {
  return `[${at.toISOString().slice(0, 19)}Z] [${level}] ${english(text)}`
}

/** A line by its parts, as pages show it. */
export function presentLogEntry({ id, at, level, text }: LogRow): LogEntry {
  return { id, at: at.toISOString(), level, told: tell(text) }
}

type LogRow = Selectable<Schema['task_log']>
