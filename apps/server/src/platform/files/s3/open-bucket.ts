import type { BucketAddress } from '../bucket-address.ts'
import type { FileStore } from '../file-store.ts'
import { logRetries, openBucketClient } from './client.ts'
import { openObjectCache } from './object-cache.ts'
import { openS3Store } from './s3-store.ts'
import { keepSweepingUploads } from './sweep-uploads.ts'
import { tryBucket } from './try-bucket.ts'

/** A bucket that was found to be usable. */
export interface OpenBucket extends Disposable {
  store(cache: Parameters<typeof openObjectCache>[0]): FileStore
  keepSweeping(): AsyncDisposable
}

/**
 * Opens a bucket, after trying whether it can be used.
 * @param retried told of each request that is repeated
 * @throws {StorageSetupError} if it cannot
 */
export async function openBucket(address: BucketAddress, retried: () => void): Promise<OpenBucket> {
  const logged = logRetries()
  const client = await openBucketClient(address, (error) => {
    retried()
    logged(error)
  })
  try {
    await tryBucket(client)
  } catch (error) {
    client[Symbol.dispose]()
    throw error
  }
  return {
    store: (cache) => openS3Store(client, openObjectCache(cache)),
    keepSweeping: () => keepSweepingUploads(client),
    [Symbol.dispose]: () => client[Symbol.dispose](),
  }
}
