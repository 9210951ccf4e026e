import path from 'node:path'

import type { BucketAddress } from './bucket-address.ts'
import { limitCache, noLimit, type CacheLimit } from './cache-limit.ts'
import { countErrors } from './count-errors.ts'
import { openDiskStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'

/** Where an installation keeps its files. */
export interface FilePlaces {
  readonly dataFolder: string
  /** Null: in the data folder. */
  readonly bucket: BucketAddress | null
  /** Of this process, in the data folder. */
  readonly temporaryFolder: string
  /** Maximum size of copies and pictures on this disk that can be made again; null: no limit. */
  readonly cacheBytes: number | null
  /** How long requests to the bucket that fail are repeated; absent: longer than a proxy restarts. */
  readonly patienceMs?: number
}

/** The files of an installation, as a process uses them. */
export interface Files {
  readonly files: FileStore
  /** Where pictures for the browser are kept. */
  readonly pictures: { readonly folder: string; readonly limit: CacheLimit }
  /** Removes copies of an object of the bucket from this machine. */
  readonly forgetCopies: (key: string) => Promise<void>
  /** Removes what killed processes left in a bucket, until disposed of; null on disk. */
  keepSweeping(): AsyncDisposable | null
}

/**
 * Opens the store, and tries a bucket before anything is kept there.
 * @param failed told of operations that failed
 * @throws {StorageSetupError} if the bucket cannot be used
 */
export async function openFiles(
  places: FilePlaces,
  failed: (operation: string) => void,
): Promise<Files & Disposable> {
  const { dataFolder, bucket, cacheBytes } = places
  const pictures = path.join(dataFolder, 'renditions')
  const copies = path.join(dataFolder, 'cache')
  const tiles = path.join(pictures, 'tiles')
  const limit = cacheBytes === null ? noLimit : limitCache([pictures, copies], cacheBytes, [tiles])
  if (bucket === null) {
    return {
      files: countErrors(openDiskStore(dataFolder), failed),
      pictures: { folder: pictures, limit },
      forgetCopies: () => Promise.resolve(),
      keepSweeping: () => null,
      [Symbol.dispose]: () => undefined,
    }
  }
  // Loaded only if needed: the client is large.
  const { openBucket } = await import('./s3/open-bucket.ts')
  const opened = await openBucket(bucket, () => failed('try'), places.patienceMs)
  const { temporaryFolder } = places
  const { files, forgetCopies } = opened.open({ folder: copies, temporaryFolder, limit })
  return {
    files: countErrors(files, failed),
    pictures: { folder: pictures, limit },
    forgetCopies,
    keepSweeping: () => opened.keepSweeping(),
    [Symbol.dispose]: () => opened[Symbol.dispose](),
  }
}
