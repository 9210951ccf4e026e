import { expect, test } from 'vitest'

import { toolList, tools } from '#annotation/tools'
import { predictionLimits } from '#contract/prediction'

import { commandGroups } from '../commands/command-groups.ts'
import { commandNames } from '../commands/commands.ts'
import { areFree, areKeys } from '../../../ui/keys.ts'
import { commandWith, ownShortcutsFrom, shortcutsWith } from '../commands/shortcuts.ts'

test.each(toolList.map(({ about }) => about))('the tool $id is a command with its key', (about) => {
  const usual = shortcutsWith(ownShortcutsFrom(undefined))
  expect(areKeys(about.key) && areFree(about.key)).toBe(true)
  expect(commandWith(usual, about.key)).toBe(about.id)
  expect(commandNames.filter((name) => usual[name].includes(about.key))).toEqual([about.id])
  expect(commandGroups.tools).toContain(about.id)
})

test('the prediction requests only values that the call accepts', () => {
  expect(tools.prediction.about.settings?.all).toMatchObject(predictionLimits)
})
