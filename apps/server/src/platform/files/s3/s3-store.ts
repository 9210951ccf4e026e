import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'

import { openChecks } from '../checks.ts'
import type { FileStore } from '../file-store.ts'
import { isNotThere, walkTree } from '../walk-folder.ts'
import type { BucketClient } from './client.ts'
import { entriesOf, keysBelow } from './list-objects.ts'
import type { ObjectCache } from './object-cache.ts'
import { digestName, putObject } from './put-object.ts'
import { readObject } from './read-object.ts'
import { ask, objectKey } from './requests.ts'

/** What a bucket says about an object. */
interface ObjectFacts {
  readonly size: number
  readonly modifiedAt: Date
  /** Differs for different contents. */
  readonly etag: string
  /** In hexadecimal; undefined if something else than a file store put the object there. */
  readonly sha256: string | undefined
}

/** A part of a bucket as file store. Programs read files from a cache on this machine's disk. */
export function openS3Store(client: BucketClient, cache: ObjectCache): FileStore {
  const { s3, sdk, address } = client
  const nameOf = (key: string): string => objectKey(address.prefix, key)

  async function factsOf(name: string): Promise<ObjectFacts> {
    const request = new sdk.HeadObjectCommand({ Bucket: address.bucket, Key: name })
    const head = await ask(name, s3.send(request))
    return {
      size: head.ContentLength ?? 0,
      modifiedAt: head.LastModified ?? new Date(0),
      etag: head.ETag ?? '',
      sha256: head.Metadata?.[digestName],
    }
  }

  const find = async (key: string): Promise<ObjectFacts | undefined> =>
    factsOf(nameOf(key)).catch(ignoreMissing)

  async function removeObject(name: string): Promise<void> {
    await cache.forget(name)
    const request = new sdk.DeleteObjectCommand({ Bucket: address.bucket, Key: name })
    await ask(name, s3.send(request)).catch(ignoreMissing)
    // Again: somebody may have read it until just now.
    await cache.forget(name)
  }

  const checks = openChecks({
    async entryOf(name) {
      const { size, etag, modifiedAt } = await factsOf(name)
      return [size, etag, modifiedAt.getTime()].join(' ')
    },
    async hashOf(name) {
      const hash = createHash('sha256')
      await pipeline((await readObject(client, name)).content, hash)
      return hash.digest()
    },
  })

  return {
    put: (key, source) => putObject(client, nameOf(key), source),
    read: (key, part) => readObject(client, nameOf(key), part),
    async isSound(key, sha256, how = 'known') {
      const name = nameOf(key)
      if (how === 'anew') return checks.isSound(name, sha256, how)
      const { sha256: stated } = await factsOf(name)
      if (stated !== undefined) return stated === sha256.toString('hex')
      return checks.isSound(name, sha256, how)
    },
    has: async (key) => (await find(key)) !== undefined,
    find,
    walk(folder, after = null) {
      const root = `${nameOf(folder)}/`
      return walkTree((below) => entriesOf(client, below === '' ? root : `${root}${below}/`), after)
    },
    async remove(key) {
      const name = nameOf(key)
      await removeObject(name)
      for await (const below of keysBelow(client, `${name}/`)) await removeObject(below)
    },
    async withLocalPath(key, work) {
      const name = nameOf(key)
      return cache.withPath({ ...(await factsOf(name)), name }, work, () =>
        readObject(client, name),
      )
    },
    async check() {
      const { bucket, prefix } = address
      const request = new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 })
      await ask(prefix, s3.send(request))
    },
  }
}

function ignoreMissing(error: unknown): undefined {
  if (!isNotThere(error)) throw error
  return undefined
}
