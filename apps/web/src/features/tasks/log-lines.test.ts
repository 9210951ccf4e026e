import { expect, test } from 'vitest'

import { shownLine, shownLines } from './log-lines.ts'

const lines = [
  '[2026-01-31T10:00:00Z] [INFO] started',
  '[2026-01-31T10:00:01Z] [WARNING] a.png has no EXIF',
  '[2026-01-31T10:00:02Z] [ERROR] b.png is truncated',
]

test('lines are shown newest first with their level', () => {
  expect(shownLines(lines, null).map(({ level }) => level)).toEqual(['error', 'warning', 'plain'])
})

test('only the lines of one level are shown when it is asked for', () => {
  expect(shownLines(lines, 'warning').map(({ line }) => line)).toEqual([lines[1]])
})

test('the text of a line is translated, its time and its mark are not', () => {
  const [line = ''] = lines
  expect(shownLine(line, (text) => text.toUpperCase())).toBe(
    '[2026-01-31T10:00:00Z] [INFO] STARTED',
  )
  expect(shownLine('no marks', (text) => `<${text}>`)).toBe('<no marks>')
})
