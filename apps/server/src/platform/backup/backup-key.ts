import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'

const keyBytes = 32

/**
 * Reads the key that encrypts backups: 32 bytes in base64.
 * @throws if the file holds no such key
 */
export async function readBackupKey(file: string | undefined): Promise<Buffer | undefined> {
  if (file === undefined) return undefined
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64')
  if (key.length === keyBytes) return key
  throw new Error(
    `${file} is no key: it must have ${keyBytes} bytes in base64, as from 'openssl rand -base64 ${keyBytes}'.`,
  )
}

/** Identifies a key without revealing it. */
export function fingerprintOf(key: Buffer): string {
  return createHmac('sha256', key).update('fovea backup').digest('hex').slice(0, 16)
}
