import { expect, test } from 'vitest'

import { defaultPreferences, preferencesFrom, storedPreferences } from './preferences.ts'

test("stored preferences are read again, each tool's under its id", () => {
  const stored = {
    ...storedPreferences(defaultPreferences),
    brush: { radius: 21, step: 3 },
    magicWand: { threshold: 12, blur: 0, largest: 8 },
    protectOthers: true,
  }
  expect(storedPreferences(preferencesFrom(JSON.parse(JSON.stringify(stored))))).toEqual(stored)
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
  const usual = storedPreferences(defaultPreferences)
  expect(storedPreferences(read)).toEqual({
    ...usual,
    eraser: { radius: 44, step: 2, minimumArea: 10 },
    magicWand: { threshold: 30, blur: 10, largest: 3 },
  })
})

test('the usual settings are those that graders know', () => {
  expect(storedPreferences(defaultPreferences)).toMatchObject({
    select: { tolerance: 10, showText: true },
    polygon: {
      completeDistance: 5,
      minDistance: 2,
      simplify: 1,
      radius: 10,
      guidance: true,
      auto: true,
      blackOrWhite: true,
    },
    magicWand: { threshold: 30, blur: 40, largest: 3 },
    brush: { radius: 15, step: 2 },
    eraser: { radius: 30, step: 2, minimumArea: 10 },
    prediction: { padding: 50, threshold: 80 },
    protectOthers: false,
    newAfterStroke: false,
    colourBy: 'category',
    unit: 'px',
    wheel: 'automatic',
  })
})
