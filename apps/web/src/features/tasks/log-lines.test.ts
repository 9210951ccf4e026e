import { expect, test } from 'vitest'

import { tell, message } from '#contract/messages/message'
import { logLevels } from '#contract/tasks'

import { shownEntries, shownLine } from './log-lines.ts'

const entries = logLevels.map((level, id) => ({
  id,
  at: `2026-01-31T10:00:0${id}.000Z`,
  level,
  told: tell(message('tasks.cancelled')),
}))

test('lines are shown newest first with their level', () => {
  expect(shownEntries(entries, null).map(({ mark }) => mark)).toEqual(['error', 'warning', 'plain'])
})

test('only the lines of one level are shown on request', () => {
  expect(shownEntries(entries, 'warning').map(({ id }) => id)).toEqual([1])
})

test('a line starts with its time and mark', () => {
  expect(entries.map((entry) => shownLine(entry, '취소됨.'))[1]).toBe(
    '[2026-01-31T10:00:01Z] [WARNING] 취소됨.',
  )
})
