import type { Task } from '#contract/tasks'

import type { ListedTask } from './queries.ts'

export function presentTask(row: ListedTask): Task {
  return {
    id: row.id,
    name: row.name,
    group: row.group_name,
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
  }
}

/** As the tasks page filters and colours them: '[2026-01-31T10:00:00Z] [WARNING] text'. */
export function presentLogLine(row: { at: Date; level: string; text: string }): string {
  return `[${row.at.toISOString().slice(0, 19)}Z] [${row.level}] ${row.text}`
}
