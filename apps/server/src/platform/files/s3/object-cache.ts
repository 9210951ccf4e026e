import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { CacheLimit } from '../cache-limit.ts'
import { isNotThere } from '../walk-folder.ts'

/** An object, as far as a copy of it can be told from that of another or an earlier one. */
interface Source {
  readonly name: string
  readonly etag: string
  readonly size: number
  readonly sha256: string | undefined
}

type OpenSource = () => Promise<{ content: Readable }>

/** Copies of objects on this machine's disk. */
export interface ObjectCache {
  /**
   * Runs `work` with a path to the object's content, which is fetched if there is no copy of it. The path is
   * the work's own: it stays if the copy is removed meanwhile.
   */
  withPath<T>(source: Source, work: (path: string) => Promise<T>, open: OpenSource): Promise<T>
  /** Removes the copies of an object that is deleted. */
  forget(name: string): Promise<void>
}

/**
 * @param options.folder where copies stay; processes of one machine may share it
 * @param options.temporaryFolder of this process, on the same file system
 */
export function openObjectCache(options: {
  readonly folder: string
  readonly temporaryFolder: string
  readonly limit: CacheLimit
}): ObjectCache {
  const { folder, temporaryFolder, limit } = options
  const fetching = new Map<string, Promise<void>>()

  async function fetchObject(source: Source, copy: string, open: OpenSource): Promise<void> {
    const partial = path.join(temporaryFolder, `${randomUUID()}.part`)
    try {
      const hash = createHash('sha256')
      const { content } = await open()
      await pipeline(content, measuring(hash), createWriteStream(partial, { mode: 0o600 }))
      const { size } = await stat(partial)
      const isOther = source.sha256 !== undefined && hash.digest('hex') !== source.sha256
      if (size !== source.size || isOther) {
        throw new Error(`${source.name} is not what was stored: it is damaged, or just replaced.`)
      }
      await mkdir(path.dirname(copy), { recursive: true })
      await rename(partial, copy)
      limit.added(size)
    } finally {
      await rm(partial, { force: true })
    }
  }

  function fetchOnce(source: Source, copy: string, open: OpenSource): Promise<void> {
    const running = fetching.get(copy)
    if (running !== undefined) return running
    const fetched = fetchObject(source, copy, open).finally(() => fetching.delete(copy))
    fetching.set(copy, fetched)
    return fetched
  }

  /** Where copies of an object are, with what their names begin with. */
  function placeOf(name: string): { parent: string; beginning: string } {
    const beginning = digestOf(name)
    return { parent: path.join(folder, beginning.slice(0, 2)), beginning }
  }

  function copyOf({ name, etag, size }: Source): string {
    const { parent, beginning } = placeOf(name)
    return path.join(parent, `${beginning}-${digestOf(`${etag} ${size}`).slice(0, 16)}`)
  }

  return {
    async forget(name) {
      const { parent, beginning } = placeOf(name)
      const names = await readdir(parent).catch(() => [])
      const copies = names.filter((each) => each.startsWith(beginning))
      for (const copy of copies) await rm(path.join(parent, copy), { force: true })
    },
    async withPath(source, work, open) {
      const copy = copyOf(source)
      const own = path.join(temporaryFolder, `${randomUUID()}.object`)
      await mkdir(temporaryFolder, { recursive: true })
      try {
        while (!(await lease(copy, own))) await fetchOnce(source, copy, open)
        await limit.used(own)
        return await work(own)
      } finally {
        await rm(own, { force: true })
      }
    },
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function measuring(hash: ReturnType<typeof createHash>) {
  return async function* pass(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
}

/** Gives the copy a second name, under which it stays; false if there is no copy. */
async function lease(copy: string, own: string): Promise<boolean> {
  try {
    await link(copy, own)
    return true
  } catch (error) {
    if (!isNotThere(error)) throw error
    return false
  }
}
