import type { BucketAddress } from '../bucket-address.ts'
import type { FileStore } from '../file-store.ts'
import { logRetries, openBucketClient } from './client.ts'
import { openObjectCache } from './object-cache.ts'
import { objectKey } from './requests.ts'
import { openS3Store } from './s3-store.ts'
import { keepSweepingUploads } from './sweep-uploads.ts'
import { tryBucket } from './try-bucket.ts'

/** A bucket that was found to be usable. */
export interface OpenBucket extends Disposable {
  open(options: Parameters<typeof openObjectCache>[0]): {
    readonly files: FileStore
    /** Removes copies on this machine. */
    readonly forgetCopies: (key: string) => Promise<void>
  }
  keepSweeping(): AsyncDisposable
}

/**
 * Opens a bucket, after trying whether it can be used.
 * @param retried told of each request that is repeated
 * @throws {StorageSetupError} if it cannot
 */
export async function openBucket(
  address: BucketAddress,
  retried: () => void,
  patienceMs?: number,
): Promise<OpenBucket> {
  const logged = logRetries()
  const tell = (error: unknown): void => {
    retried()
    logged(error)
  }
  const client = await openBucketClient(address, tell, patienceMs)
  try {
    await tryBucket(client)
  } catch (error) {
    client[Symbol.dispose]()
    throw error
  }
  return {
    open(options) {
      const cache = openObjectCache(options)
      return {
        files: openS3Store(client, cache),
        forgetCopies: async (key) => cache.forget(objectKey(address.prefix, key)),
      }
    },
    keepSweeping: () => keepSweepingUploads(client),
    [Symbol.dispose]: () => client[Symbol.dispose](),
  }
}
