import { nameOfBucket, type BucketAddress } from './bucket-address.ts'
import { openDiskStore } from './disk-store.ts'
import { storedFolders, type FileStore } from './file-store.ts'
import { StorageSetupError } from './storage-error.ts'

/**
 * Refuses an empty bucket for an installation whose files are still in the data folder: its photographs would
 * count as missing.
 * @throws {StorageSetupError}
 */
export async function refuseUnmoved(
  { dataFolder, bucket }: { readonly dataFolder: string; readonly bucket: BucketAddress | null },
  files: FileStore,
): Promise<void> {
  // The folder first: once it is empty, nothing has to be listed.
  if (bucket === null || !(await hasFiles(openDiskStore(dataFolder)))) return
  if (await hasFiles(files)) return
  throw new StorageSetupError(
    `The files of this installation are in ${dataFolder}, and ${nameOfBucket(bucket)} of STORAGE_URL is empty. Run npm run move-files -- --to bucket first.`,
  )
}

async function hasFiles(store: FileStore): Promise<boolean> {
  for (const folder of storedFolders) {
    for await (const { isReadable } of store.walk(folder)) if (isReadable) return true
  }
  return false
}
