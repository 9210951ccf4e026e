import { expect, test } from 'vitest'

import { imageSettingsFrom, originalView, sameSettings, viewOf } from './image-settings.ts'

test('stored settings are read again', () => {
  const chosen = { ...originalView, brightness: -20, gamma: 1.35, redFree: true }
  expect(imageSettingsFrom(JSON.parse(JSON.stringify(chosen)))).toEqual(chosen)
})

test.each([undefined, null, 'image', [], { brightness: null, redFree: 'yes', other: 1 }])(
  'where nothing usable was kept the image is shown as it is: %j',
  (stored) => expect(imageSettingsFrom(stored)).toEqual(originalView),
)

test('one bad value does not spoil the others', () => {
  const read = imageSettingsFrom({ contrast: 9000, gamma: 0, invert: true, localContrast: 2 })
  expect(read).toEqual({ ...originalView, invert: true, localContrast: 2 })
})

test('the photograph is not adjusted if only the annotations are paler', () => {
  expect(viewOf(originalView)).toBeNull()
  expect(viewOf({ ...originalView, annotationOpacity: 30 })).toBeNull()
  expect(sameSettings({ ...originalView, annotationOpacity: 30 }, originalView)).toBe(false)
  expect(viewOf({ ...originalView, contrast: 150, localContrast: 2 })).toMatchObject({
    contrast: 1.5,
    clipLimit: 3,
  })
})
