import { inBackground, pause } from '../../background.ts'
import { log } from '../../log.ts'
import type { BucketClient } from './client.ts'

/** No upload of a process that still runs is older. */
const silentMs = 24 * 3600_000
const everyMs = 6 * 3600_000

/**
 * Aborts uploads in parts that killed processes left unfinished, which otherwise occupy space for ever: now
 * and several times a day, if they began more than a day ago.
 */
export function keepSweepingUploads(client: BucketClient): AsyncDisposable {
  return inBackground(async (signal) => {
    while (!signal.aborted) {
      await sweepUploads(client, new Date(Date.now() - silentMs)).catch((error: unknown) =>
        log.error('removing unfinished uploads', error),
      )
      await pause(signal, everyMs)
    }
  })
}

/** Aborts the uploads below the prefix that began before this time. @returns how many */
export async function sweepUploads(
  { s3, sdk, address }: BucketClient,
  before: Date,
): Promise<number> {
  const { bucket, prefix } = address
  let [swept, keyMarker, idMarker] = [
    0,
    undefined as string | undefined,
    undefined as string | undefined,
  ]
  do {
    const request = new sdk.ListMultipartUploadsCommand({
      Bucket: bucket,
      Prefix: prefix,
      ...(keyMarker !== undefined && { KeyMarker: keyMarker }),
      ...(idMarker !== undefined && { UploadIdMarker: idMarker }),
    })
    const page = await s3.send(request)
    for (const { Key, UploadId, Initiated = new Date(0) } of page.Uploads ?? []) {
      if (Initiated >= before) continue
      await s3.send(new sdk.AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
      swept += 1
    }
    keyMarker = page.IsTruncated === true ? page.NextKeyMarker : undefined
    idMarker = page.NextUploadIdMarker
  } while (keyMarker !== undefined)
  return swept
}
