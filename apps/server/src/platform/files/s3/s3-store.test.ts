import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'

import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { faultyWay } from '../../../testing/faulty-store.ts'
import { bytesOf, sourceOf, testFileStore } from '../../../testing/file-store-suite.ts'
import { cacheFolders, clientFor, emptyBucket, withSwift } from '../../../testing/swift-bucket.ts'
import { haveSwift } from '../../../testing/swift-peer.ts'
import type { BucketAddress } from '../bucket-address.ts'
import { noLimit } from '../cache-limit.ts'
import { StorageAway } from '../storage-error.ts'
import { openBucketClient } from './client.ts'
import { openObjectCache } from './object-cache.ts'
import { openS3Store } from './s3-store.ts'
import { sweepUploads } from './sweep-uploads.ts'
import { tryBucket } from './try-bucket.ts'

async function storeIn(address: BucketAddress, patienceMs?: number) {
  const folders = await cacheFolders()
  const client = await clientFor(address, patienceMs)
  const store = openS3Store(client, openObjectCache({ ...folders, limit: noLimit }))
  return { client, store, folders }
}

async function refusalOf(address: BucketAddress): Promise<string> {
  using client = await openBucketClient(address, () => undefined, 0)
  const error = await tryBucket(client).catch((refusal: unknown) => refusal)
  return String(error)
}

describe.skipIf(!haveSwift())('a bucket of OpenStack Swift', () => {
  testFileStore(async () => (await storeIn(await emptyBucket())).store)

  test('an object that somebody else put there is read to know whether it is sound', async () => {
    const address = await emptyBucket()
    const { store, client } = await storeIn(address)
    const place = { Bucket: address.bucket, Key: `${address.prefix}datasets/eye.png` }
    await client.s3.send(new client.sdk.PutObjectCommand({ ...place, Body: 'an eye' }))
    const sha256 = createHash('sha256').update('an eye').digest()
    expect(await store.isSound('datasets/eye.png', sha256)).toBe(true)
    expect(await store.isSound('datasets/eye.png', Buffer.alloc(32))).toBe(false)
  })

  test('a path stays while it is used, even if its copy is removed', async () => {
    const { store, folders } = await storeIn(await emptyBucket())
    await store.put('o', await sourceOf('content'))
    const read = await store.withLocalPath('o', async (file) => {
      await rm(folders.folder, { recursive: true })
      return String(await readFile(file))
    })
    expect(read).toBe('content')
    expect(await store.withLocalPath('o', async (file) => String(await readFile(file)))).toBe(
      'content',
    )
  })

  test('a store that answers 503 for a while is asked again, and one that always does is away', async () => {
    const address = await emptyBucket()
    let refusals = 4
    const { endpoint } = await faultyWay(address.endpoint ?? '', () =>
      refusals-- > 0 ? 'answers 503' : 'none',
    )
    const { store } = await storeIn({ ...address, endpoint }, 3000)
    await store.put('o', await sourceOf('kept'))
    expect(String(await bytesOf((await store.read('o')).content))).toBe('kept')
    refusals = Infinity
    const impatient = (await storeIn({ ...address, endpoint })).store
    await expect(impatient.find('o')).rejects.toThrow(StorageAway)
    await expect(impatient.check()).rejects.toThrow(StorageAway)
  })

  test('a read goes on where the connection broke', async () => {
    const address = await emptyBucket()
    const ranges: (string | undefined)[] = []
    const { endpoint } = await faultyWay(address.endpoint ?? '', ({ method, headers }) => {
      if (method === 'GET') ranges.push(headers.range)
      return method === 'GET' && ranges.length <= 2 ? 'breaks off' : 'none'
    })
    const { store } = await storeIn({ ...address, endpoint })
    const content = randomBytes(2_000_000)
    await store.put('o', await sourceOf(content))
    const read = await bytesOf((await store.read('o')).content)
    expect(read.equals(content)).toBe(true)
    expect(ranges).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]/), expect.anything()])
  })

  test('a read that is given up asks for nothing more', async () => {
    const address = await emptyBucket()
    let gets = 0
    const { endpoint } = await faultyWay(address.endpoint ?? '', ({ method }) => {
      if (method === 'GET') gets += 1
      return 'none'
    })
    const { store } = await storeIn({ ...address, endpoint })
    await store.put('o', await sourceOf(randomBytes(2_000_000)))
    const { content } = await store.read('o')
    const givenUp = new Error('The reader has left.')
    content.once('data', () => content.destroy(givenUp))
    await expect(once(content, 'close')).rejects.toBe(givenUp)
    expect(gets).toBe(1)
  })

  test('an upload in parts that fails leaves nothing, and a killed one is swept', async () => {
    const address = await emptyBucket()
    const { endpoint } = await faultyWay(address.endpoint ?? '', ({ url = '' }) =>
      url.includes('partNumber=2') ? 'answers 503' : 'none',
    )
    const large = await sourceOf(randomBytes(2 ** 20 * 9))
    const failing = await storeIn({ ...address, endpoint })
    await expect(failing.store.put('o', large)).rejects.toThrow(StorageAway)
    const { store, client } = await storeIn(address)
    expect(await store.find('o')).toBeUndefined()
    const later = new Date(Date.now() + 60_000)
    expect(await sweepUploads(client, later)).toBe(0)
    const place = { Bucket: address.bucket, Key: `${address.prefix}killed` }
    await client.s3.send(new client.sdk.CreateMultipartUploadCommand(place))
    expect(await sweepUploads(client, new Date(Date.now() - 60_000))).toBe(0)
    expect(await sweepUploads(client, later)).toBe(1)
    expect(await sweepUploads(client, later)).toBe(0)
  })
})

describe.skipIf(!haveSwift())('a bucket that cannot be used is refused, with the reason', () => {
  test('no bucket, no such keys, nothing there', async () => {
    const address = await emptyBucket()
    expect(await refusalOf(address)).toBe('undefined')
    expect(await refusalOf({ ...address, bucket: 'nowhere' })).toContain('no bucket nowhere')
    const endpoint = 'http://127.0.0.1:9'
    expect(await refusalOf({ ...address, endpoint })).toContain(`${endpoint} does not answer`)
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wrong')
    onTestFinished(() => {
      vi.unstubAllEnvs()
    })
    expect(await refusalOf(address)).toContain('does not accept the keys')
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'nobody')
    expect(await refusalOf(address)).toContain('does not accept the keys')
  })

  test('no right to write', async () => {
    const address = await emptyBucket()
    const swift = await withSwift()
    await swift.letOtherRead(address.bucket)
    for (const [name, value] of Object.entries(swift.otherKeys)) vi.stubEnv(name, value)
    onTestFinished(() => {
      vi.unstubAllEnvs()
    })
    const refusal = await refusalOf(address)
    expect(refusal).toContain('cannot be written')
    expect(refusal).toContain('s3:PutObject')
  })

  test('a clock that is off', async () => {
    const address = await emptyBucket()
    vi.useFakeTimers({ now: Date.now() + 3 * 3600_000, toFake: ['Date'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    expect(await refusalOf(address)).toContain('clock of this machine is wrong')
  })
})
