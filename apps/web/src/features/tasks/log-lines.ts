import type { LogEntry } from '#contract/tasks'

export type LogLevel = 'error' | 'warning' | 'plain'

const levels = { ERROR: 'error', WARNING: 'warning', INFO: 'plain' } as const

/** A line of a task's log. */
export type ShownEntry = LogEntry & { readonly mark: LogLevel }

/** The lines of one level, or all of them, newest first. */
export function shownEntries(entries: readonly LogEntry[], only: LogLevel | null): ShownEntry[] {
  return entries
    .map((entry) => ({ ...entry, mark: levels[entry.level] }))
    .filter(({ mark }) => only === null || mark === only)
    .toReversed()
}

/** A line for display: '[2026-01-31T10:00:00Z] [WARNING] text'. */
export function shownLine({ at, level }: LogEntry, text: string): string {
  return `[${at.slice(0, 19)}Z] [${level}] ${text}`
}
