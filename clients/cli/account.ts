import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'

import { z } from 'zod'

import { Failure } from './failure.ts'

const Account = z.object({ url: z.url({ protocol: /^https?$/u }), token: z.string().min(1) })
type Account = z.infer<typeof Account>

function fileOf(env: NodeJS.ProcessEnv): string {
  const folder = env['XDG_CONFIG_HOME'] ?? path.join(homedir(), '.config')
  return path.join(folder, 'fovea', 'account.json')
}

/**
 * The server and the token: those of FOVEA_URL and FOVEA_TOKEN, else those of the last login.
 * @throws {Failure} notAllowed
 */
export async function findAccount(env: NodeJS.ProcessEnv): Promise<Account> {
  const stored = await readFile(fileOf(env), 'utf8').then(
    (text): unknown => JSON.parse(text),
    () => ({}),
  )
  const given = { url: env['FOVEA_URL'], token: env['FOVEA_TOKEN'] }
  const known = Object.entries(given).filter(([, value]) => value !== undefined)
  const account = Account.safeParse({ ...Object(stored), ...Object.fromEntries(known) })
  if (account.success) return account.data
  throw new Failure('notAllowed', 'Sign in by `fovea login`, or set FOVEA_URL and FOVEA_TOKEN.')
}

/** Keeps the account, readable only by its user. @returns the file */
export async function storeAccount(env: NodeJS.ProcessEnv, account: Account): Promise<string> {
  const file = fileOf(env)
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  // A file that exists keeps its mode: begin anew.
  await rm(file, { force: true })
  await writeFile(file, JSON.stringify(Account.parse(account)), { mode: 0o600 })
  return file
}

export async function forgetAccount(env: NodeJS.ProcessEnv): Promise<void> {
  await rm(fileOf(env), { force: true })
}
