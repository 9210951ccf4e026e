import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { openTemporaryFolder } from './temporary-folder.ts'

/** Remains of two processes: one from a moment ago, one from an hour ago. */
async function withLeftovers() {
  const root = await mkdtemp(path.join(tmpdir(), 'temporary-'))
  onTestFinished(() => rm(root, { recursive: true }))
  for (const name of ['young', 'old']) {
    await mkdir(path.join(root, name, 'analysis.part'), { recursive: true })
    await writeFile(path.join(root, name, 'upload.part'), 'half')
  }
  await writeFile(path.join(root, 'old.part'), 'half')
  const anHourAgo = new Date(Date.now() - 3600_000)
  for (const name of ['old', 'old.part']) await utimes(path.join(root, name), anHourAgo, anHourAgo)
  return root
}

test('a process that is alone removes all remains at its start, and its own folder at its end', async () => {
  const root = await withLeftovers()
  const folder = await openTemporaryFolder(root, { isAlone: true })
  await writeFile(path.join(folder.path, 'upload.part'), 'half')
  expect(await readdir(root)).toEqual([path.basename(folder.path)])
  await folder[Symbol.asyncDispose]()
  expect(await readdir(root)).toEqual([])
})

test('with several processes, one removes only folders that have been silent for long', async () => {
  const root = await withLeftovers()
  await using first = await openTemporaryFolder(root, { isAlone: false })
  await using second = await openTemporaryFolder(root, { isAlone: false })
  const expected = [first, second].map((folder) => path.basename(folder.path))
  expect((await readdir(root)).toSorted()).toEqual(['young', ...expected].toSorted())
})
