import { byteOrderMark, csvLine } from '#contract/csv'
import { valueAsText } from '#contract/fields/words'

import type { Db } from '../../platform/database/database.ts'
import { changesOfGrades, type GradeChange } from './grade-changes.ts'
import type { AssignmentRow } from './queries.ts'

const columns = [
  'assignment',
  'image_id',
  'file',
  'reader',
  'case',
  'state',
  'state_since',
  'field',
  'form_version',
  'before',
  'after',
  'current',
  'changed_at',
  'changed_by',
  'round',
] as const

/**
 * CSV with a line for each change of each grade, by reader, case and time; a case without grades has
 * one line. The final grades follow, of the round `final` and without a reader.
 */
export async function* gradesCsv(db: Db, assignment: AssignmentRow): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns)
  for await (const changes of changesOfGrades(db, assignment))
    yield changes.map((change) => csvLine(cellsOf(assignment, change))).join('')
}

function cellsOf({ name }: AssignmentRow, change: GradeChange): string[] {
  return [
    name,
    String(change.source_image_id),
    change.path,
    change.username,
    change.position === null ? '' : String(change.position),
    change.state,
    change.state_since?.toISOString() ?? '',
    change.key ?? '',
    change.version === null ? '' : String(change.version),
    valueAsText(change.before ?? undefined),
    valueAsText(change.after ?? undefined),
    change.key === null ? '' : String(change.is_current),
    change.changed_at?.toISOString() ?? '',
    change.changed_by_name ?? '',
    String(change.round),
  ]
}
