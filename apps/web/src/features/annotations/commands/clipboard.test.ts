import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { anAnnotation, aSquare } from '#annotation/testing/driver'

const place = { username: 'kim', datasetId: 1, imageId: 7 }
const square = anAnnotation({ geometry: aSquare(10, 10, 20) })

/** A window of the browser, with a storage of its own. */
async function openWindow() {
  vi.resetModules()
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  })
  return import('./clipboard.ts')
}

beforeEach(() => void vi.resetModules())
afterEach(() => void vi.unstubAllGlobals())

test('annotations copied in one window are pasted in another, by the same user and in the same dataset', async () => {
  const [left, right] = [await openWindow(), await openWindow()]
  expect(right.canPaste(place)).toBe(false)
  left.copyToClipboard(place, [square])
  await vi.waitFor(() => expect(right.canPaste(place)).toBe(true))
  expect(right.canPaste({ ...place, username: 'lee' })).toBe(false)
  expect(right.canPaste({ ...place, datasetId: 2 })).toBe(false)
  const pasted = right.takeFromClipboard(place)
  expect(pasted?.annotations.map(({ geometry }) => geometry)).toEqual([square.geometry])
  expect(pasted?.steps).toBe(1)
})
