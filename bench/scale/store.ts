import { randomBytes, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'

import type * as Sdk from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'

import { noLimit } from '../../apps/server/src/platform/files/cache-limit.ts'
import type { FileStore } from '../../apps/server/src/platform/files/file-store.ts'
import {
  openBucketClient,
  type BucketClient,
} from '../../apps/server/src/platform/files/s3/client.ts'
import { openObjectCache } from '../../apps/server/src/platform/files/s3/object-cache.ts'
import { openS3Store } from '../../apps/server/src/platform/files/s3/s3-store.ts'
import { haveSwift, startSwift } from '../../apps/server/src/testing/swift-peer.ts'
import { comparePaired, printRows, type Row } from '../measure.ts'

const bucket = 'bench'
const sizes = [
  { name: '600 kB', bytes: 600_000, rounds: 25 },
  { name: '40 MB', bytes: 40_000_000, rounds: 5 },
] as const

/** Storing and reading a file of a bucket, beside Amazon's client alone; needs OpenStack Swift. */
export async function benchStore(): Promise<void> {
  if (!haveSwift()) return
  const { endpoint, keys } = await startSwift()
  Object.assign(process.env, keys)
  const address = { bucket, prefix: '', region: undefined, endpoint }
  using client = await openBucketClient(address, () => undefined)
  await client.s3.send(new client.sdk.CreateBucketCommand({ Bucket: bucket }))
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-bench-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const temporaryFolder = path.join(folder, 'temporary')
  const cache = openObjectCache({
    folder: path.join(folder, 'cache'),
    temporaryFolder,
    limit: noLimit,
  })
  const store = openS3Store(client, cache)
  const rows: Row[] = []
  for (const { name, bytes, rounds } of sizes) {
    const source = path.join(folder, `${bytes}`)
    await writeFile(source, randomBytes(bytes))
    rows.push(...(await rowsOf({ client, store, source, name, rounds })))
  }
  printRows('Object store', rows)
}

interface Compared {
  readonly client: BucketClient
  readonly store: FileStore
  readonly source: string
  readonly name: string
  readonly rounds: number
}

function place(): { Bucket: string; Key: string } {
  return { Bucket: bucket, Key: randomUUID() }
}

async function rowsOf({ client, store, source, name, rounds }: Compared): Promise<Row[]> {
  const { s3, sdk } = client
  const isLarge = name.endsWith('MB')
  const bare = async (key: ReturnType<typeof place>): Promise<void> => {
    if (isLarge) {
      const params: Sdk.PutObjectCommandInput = { ...key, Body: createReadStream(source) }
      await new Upload({ client: s3, params, partSize: 8 * 2 ** 20, queueSize: 2 }).done()
    } else await s3.send(new sdk.PutObjectCommand({ ...key, Body: await readFile(source) }))
  }
  const put = await comparePaired(
    rounds,
    () => store.put(randomUUID(), source),
    () => bare(place()),
  )
  const kept = place()
  await bare(kept)
  const get = await comparePaired(
    rounds,
    async () => drain((await store.read(kept.Key)).content),
    async () => drain((await s3.send(new sdk.GetObjectCommand(kept))).Body as Readable),
  )
  const against = 'Amazon’s client'
  return [
    { work: `put ${name}`, against, ...put },
    { work: `get ${name}`, against, ...get },
  ]
}

async function drain(content: Readable): Promise<void> {
  for await (const _ of content);
}
