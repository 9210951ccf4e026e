import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'

import { partialIn } from '../files/partials.ts'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** The content of a file, without its name. */
interface Content {
  /** In hexadecimal. */
  readonly sha256: string
  readonly size: number
}

/** The stored object is not the one that was written, or cannot be opened with this key. */
export class DamagedObject extends Error {}

/** Contents of files, each stored once under its digest, and never changed. */
export interface Objects {
  has(sha256: string): Promise<boolean>
  /** Stores the content, unless it is there, and returns after it was read back from disk. */
  put(source: AsyncIterable<Buffer>): Promise<Content>
  /**
   * Reads the content, and throws at its end if it is not what was stored.
   * @throws {DamagedObject}
   */
  read(sha256: string): AsyncGenerator<Buffer>
  /** @throws {DamagedObject} */
  verify(sha256: string): Promise<void>
  /** Removes all others. */
  keepOnly(digests: ReadonlySet<string>): Promise<void>
}

/**
 * Objects below a folder. With a key, each is encrypted by AES-256-GCM with a nonce of its own,
 * and named by an HMAC, so that names do not tell whether a known photograph is among them.
 */
export function openObjects(root: string, key: Buffer | undefined): Objects {
  const nameOf = (sha256: string): string =>
    key === undefined ? sha256 : createHmac('sha256', key).update(sha256).digest('hex')
  const fileOf = (sha256: string): string => {
    const name = nameOf(sha256)
    return path.join(root, name.slice(0, 2), name)
  }
  const has = (sha256: string): Promise<boolean> =>
    access(fileOf(sha256)).then(
      () => true,
      () => false,
    )

  async function* read(sha256: string): AsyncGenerator<Buffer> {
    const file = fileOf(sha256)
    const hash = createHash('sha256')
    const content = key === undefined ? createReadStream(file) : decrypted(file, key)
    for await (const chunk of content as AsyncIterable<Buffer>) {
      hash.update(chunk)
      yield chunk
    }
    if (hash.digest('hex') !== sha256) throw new DamagedObject(`${file} is damaged.`)
  }

  async function verify(sha256: string): Promise<void> {
    for await (const _ of read(sha256)) continue
  }

  return {
    has,
    read,
    verify,
    async keepOnly(digests) {
      const kept = new Set([...digests].map((sha256) => nameOf(sha256)))
      for (const folder of await readdir(root)) {
        // A hidden file is a content that is being written.
        if (folder.startsWith('.')) continue
        for (const name of await readdir(path.join(root, folder))) {
          if (!kept.has(name)) await rm(path.join(root, folder, name))
        }
      }
    },
    async put(source) {
      await mkdir(root, { recursive: true })
      const partial = partialIn(root)
      const measured = measure(source)
      try {
        await writeSynced(
          partial,
          key === undefined ? measured.chunks : encrypted(measured.chunks, key),
        )
        const content = measured.content()
        if (await has(content.sha256)) return content
        const target = fileOf(content.sha256)
        await mkdir(path.dirname(target), { recursive: true })
        await rename(partial, target)
        await syncFolder(path.dirname(target))
        await verify(content.sha256)
        return content
      } finally {
        await rm(partial, { force: true })
      }
    },
  }
}

/** Passes the chunks on, and knows their digest and size when they have ended. */
function measure(source: AsyncIterable<Buffer>) {
  const hash = createHash('sha256')
  let size = 0
  async function* chunks(): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  return { chunks: chunks(), content: (): Content => ({ sha256: hash.digest('hex'), size }) }
}

/** Nonce, encrypted content, tag. */
async function* encrypted(source: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Buffer> {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce)
  yield nonce
  for await (const chunk of source) yield cipher.update(chunk)
  yield cipher.final()
  yield cipher.getAuthTag()
}

async function* decrypted(file: string, key: Buffer): AsyncGenerator<Buffer> {
  await using handle = await open(file, 'r')
  const end = (await handle.stat()).size - tagBytes
  if (end < nonceBytes) throw new DamagedObject(`${file} is damaged.`)
  const [nonce, tag] = [Buffer.alloc(nonceBytes), Buffer.alloc(tagBytes)]
  await handle.read(nonce, 0, nonceBytes, 0)
  await handle.read(tag, 0, tagBytes, end)
  const decipher = createDecipheriv(algorithm, key, nonce).setAuthTag(tag)
  if (end > nonceBytes) {
    const content = createReadStream(file, { start: nonceBytes, end: end - 1 })
    for await (const chunk of content as AsyncIterable<Buffer>) yield decipher.update(chunk)
  }
  try {
    decipher.final()
  } catch (error) {
    throw new DamagedObject(`${file} is damaged, or encrypted with another key.`, { cause: error })
  }
}

/** Writes a new file, which is on disk when this resolves. */
export async function writeSynced(file: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  await using handle = await open(file, 'wx', 0o600)
  await handle.writeFile(chunks)
  await handle.sync()
}

/** Brings the entries of a folder to disk. */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}
