import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { limitCache } from './cache-limit.ts'

const size = 1000

/** A cache of ten files, the first the oldest, with room for five. */
async function filledCache() {
  const root = await mkdtemp(path.join(tmpdir(), 'fovea-cache-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const fileOf = (number: number) => path.join(root, `f${number}`)
  for (let number = 0; number < 10; number++) {
    await writeFile(fileOf(number), Buffer.alloc(size))
    await utimes(fileOf(number), number, number)
  }
  const wholes = path.join(root, 'wholes')
  const limit = limitCache([root], 5.1 * size, [wholes])
  /** A folder of two files, used at a time. */
  const addWhole = async (name: string, usedAt: number) => {
    const folder = path.join(wholes, name)
    await mkdir(path.join(folder, 'level'), { recursive: true })
    await writeFile(path.join(folder, 'level', 'a'), Buffer.alloc(size))
    await writeFile(path.join(folder, 'b'), Buffer.alloc(size))
    await utimes(folder, usedAt, usedAt)
  }
  const names = async () => {
    const found = await readdir(root, { recursive: true })
    return found.filter((name) => /^f|wholes.[^/]*$/.test(name)).toSorted()
  }
  return { limit, fileOf, names, addWhole }
}

test('removes the least recently used files until the rest has room', async () => {
  const { limit, fileOf, names } = await filledCache()
  await limit.used(fileOf(0))
  limit.added(size)
  await expect.poll(names).toEqual(['f0', 'f7', 'f8', 'f9'])
})

test('keeps or removes a folder of files as a whole, whatever its files are', async () => {
  const { limit, names, addWhole } = await filledCache()
  await addWhole('recent', 9.5)
  await addWhole('old', 5.5)
  await addWhole('being made.part', 0)
  limit.added(2 * size)
  await expect.poll(names).toEqual(['f8', 'f9', 'wholes/being made.part', 'wholes/recent'])
})

test('does not fail over a file that another process removed', async () => {
  const { limit, fileOf } = await filledCache()
  await rm(fileOf(3))
  await expect(limit.used(fileOf(3))).resolves.toBeUndefined()
})
