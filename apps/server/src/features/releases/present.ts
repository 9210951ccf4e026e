import type { Release } from '#contract/releases'

import type { ReleaseRow } from './queries.ts'

export function presentRelease(row: ReleaseRow, mayIdentify: boolean): Release {
  const { id, number, title, description, licence, notes, identified } = row
  return {
    id,
    number,
    title,
    description,
    licence,
    notes,
    ...row.plan,
    counts: row.counts,
    left_out: row.left_out,
    identified,
    downloadable: row.file !== null && (mayIdentify || !identified),
    size: row.size,
    sha256: row.sha256.toString('hex'),
    created_at: row.created_at.toISOString(),
    created_by: row.creator ?? '',
    replaces: row.replaces,
    withdrawn: row.withdrawn_at && {
      at: row.withdrawn_at.toISOString(),
      reason: row.withdrawn_reason,
    },
  }
}
