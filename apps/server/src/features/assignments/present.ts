import type { Assignment, AssignedCase, AssignedReader, StateCounts } from '#contract/assignments'

import type { ListedAssignment, listReaders } from './queries.ts'

export function presentAssignment(row: ListedAssignment): Assignment {
  return {
    id: row.id,
    name: row.name,
    instructions: row.instructions,
    fields: row.field_keys,
    outlines: row.asks_outlines,
    confirmation: row.asks_confirmation,
    due_on: row.due_on,
    blinded: row.is_blinded,
    seed: row.seed,
    plan: row.plan,
    adjudicators: row.adjudicators,
    hides_readers: row.hides_readers,
    tolerances: row.tolerances,
    least_dice: row.least_dice,
    answer_key: row.key_of,
    pass_share: row.pass_share,
    created_at: row.created_at.toISOString(),
    created_by: row.creator ?? '',
    ready: row.ready_at !== null,
    closed_at: row.closed_at?.toISOString() ?? null,
    images: row.images ?? 0,
    cases: presentCounts(row),
  }
}

export function presentReader(
  row: Awaited<ReturnType<typeof listReaders>>[number],
): AssignedReader {
  const { username, name, last_at: lastAt } = row
  return { username, name, cases: presentCounts(row), last_at: lastAt?.toISOString() ?? null }
}

export function presentCase({
  changed_at: changedAt,
  ...row
}: Omit<AssignedCase, 'changed_at'> & { readonly changed_at: Date | null }): AssignedCase {
  return { ...row, changed_at: changedAt?.toISOString() ?? null }
}

/** The columns of a row that count cases by state. */
export function presentCounts({
  open,
  paused,
  referred,
  submitted,
}: Readonly<Record<keyof StateCounts, number | null>>): StateCounts {
  return {
    open: open ?? 0,
    paused: paused ?? 0,
    referred: referred ?? 0,
    submitted: submitted ?? 0,
  }
}
