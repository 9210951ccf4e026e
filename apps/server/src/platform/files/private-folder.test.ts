import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { openPrivateFolder } from './private-folder.ts'

/** A data folder as an earlier version left it. */
async function earlierFolder(): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'fovea-private-'))
  onTestFinished(() => rm(root, { recursive: true }))
  for (const folder of ['datasets/Clinic', 'renditions/1', 'database/cluster']) {
    await mkdir(path.join(root, folder), { recursive: true })
  }
  for (const file of ['key', 'datasets/Clinic/a.jpg', 'renditions/1/b', 'database/cluster/c']) {
    await writeFile(path.join(root, file), file)
    await chmod(path.join(root, file), 0o644)
  }
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) await chmod(path.join(entry.parentPath, entry.name), 0o775)
  }
  return root
}

async function modesIn(root: string): Promise<Record<string, string>> {
  const names = ['.', ...(await readdir(root, { recursive: true }))].toSorted()
  const modes = names.map(async (name) => {
    const { mode } = await stat(path.join(root, name))
    return [name, (mode & 0o777).toString(8)] as const
  })
  return Object.fromEntries(await Promise.all(modes))
}

test.skipIf(process.platform === 'win32')(
  'closes what an earlier version left open, and leaves the database alone',
  async () => {
    const root = await earlierFolder()
    await using _ = await openPrivateFolder(root, { groupMayAddFiles: false })
    await expect
      .poll(() => modesIn(root))
      .toEqual({
        '.': '711',
        database: '775',
        'database/cluster': '775',
        'database/cluster/c': '644',
        datasets: '700',
        'datasets/Clinic': '700',
        'datasets/Clinic/a.jpg': '600',
        key: '600',
        renditions: '700',
        'renditions/1': '700',
        'renditions/1/b': '600',
      })
  },
)

test.skipIf(process.platform === 'win32')(
  "leaves the operator's group its access to datasets, and to nothing else",
  async () => {
    const root = await earlierFolder()
    await using _ = await openPrivateFolder(root, { groupMayAddFiles: true })
    await expect
      .poll(() => modesIn(root))
      .toMatchObject({
        datasets: '770',
        'datasets/Clinic': '770',
        'datasets/Clinic/a.jpg': '640',
        renditions: '700',
        'renditions/1/b': '600',
      })
  },
)
