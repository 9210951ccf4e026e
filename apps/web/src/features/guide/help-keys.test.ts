import { expect, test } from 'vitest'

import { helpKeysIn } from './help-keys.ts'

test.each([
  ['the usual ones', undefined, ['?']],
  ['those that the user has chosen', [{ name: 'help', keys: ['Mod+h'] }], ['Mod+h']],
  ['none if the user wants none', [{ name: 'help', keys: [] }], []],
  ['none if another command has them', [{ name: 'brush', keys: ['?'] }], []],
  ['the usual ones beside damaged entries', [7, { name: 'help' }], ['?']],
])('the keys of the help are %s', (_, stored, keys) => {
  expect(helpKeysIn(stored)).toEqual(keys)
})
