import { afterEach, expect, test, vi } from 'vitest'

import { aCategory, anAnnotation, draw } from '#annotation/testing/driver'
import { toolList, tools } from '#annotation/tools'
import { predictionLimits } from '#contract/prediction'

import type { CommandContext } from '../commands/command.ts'
import { commandGroups } from '../commands/command-groups.ts'
import { commandNames } from '../commands/commands.ts'
import { areFree, areKeys } from '../../../ui/keys.ts'
import { commandWith, ownShortcutsFrom, shortcutsWith } from '../commands/shortcuts.ts'
import { toolCommands } from './tool-commands.ts'

afterEach(() => void vi.unstubAllGlobals())

test.each(toolList.map(({ about }) => about))('the tool $id is a command with its key', (about) => {
  const usual = shortcutsWith(ownShortcutsFrom(undefined))
  expect(areKeys(about.key) && areFree(about.key)).toBe(true)
  expect(commandWith(usual, about.key)).toBe(about.id)
  expect(commandNames.filter((name) => usual[name].includes(about.key))).toEqual([about.id])
  expect(commandGroups.tools).toContain(about.id)
})

test('while the category of a tool is added nothing is drawn, and who goes on is left alone', () => {
  const { editor } = draw(anAnnotation()).tool('brush')
  const answers: (() => void)[] = []
  const addStructure = async (_: unknown, goOn: () => void) => void answers.push(goOn)
  const context = { annotator: { editor }, may: () => true, addStructure }
  const press = () => toolCommands.fovea.run(context as unknown as CommandContext)
  const fovea = { ...aCategory(3, 'Fovea', 'fovea'), keypointLabels: ['fovea'] }
  vi.stubGlobal('localStorage', { setItem: () => undefined })
  press()
  expect(editor.state.tool.id).toBe('select')
  press()
  editor.setCategories(new Map([[3, fovea]]))
  answers[0]?.()
  expect(editor.state.tool.id).toBe('fovea')
  editor.setTool('measure')
  answers[1]?.()
  expect(editor.state.tool.id).toBe('measure')
})

test('the prediction requests only values that the call accepts', () => {
  expect(tools.prediction.about.settings?.all).toMatchObject(predictionLimits)
})
