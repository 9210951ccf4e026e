import type { Condition, NoteDescription, ReportPart } from './description.ts'

/** The value at a place in the numbers of a result; undefined if there is none. */
export function valueAt(numbers: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return numbers
  if (typeof numbers !== 'object' || numbers === null) return undefined
  return valueAt(new Map(Object.entries(numbers)).get(name), rest)
}

/** The notes that hold for the numbers; those of one part of the report if it is given. */
export function notesFor<Note extends Pick<NoteDescription, 'if' | 'text' | 'report'>>(
  notes: readonly Note[] = [],
  numbers: unknown,
  part?: ReportPart,
): Note[] {
  return notes.filter(
    (note) =>
      (part === undefined || note.report === part) &&
      note.if.every((condition) => holds(condition, numbers)),
  )
}

function holds(condition: Condition, numbers: unknown): boolean {
  const value = valueAt(numbers, condition.at) ?? null
  if ('isThere' in condition) return (value !== null) === condition.isThere
  return Array.isArray(value) ? value.includes(condition.is) : value === condition.is
}
