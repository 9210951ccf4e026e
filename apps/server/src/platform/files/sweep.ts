import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

const oldMs = 24 * 3600_000

/** Removes what a process that was killed left behind; anything younger may be in use. */
export async function sweepTemporaryFiles(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name)
      const { mtimeMs } = await stat(file)
      if (Date.now() - mtimeMs > oldMs) await rm(file, { force: true })
    }),
  )
}
