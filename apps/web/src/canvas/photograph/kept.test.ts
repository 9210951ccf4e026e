import { expect, test } from 'vitest'

import { Kept } from './kept.ts'

test('loads an address once, and another one in its place', async () => {
  const loaded: string[] = []
  const kept = new Kept(async (address) => loaded.push(address))
  expect(await Promise.all([kept.at('a'), kept.at('a')])).toEqual([1, 1])
  expect([await kept.at('b'), await kept.at('a')]).toEqual([2, 3])
  expect(loaded).toEqual(['a', 'b', 'a'])
})

test('is null without a network, and tries again the next time', async () => {
  let isReachable = false
  const kept = new Kept(async (address) => {
    if (!isReachable) throw new TypeError('Failed to fetch')
    return address
  })
  expect(await kept.at('a')).toBeNull()
  isReachable = true
  expect(await kept.at('a')).toBe('a')
})
