import { describe, expect, test } from 'vitest'

import { photographLevels } from './pictures.ts'

const sizes = (width: number, height: number) =>
  photographLevels({ id: 7, version: 'abc', width, height }).map((level) => [
    level.width,
    level.height,
    level.addresses.length,
  ])

describe('the sizes in which a photograph is loaded', () => {
  test('up to 4096 pixels a side, it is loaded whole', () => {
    expect(sizes(800, 600)).toEqual([[800, 600, 1]])
    expect(sizes(4096, 3000)).toEqual([
      [1024, 750, 1],
      [2048, 1500, 1],
      [4096, 3000, 1],
    ])
  })

  test('larger photographs are loaded as tiles, after a preview', () => {
    expect(sizes(9000, 7000)).toEqual([
      [1024, 796, 1],
      [1125, 875, 2],
      [2250, 1750, 6],
      [4500, 3500, 20],
      [9000, 7000, 63],
    ])
    const levels = photographLevels({ id: 7, version: 'abc', width: 9000, height: 7000 })
    expect(levels[0]?.addresses).toEqual(['/api/image/7?width=1024&v=abc'])
    expect(levels.at(-1)?.addresses[10]).toBe('/api/image/7/tiles/0/1/1?v=abc')
  })

  test('the preview of a very high photograph is small', () => {
    expect(sizes(2000, 29_000)[0]).toEqual([250, 3625, 1])
  })
})
