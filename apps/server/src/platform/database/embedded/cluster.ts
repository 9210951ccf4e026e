import { randomBytes } from 'node:crypto'
import {
  chown,
  mkdtemp,
  open,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'

import { chooseAccount, runAs, type Account, type Ids } from './account.ts'
import { POSTGRES_MAJOR, type Binaries } from './binaries.ts'
import { EmbeddedDatabaseError, ignoring, reasonOf } from './error.ts'
import { stopOrphan } from './orphan.ts'

/** A PostgreSQL data folder that is ready to be started. */
export interface Cluster {
  readonly folder: string
  readonly account: Account
  readonly user: string
  readonly password: string
}

export const OWNER = 'fovea'
const UNFINISHED = 'unfinished-'

/** Opens the cluster of a locked home folder, or makes one. */
export async function openCluster(
  home: string,
  binaries: Binaries,
  { durable }: { durable: boolean },
): Promise<Cluster> {
  const folder = path.join(home, 'cluster')
  const existing = await ownerOf(folder)
  const account = await chooseAccount(binaries.postgres, home, existing)
  const password = await readPassword(path.join(home, 'password'), existing !== undefined)
  await removeUnfinished(home)
  if (existing) {
    await assertVersion(folder)
    await stopOrphan(folder)
    await giveTo(account, folder, existing)
  } else {
    await createCluster({ home, folder, account, password, program: binaries.initdb, durable })
  }
  return { folder, account, user: OWNER, password }
}

async function ownerOf(folder: string): Promise<Ids | undefined> {
  try {
    const { uid, gid } = await stat(folder)
    return { uid, gid }
  } catch (error) {
    ignoring('ENOENT')(error)
    return undefined
  }
}

async function readPassword(file: string, expected: boolean): Promise<string> {
  const kept = await readFile(file, 'utf8').catch(ignoring('ENOENT'))
  if (kept) return kept.trim()
  if (expected) {
    throw new EmbeddedDatabaseError(
      `The password of the database is missing: ${file}. Put it back from a backup of that folder.`,
    )
  }
  const password = randomBytes(24).toString('base64url')
  await writeFile(file, `${password}\n`, { mode: 0o600, flush: true })
  return password
}

async function assertVersion(folder: string): Promise<void> {
  const version = (await readFile(path.join(folder, 'PG_VERSION'), 'utf8')).trim()
  if (version === POSTGRES_MAJOR) return
  throw new EmbeddedDatabaseError(
    `The database in ${folder} was made by PostgreSQL ${version}; this Fovea comes with ` +
      `PostgreSQL ${POSTGRES_MAJOR}. Move it over with pg_dump and pg_restore, or start the Fovea ` +
      'version that made it.',
  )
}

/** Removes the remains of an interrupted creation. */
async function removeUnfinished(home: string): Promise<void> {
  const names = (await readdir(home)).filter((name) => name.startsWith(UNFINISHED))
  await Promise.all(
    names.map((name) => rm(path.join(home, name), { recursive: true, force: true })),
  )
}

/**
 * Created under another name and renamed when complete, so that no incomplete cluster is ever
 * opened.
 */
async function createCluster(plan: {
  readonly home: string
  readonly folder: string
  readonly account: Account
  readonly password: string
  readonly program: string
  readonly durable: boolean
}): Promise<void> {
  const unfinished = await mkdtemp(path.join(plan.home, UNFINISHED))
  const data = path.join(unfinished, 'cluster')
  const passwordFile = path.join(unfinished, 'password')
  const { owner } = plan.account
  await writeFile(passwordFile, `${plan.password}\n`, { mode: 0o600 })
  if (owner) {
    await Promise.all([unfinished, passwordFile].map((file) => chown(file, owner.uid, owner.gid)))
  }
  try {
    await runAs(plan.account, plan.program, [
      `--pgdata=${data}`,
      `--username=${OWNER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      ...(plan.durable ? [] : ['--no-sync']),
    ])
    await rename(data, plan.folder)
    if (plan.durable) await sync(plan.home)
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The database could not be created in ${plan.home} (${plan.account.name}): ${reasonOf(error)}`,
      { cause: error },
    )
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

async function sync(folder: string): Promise<void> {
  await using handle = await open(folder)
  await handle.sync()
}

/** Only the superuser can give files away, and only for it does the account's owner differ. */
async function giveTo({ owner }: Account, folder: string, current: Ids): Promise<void> {
  if (!owner || owner.uid === current.uid) return
  const names = await readdir(folder, { recursive: true })
  for (const name of names) await chown(path.join(folder, name), owner.uid, owner.gid)
  await chown(folder, owner.uid, owner.gid)
}
