import { expect, test, vi } from 'vitest'

import { usualLook, usualLooks } from '#annotation/looks'
import { anAnnotation, aSquare, draw, type Driver } from '#annotation/testing/driver'

import type { CommandContext } from './command.ts'
import { runCommand } from './commands.ts'

/** What the commands of these tests read. */
function contextOf({ editor }: Driver, right: 'viewer' | 'grader') {
  const tellForbidden = vi.fn<CommandContext['tellForbidden']>()
  const context: Partial<CommandContext> = {
    annotator: { editor } as CommandContext['annotator'],
    username: 'kim',
    may: () => right === 'grader',
    tellUndone: () => undefined,
    tellForbidden,
  }
  return { context: context as CommandContext, tellForbidden }
}

test('a viewer takes back the points of a measurement, and nothing else', () => {
  const user = draw().tool('measure')
  user.editor.setMode('view')
  const { context, tellForbidden } = contextOf(user.click(10, 10).click(50, 10), 'viewer')
  expect(user.at).toBe('measure.measuring')
  runCommand('undo', context)
  runCommand('undo', context)
  expect(user.at).toBe('measure.idle')
  expect(tellForbidden).not.toHaveBeenCalled()
  runCommand('undo', context)
  expect(tellForbidden).toHaveBeenCalledWith('annotate')
})

test('duplicating selects the copies, or leaves the selection in a locked category', () => {
  const user = draw(anAnnotation({ geometry: aSquare(10, 10, 20) }))
  const { context } = contextOf(user, 'grader')
  runCommand('duplicate', context)
  const [copy] = user.selected
  expect(user.annotation(copy).creator).toBe('kim')
  expect(copy).not.toBe('a')
  const categories = new Map([[1, { ...usualLook, isLocked: true }]])
  user.editor.setView({ looks: { ...usualLooks, categories } })
  runCommand('duplicate', context)
  expect(user.selected).toEqual([copy])
})
