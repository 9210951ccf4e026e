import type { Writing } from '#report/language'
import type { StatedText } from '#report/stated'

import {
  type Column,
  heading,
  ink,
  newPage,
  paintWhole,
  type Pdf,
  sideBySide,
  write,
} from './sheet.ts'

const quiet = { size: 6.8, colour: ink.quiet, gap: 1 }

/** The values that readers stated, a row each; nothing if there are none. */
export function statedBlock(
  column: Column,
  stated: readonly StatedText[],
  { words }: Writing,
): void {
  if (stated.length === 0) return
  heading(column, words.report.stated.title)
  for (const { name, value, source } of stated) {
    sideBySide(
      column,
      [0.26, 0.42, 0.32],
      [
        (part) => write(part, name, quiet),
        (part) => write(part, value, { strong: true, gap: 1 }),
        (part) => write(part, source, quiet),
      ],
    )
  }
  column.y += 3
}

/** The same over the width of pages of their own, for more or longer values than a page of an eye has room for. */
export function statedPages(
  doc: Pdf,
  stated: readonly StatedText[],
  { writing, eye }: { writing: Writing; eye: string },
): void {
  const column = newPage(doc)
  write(column, `${writing.words.report.stated.title}: ${eye}`, { size: 14, strong: true, gap: 6 })
  for (const { name, value, source } of stated) {
    const [first = '', ...others] = value.split('\n')
    paintWhole(column, (place) => {
      write(place, `${name}  ·  ${source}`, quiet)
      write(place, first, { strong: true })
    })
    for (const line of others) paintWhole(column, (place) => write(place, line, { strong: true }))
    column.y += 4
  }
}
