import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { keepPreferences, readPreferences, sendPreferences } from './kept-preferences.ts'

const kim = { username: 'kim', anonymous: false }

/** A computer whose browser keeps preferences that were not sent yet. */
function computer() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  }
  return { kept, use: () => vi.stubGlobal('localStorage', storage) }
}

/** The preferences on the server. */
let stored: unknown = {}
let isOnline = true
/** Called before the server answers. */
let onCall: (method: string) => Promise<void> | void = () => undefined

beforeEach(() => {
  stored = {}
  isOnline = true
  onCall = () => undefined
  computer().use()
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (!isOnline) throw new TypeError('no connection')
    const answer = Response.json(method === 'PUT' ? { success: true } : stored)
    if (typeof body === 'string') stored = JSON.parse(body)
    await onCall(String(method))
    return answer
  })
})
afterEach(() => vi.unstubAllGlobals())

const read = () => readPreferences(kim, new AbortController().signal)

test('two computers that change entries of one preference keep the changes of both', async () => {
  keepPreferences('kim', { categories: { 1: { isLocked: true } } })
  await sendPreferences(kim)
  computer().use()
  keepPreferences('kim', { categories: { 2: { opacity: 50 } } })
  const both = { categories: { 1: { isLocked: true }, 2: { opacity: 50 } } }
  expect(await sendPreferences(kim)).toEqual(both)
  expect(stored).toEqual(both)
})

test('changes made offline are kept, and merged into what the server has by then', async () => {
  isOnline = false
  keepPreferences('kim', { categories: { 1: { isLocked: true }, 2: { opacity: 50 } } })
  await expect(sendPreferences(kim)).rejects.toMatchObject({ code: 'unreachable' })
  keepPreferences('kim', { categories: { 2: { opacity: null } } })
  isOnline = true
  stored = { categories: { 2: { opacity: 70, isLocked: true } }, language: 'ko' }
  const merged = {
    categories: { 1: { isLocked: true }, 2: { isLocked: true } },
    language: 'ko',
  }
  expect(await read()).toEqual(merged)
  expect(await sendPreferences(kim)).toEqual(merged)
  expect(stored).toEqual(merged)
  expect(await sendPreferences(kim)).toBeNull()
})

test('a change made while an earlier one is sent is known, and still to be sent', async () => {
  onCall = (method) => {
    if (method === 'PUT') keepPreferences('kim', { tools: { radius: 9 } })
  }
  keepPreferences('kim', { tools: { radius: 8, wheel: 'zoom' } })
  expect(await sendPreferences(kim)).toEqual({ tools: { radius: 9, wheel: 'zoom' } })
  expect(stored).toEqual({ tools: { radius: 8, wheel: 'zoom' } })
  onCall = () => undefined
  await sendPreferences(kim)
  expect(stored).toEqual({ tools: { radius: 9, wheel: 'zoom' } })
})

test('what is read is never older than what was sent before its answer', async () => {
  const slow = Promise.withResolvers<void>()
  onCall = () => slow.promise
  const reading = read()
  keepPreferences('kim', { language: 'ko' })
  const sending = sendPreferences(kim)
  slow.resolve()
  expect(await reading).toEqual({ language: 'ko' })
  expect(await sending).toEqual({ language: 'ko' })
})

test('damaged changes are left out, and without accounts changes stay in the browser', async () => {
  const { kept, use } = computer()
  use()
  kept.set('preferences of kim', '{"language":"xx"}')
  stored = { language: 'en' }
  expect(await read()).toEqual({ language: 'en' })
  kept.set('preferences of kim', 'damaged')
  expect(await read()).toEqual({ language: 'en' })
  keepPreferences('', { tools: { radius: 8 } })
  const nobody = { username: '', anonymous: true }
  expect(await sendPreferences(nobody)).toBeNull()
  expect(kept.get('preferences of ')).toBe('{"tools":{"radius":8}}')
  expect(stored).toEqual({ language: 'en' })
})
