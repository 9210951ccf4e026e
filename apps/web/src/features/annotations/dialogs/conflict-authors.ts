import { type Cell, fieldOf, measurementIn } from '#annotation/records'
import type { getFieldHistory } from '#contract/fields'

import type { CallOutput } from '../../../api/call.ts'

/** Names of those who have changed these values and measurements of the image last, each once. */
export function authorsOf(
  cells: readonly Cell[],
  { changes, measurements }: CallOutput<typeof getFieldHistory>,
): string[] {
  const authors = cells.flatMap((cell) => {
    const [key, id] = [fieldOf(cell), measurementIn(cell)]
    const change =
      changes.find((each) => each.key === key) ?? measurements.find((each) => each.id === id)
    return change === undefined || change.by === '' ? [] : [change.by]
  })
  return [...new Set(authors)]
}
