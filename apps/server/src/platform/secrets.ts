import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

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
  /** A key of 32 bytes for another purpose, always the same (HKDF, RFC 5869). */
  keyFor(purpose: string): Buffer
}

/** Uses the key in a file, created if absent, readable only by its owner. */
export async function openSecrets(file: string): Promise<Secrets> {
  const key = await readKey(file)
  return {
    seal(secret, purpose) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(purpose))
      const content = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return form + Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64')
    },
    open(sealed, purpose) {
      if (!sealed.startsWith(form)) return undefined
      const bytes = Buffer.from(sealed.slice(form.length), 'base64')
      const nonce = bytes.subarray(0, nonceBytes)
      try {
        const decipher = createDecipheriv(algorithm, key, nonce)
          .setAAD(Buffer.from(purpose))
          .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
        const content = bytes.subarray(nonceBytes + tagBytes)
        return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
    keyFor: (purpose) => Buffer.from(hkdfSync('sha256', key, '', purpose, keyBytes)),
  }
}

async function readKey(file: string): Promise<Buffer> {
  await mkdir(path.dirname(file), { recursive: true })
  const made = `${randomBytes(keyBytes).toString('base64')}\n`
  // If two processes start at once, one of them creates it.
  await writeFile(file, made, { flag: 'wx', mode: 0o600, flush: true }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64')
  if (key.length === keyBytes) return key
  throw new Error(
    `${file} is no key: it must have ${keyBytes} bytes in base64, as from 'openssl rand -base64 ${keyBytes}'.`,
  )
}
