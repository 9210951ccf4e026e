import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { partialIn } from './files/partials.ts'

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const form = 'v1:'

/** Keeps secrets in the database, unreadable to anyone who has only the database. */
export interface Secrets {
  /** @param purpose binds the sealed secret: it cannot be opened for another purpose */
  seal(secret: string, purpose: string): string
  /** Undefined if it was sealed with another key or for another purpose. */
  open(sealed: string, purpose: string): string | undefined
  /**
   * Keys of 32 bytes for another purpose, always the same (HKDF, RFC 5869): the former ones, the
   * oldest first, and at the end the present one.
   */
  keysFor(purpose: string): readonly Buffer[]
}

/**
 * Uses the keys in a file, created if absent, readable only by its owner: the present key in the
 * first line, which seals, and below it former keys, the newest first, which still open.
 */
export async function openSecrets(file: string): Promise<Secrets> {
  const [present, ...former] = await readKeys(file)
  const keys = [present, ...former]
  return {
    seal(secret, purpose) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, present, nonce).setAAD(Buffer.from(purpose))
      const content = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return form + Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64')
    },
    open(sealed, purpose) {
      if (!sealed.startsWith(form)) return undefined
      const bytes = Buffer.from(sealed.slice(form.length), 'base64')
      return keys
        .map((key) => decrypt(bytes, { key, purpose }))
        .find((secret) => secret !== undefined)
    },
    keysFor: (purpose) =>
      keys.map((key) => Buffer.from(hkdfSync('sha256', key, '', purpose, keyBytes))).toReversed(),
  }
}

function decrypt(
  bytes: Buffer,
  { key, purpose }: { key: Buffer; purpose: string },
): string | undefined {
  try {
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes))
      .setAAD(Buffer.from(purpose))
      .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
    const content = bytes.subarray(nonceBytes + tagBytes)
    return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** The key of `keysFor` that is used for new content. */
export function presentOf(keys: readonly Buffer[]): Buffer {
  const present = keys.at(-1)
  if (present === undefined) throw new Error('There is no key.')
  return present
}

/** Makes a new key the present one; the file is there whole, with the old or the new keys. */
export async function addKey(file: string): Promise<void> {
  const keys = await readFile(file, 'utf8')
  const { uid, gid } = await stat(file)
  const partial = partialIn(path.dirname(file))
  try {
    {
      await using handle = await open(partial, 'wx', 0o600)
      // The operator may be another account than the server's.
      await handle.chown(uid, gid)
      await handle.writeFile(newKeyLine() + keys)
      await handle.sync()
    }
    await rename(partial, file)
  } finally {
    await rm(partial, { force: true })
  }
  await using folder = await open(path.dirname(file), 'r')
  await folder.sync()
}

function newKeyLine(): string {
  return `${randomBytes(keyBytes).toString('base64')}\n`
}

async function readKeys(file: string): Promise<[present: Buffer, ...former: Buffer[]]> {
  await mkdir(path.dirname(file), { recursive: true })
  // If two processes start at once, one of them creates it.
  await writeFile(file, newKeyLine(), { flag: 'wx', mode: 0o600, flush: true }).catch(
    (error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    },
  )
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  const [present, ...former] = lines.map((line) => Buffer.from(line.trim(), 'base64'))
  const isUsable = [present, ...former].every((key) => key?.length === keyBytes)
  if (present !== undefined && isUsable) return [present, ...former]
  throw new Error(
    `${file} is no key: each line must have ${keyBytes} bytes in base64, as from 'openssl rand -base64 ${keyBytes}'.`,
  )
}
