import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'

import { hashFile } from '../hash-file.ts'
import type { BucketClient } from './client.ts'
import { ask } from './requests.ts'

/** Larger files are sent in parts of this size, so that memory does not grow with them. */
const partBytes = 8 * 2 ** 20
/** Parts of a file in flight. */
const partsAtOnce = 2
/** Maximum parts of an object. */
const mostParts = 10_000

/** Name of the metadata that has an object's SHA-256, in hexadecimal. */
export const digestName = 'sha256'

/** Stores a file as an object, whole or not at all, with its digest. @throws {StorageAway} */
export async function putObject(client: BucketClient, key: string, source: string): Promise<void> {
  const { size } = await stat(source)
  if (size <= partBytes) await putWhole(client, key, source)
  else await putParts(client, key, { source, size })
}

async function putWhole(
  { s3, sdk, address }: BucketClient,
  key: string,
  source: string,
): Promise<void> {
  const content = await readFile(source)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const request = new sdk.PutObjectCommand({
    Bucket: address.bucket,
    Key: key,
    Body: content,
    Metadata: { [digestName]: sha256 },
  })
  await ask(key, s3.send(request))
}

async function putParts(
  { s3, address }: BucketClient,
  key: string,
  { source, size }: { source: string; size: number },
): Promise<void> {
  const sha256 = (await hashFile(source)).toString('hex')
  const { Upload } = await import('@aws-sdk/lib-storage')
  const content = createReadStream(source)
  const upload = new Upload({
    client: s3,
    params: {
      Bucket: address.bucket,
      Key: key,
      Body: content,
      Metadata: { [digestName]: sha256 },
    },
    partSize: Math.max(partBytes, Math.ceil(size / mostParts)),
    queueSize: partsAtOnce,
    // A failed upload leaves no parts behind.
    leavePartsOnError: false,
  })
  try {
    await ask(key, upload.done())
  } finally {
    content.destroy()
  }
}
