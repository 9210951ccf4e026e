import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'

import { EmbeddedDatabaseError, reasonOf } from './error.ts'

const run = promisify(execFile)

/** A way to run a program under an account that PostgreSQL accepts: it refuses the superuser. */
export interface Account {
  /** Display name for log lines. */
  readonly name: string
  /** Put before the program and its arguments. */
  readonly prefix: readonly string[]
  /** User to start the whole command as; absent: this process's user. */
  readonly runAs?: Ids
  /** Required owner of the files; absent: this process's user, who owns what it creates. */
  readonly owner?: Ids
}

export interface Ids {
  readonly uid: number
  readonly gid: number
}

const NOBODY: Ids = { uid: 65_534, gid: 65_534 }
/** A clean environment, so that the caller's variables cannot change how the database behaves. */
export const cleanEnvironment = { PATH: process.env['PATH'], TZ: 'UTC', LC_ALL: 'C' }

/**
 * Returns the first account that can run the program and reach the folder.
 * @param owner owner of the database files, if they exist already
 * @throws naming every account that was tried and why it failed
 */
export async function chooseAccount(
  program: string,
  folder: string,
  owner: Ids | undefined,
): Promise<Account> {
  const refusals: string[] = []
  for (const account of await candidates(owner)) {
    try {
      await runAs(account, '/bin/sh', ['-c', 'cd "$1" && "$2" --version', 'sh', folder, program])
      return account
    } catch (error) {
      refusals.push(`- ${account.name}: ${reasonOf(error).trim()}`)
    }
  }
  throw new EmbeddedDatabaseError(
    `No account was found that can run PostgreSQL on ${folder}:\n${refusals.join('\n')}\nStart Fovea ` +
      'as an ordinary user who owns that folder, or set DATABASE_URL to a PostgreSQL server.',
  )
}

/** Runs a program to its end under the account. */
export async function runAs(
  account: Account,
  program: string,
  args: readonly string[],
): Promise<void> {
  const [command = program, ...rest] = [...account.prefix, program, ...args]
  await run(command, rest, { ...account.runAs, env: cleanEnvironment, cwd: '/' })
}

async function candidates(owner: Ids | undefined): Promise<readonly Account[]> {
  const linux = process.platform === 'linux'
  const nobody = (await nobodyOfThisSystem()) ?? NOBODY
  if (process.getuid?.() !== 0) {
    const self: readonly Account[] = isKnown() ? [{ name: 'as the current user', prefix: [] }] : []
    return linux ? [...self, inUserNamespace(nobody)] : self
  }
  const ids = owner && owner.uid !== 0 ? owner : nobody
  const dropped: Account = { name: `as user ${ids.uid}`, prefix: [], runAs: ids, owner: ids }
  return linux ? [dropped, inUserNamespace(ids), passingPermissions(ids)] : [dropped]
}

/** Whether the current user has an entry in /etc/passwd, which initdb insists on. */
function isKnown(): boolean {
  try {
    userInfo()
    return true
  } catch {
    return false
  }
}

/**
 * Appears as the given user to itself but stays the current user to the file system. Works even if the folder
 * lies behind a directory that only the current user may enter, or if the current user has no name.
 */
function inUserNamespace({ uid, gid }: Ids): Account {
  return {
    name: `as user ${uid} in a user namespace`,
    prefix: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'],
    ...(process.getuid?.() === 0 && { owner: { uid: 0, gid: 0 } }),
  }
}

/** Works if the folder is behind a closed directory and namespaces are forbidden, as in containers. */
function passingPermissions(ids: Ids): Account {
  return {
    name: `as user ${ids.uid} with the right to pass directory permissions`,
    prefix: [
      'setpriv',
      `--reuid=${ids.uid}`,
      `--regid=${ids.gid}`,
      '--clear-groups',
      '--inh-caps=+dac_override',
      '--ambient-caps=+dac_override',
      '--',
    ],
    owner: ids,
  }
}

async function nobodyOfThisSystem(): Promise<Ids | undefined> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const entry = /^nobody:[^:]*:(?<uid>\d+):(?<gid>\d+):/mu.exec(users)?.groups
  return entry && { uid: Number(entry['uid']), gid: Number(entry['gid']) }
}
