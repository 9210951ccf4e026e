import { expect, test } from 'vitest'

import { commandGroups } from './command-groups.ts'
import { commandNames } from './commands.ts'

test('every command is listed once', () => {
  expect(Object.values(commandGroups).flat().toSorted()).toEqual([...commandNames].toSorted())
})
