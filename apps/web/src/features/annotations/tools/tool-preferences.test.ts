import { expect, test } from 'vitest'

import { defaultPreferences } from '#annotation/view'

import { keptOf, preferencesFrom } from './tool-preferences.ts'

test('what was kept is read again', () => {
  const chosen = {
    ...defaultPreferences,
    brush: { ...defaultPreferences.brush, radius: 21 },
    magicWand: { threshold: 12, blur: 0 },
    polygon: { ...defaultPreferences.polygon, guidance: false },
    protectOthers: true,
  }
  expect(preferencesFrom(JSON.parse(JSON.stringify(keptOf(chosen))))).toEqual(chosen)
})

test.each([undefined, null, 'tools', [], { brush: null, magicWand: 7 }])(
  'where nothing usable was kept there are the defaults: %j',
  (stored) => expect(preferencesFrom(stored)).toEqual(defaultPreferences),
)

test('one bad value does not spoil the others', () => {
  const read = preferencesFrom({
    brush: { radius: 1e9 },
    eraser: { radius: 44, step: 'huge' },
    magicWand: { threshold: '30', blur: 10 },
    protectOthers: 1,
  })
  expect(read).toEqual({
    ...defaultPreferences,
    eraser: { ...defaultPreferences.eraser, radius: 44 },
    magicWand: { threshold: 30, blur: 10 },
  })
})
