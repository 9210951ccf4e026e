import type { Export } from '#contract/exports'

import type { ExportRow } from './queries.ts'

export function presentExport(row: ExportRow, now: Date): Export {
  return {
    id: row.id,
    ago: ago(row.created_at, now),
    tags: row.tags,
    size: row.size,
    created_at: row.created_at.toISOString(),
    created_by: row.creator ?? '',
    counts: { images: row.image_count, annotations: row.annotation_count },
  }
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** The largest whole unit: '3 hours', '0 seconds'. */
function ago(then: Date, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - then.getTime()) / 1000))
  const [unit, length] = units.find(([, each]) => seconds >= each) ?? ['second', 1]
  const count = Math.floor(seconds / length)
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}
