import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'

const hash = promisify(argon2) as (
  algorithm: 'argon2id',
  parameters: Argon2Parameters,
) => Promise<Buffer>

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
const current = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

/** Hashing is costly on purpose: more at once would only starve the other calls. */
const mostAtOnce = 2
let running = 0
const queue: (() => void)[] = []

async function oneOfFew<T>(work: () => Promise<T>): Promise<T> {
  if (running >= mostAtOnce) await new Promise<void>((resolve) => queue.push(resolve))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    queue.shift()?.()
  }
}

/** A password is the same whether typed as composed or as decomposed characters. */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize('NFC'), 'utf8')
}

/** The PHC string format: algorithm, parameters, salt and hash in one text. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await oneOfFew(() =>
    hash('argon2id', { message: bytesOf(password), nonce, tagLength, ...current }),
  )
  const { memory, passes, parallelism } = current
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const match = phc.exec(stored)
  if (match === null) return false
  const [, memory, passes, parallelism, salt = '', expected = ''] = match
  const tag = Buffer.from(expected, 'base64')
  const actual = await oneOfFew(() =>
    hash('argon2id', {
      message: bytesOf(password),
      nonce: Buffer.from(salt, 'base64'),
      tagLength: tag.length,
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
    }),
  )
  return timingSafeEqual(actual, tag)
}

/** True if the stored hash was made with weaker parameters than today's. */
export function isOutdated(stored: string): boolean {
  const { memory, passes, parallelism } = current
  return !stored.startsWith(`$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`)
}

/** Verified if the user does not exist, so that both cases take the same time. */
export const hashOfNobody: Promise<string> = hashPassword(randomBytes(16).toString('hex'))

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
