import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { limitCache } from './cache-limit.ts'

const size = 1000

/** A cache of ten files, the first the oldest, with room for five, and a folder of its own limit. */
async function filledCache() {
  const root = await mkdtemp(path.join(tmpdir(), 'fovea-cache-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const tiles = path.join(root, 'tiles')
  await mkdir(tiles)
  await writeFile(path.join(tiles, 'tile'), Buffer.alloc(size))
  const fileOf = (number: number) => path.join(root, `f${number}`)
  for (let number = 0; number < 10; number++) {
    await writeFile(fileOf(number), Buffer.alloc(size))
    await utimes(fileOf(number), number, number)
  }
  const limit = limitCache([root], 5.1 * size, [tiles])
  return { limit, fileOf, names: async () => (await readdir(root)).toSorted(), tiles }
}

test('removes the least recently used files until the rest has room', async () => {
  const { limit, fileOf, names, tiles } = await filledCache()
  await limit.used(fileOf(0))
  limit.added(size)
  await expect.poll(names).toEqual(['f0', 'f7', 'f8', 'f9', 'tiles'])
  expect(await readdir(tiles)).toEqual(['tile'])
})

test('does not fail over a file that another process removed', async () => {
  const { limit, fileOf } = await filledCache()
  await rm(fileOf(3))
  await expect(limit.used(fileOf(3))).resolves.toBeUndefined()
})
