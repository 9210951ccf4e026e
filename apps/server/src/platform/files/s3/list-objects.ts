import type { FolderEntry } from '../walk-folder.ts'
import type { BucketClient } from './client.ts'
import { ask } from './requests.ts'

/** Files and folders of a prefix that ends with '/', or of the whole bucket: pages of a thousand. */
export async function entriesOf(client: BucketClient, prefix: string): Promise<FolderEntry[]> {
  const files: FolderEntry[] = []
  const folders: FolderEntry[] = []
  for await (const page of pagesOf(client, prefix, '/')) {
    for (const { Key: key = '', Size: size = 0, LastModified } of page.Contents ?? []) {
      // Consoles mark an empty folder by an object of its name.
      if (key === prefix) continue
      const stored = { size, modifiedAt: LastModified ?? new Date(0) }
      files.push({ name: key.slice(prefix.length), stored, ...isFile })
    }
    for (const { Prefix: folder = '' } of page.CommonPrefixes ?? []) {
      const name = folder.slice(prefix.length, -1)
      if (name !== '') folders.push({ name, ...isFolder })
    }
  }
  return [...files, ...folders]
}

const isFile = { isFile: () => true, isDirectory: () => false }
const isFolder = { isFile: () => false, isDirectory: () => true }

/** Names of all objects whose names begin so. */
export async function* keysBelow(client: BucketClient, prefix: string): AsyncGenerator<string> {
  for await (const { Contents } of pagesOf(client, prefix)) {
    for (const { Key } of Contents ?? []) if (Key !== undefined) yield Key
  }
}

async function* pagesOf({ s3, sdk, address }: BucketClient, prefix: string, delimiter?: string) {
  let next: string | undefined
  do {
    const request = new sdk.ListObjectsV2Command({
      Bucket: address.bucket,
      Prefix: prefix,
      ...(delimiter !== undefined && { Delimiter: delimiter }),
      ...(next !== undefined && { ContinuationToken: next }),
    })
    const page = await ask(prefix, s3.send(request))
    yield page
    next = page.NextContinuationToken
  } while (next !== undefined)
}
