import type { Export } from '#contract/exports'

import { ago } from '../../platform/ago.ts'
import type { ExportRow } from './queries.ts'

export function presentExport(
  row: ExportRow,
  { now, mayIdentify }: { now: Date; mayIdentify: boolean },
): Export {
  return {
    id: row.id,
    format: row.format,
    ago: ago(row.created_at, now),
    tags: row.tags,
    identified: row.identified,
    downloadable: mayIdentify || !row.identified,
    size: row.size,
    created_at: row.created_at.toISOString(),
    created_by: row.creator ?? '',
    counts: { images: row.image_count, annotations: row.annotation_count },
  }
}
