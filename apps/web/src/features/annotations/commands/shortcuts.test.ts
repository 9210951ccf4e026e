import { expect, test } from 'vitest'

import {
  commandWith,
  ownShortcutsFrom,
  shortcutsWith,
  storedShortcuts,
  withDefault,
  withKeys,
  withKeysSwapped,
} from './shortcuts.ts'

const none = ownShortcutsFrom(undefined)

test('without a choice every command has its default keys', () => {
  const usual = shortcutsWith(none)
  expect(usual.polygon).toEqual(['v'])
  expect(usual.redo).toEqual(['Mod+Shift+z', 'Mod+y'])
  expect(commandWith(usual, 'Mod+z')).toBe('undo')
})

test('chosen keys are stored as names and keys, and read again', () => {
  const own = withKeys(none, 'polygon', 'Alt+p')
  expect(storedShortcuts(own)).toEqual([{ name: 'polygon', keys: ['Alt+p'] }])
  const read = shortcutsWith(ownShortcutsFrom(JSON.parse(JSON.stringify(storedShortcuts(own)))))
  expect(commandWith(read, 'Alt+p')).toBe('polygon')
  expect(commandWith(read, 'v')).toBeUndefined()
})

test('two commands swap their keys', () => {
  const swapped = withKeysSwapped(none, 'polygon', 'w')
  expect(shortcutsWith(swapped)).toMatchObject({ polygon: ['w'], magicWand: ['v'] })
  const back = withKeysSwapped(swapped, 'polygon', 'v')
  expect(storedShortcuts(back)).toEqual([])
})

test('a command with several keys keeps those that another does not take', () => {
  const swapped = shortcutsWith(withKeysSwapped(none, 'brush', 'Mod+y'))
  expect(swapped).toMatchObject({ brush: ['Mod+y'], redo: ['b', 'Mod+Shift+z'] })
})

test('a command that is reset takes its default keys from any other command', () => {
  const swapped = withKeysSwapped(none, 'polygon', 'w')
  expect(shortcutsWith(withDefault(swapped, 'polygon'))).toEqual(shortcutsWith(none))
})

test.each([
  null,
  'v',
  { polygon: 'w' },
  [null, 7, { name: 'polygon' }, { name: 'fly', keys: ['x'] }, { name: 'box', keys: ['Hyper+x'] }],
])('unknown or damaged shortcuts are ignored: %j', (stored) =>
  expect(shortcutsWith(ownShortcutsFrom(stored))).toEqual(shortcutsWith(none)),
)

test('one damaged shortcut does not spoil the others', () => {
  const own = ownShortcutsFrom([
    { name: 'box', keys: 5 },
    { name: 'brush', keys: ['Alt+b'] },
  ])
  expect(shortcutsWith(own)).toMatchObject({ box: ['r'], brush: ['Alt+b'] })
})

test('a chosen key is never also the default key of another command', () => {
  const own = ownShortcutsFrom([{ name: 'box', keys: ['v'] }])
  expect(shortcutsWith(own)).toMatchObject({ box: ['v'], polygon: [] })
})

test('the key of the help can be changed, and taken by another command', () => {
  expect(shortcutsWith(none)).toMatchObject({ help: ['?'] })
  expect(shortcutsWith(withKeys(none, 'help', 'Mod+h'))).toMatchObject({ help: ['Mod+h'] })
  expect(shortcutsWith(withKeys(none, 'polygon', '?'))).toMatchObject({ polygon: ['?'], help: [] })
})
