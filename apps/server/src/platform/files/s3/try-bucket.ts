import { randomUUID } from 'node:crypto'

import { log } from '../../log.ts'
import { nameOfBucket } from '../bucket-address.ts'
import { StorageSetupError } from '../storage-error.ts'
import { factsOf, isPassing, type BucketClient } from './client.ts'

/** A clock that differs more deserves the operator's attention, in milliseconds. */
const mostSkewMs = 60_000

/**
 * Lists, stores, reads and removes an object, as every process will.
 * @throws {StorageSetupError} with what failed, why, and what to do
 */
export async function tryBucket(client: BucketClient): Promise<void> {
  const { s3, sdk, address } = client
  const content = randomUUID()
  const place = { Bucket: address.bucket, Key: `${address.prefix}.ready-${randomUUID()}` }
  const steps: readonly [does: string, permission: string, step: () => Promise<unknown>][] = [
    [
      'be listed',
      's3:ListBucket',
      () =>
        s3.send(
          new sdk.ListObjectsV2Command({
            Bucket: address.bucket,
            Prefix: address.prefix,
            MaxKeys: 1,
          }),
        ),
    ],
    [
      'be written',
      's3:PutObject',
      () => s3.send(new sdk.PutObjectCommand({ ...place, Body: content })),
    ],
    ['be read', 's3:GetObject', () => readBack(client, place, content)],
    [
      'be tidied: nothing can be removed',
      's3:DeleteObject',
      () => s3.send(new sdk.DeleteObjectCommand(place)),
    ],
  ]
  for (const [does, permission, step] of steps) {
    await step().catch((error: unknown) => {
      throw explain(error, client, { does, permission })
    })
  }
  warnOfClock(s3.config.systemClockOffset)
}

async function readBack(
  { s3, sdk }: BucketClient,
  place: { Bucket: string; Key: string },
  content: string,
): Promise<void> {
  const { Body } = await s3.send(new sdk.GetObjectCommand(place))
  const read = await Body?.transformToString()
  if (read !== content) throw new Error('An object was read that is not the one just stored.')
}

function warnOfClock(offsetMs: number): void {
  if (Math.abs(offsetMs) <= mostSkewMs) return
  log.warn('The clock of this machine differs from that of the object store. Correct it.', {
    seconds: Math.round(offsetMs / 1000),
  })
}

function explain(
  error: unknown,
  { address }: BucketClient,
  tried: { does: string; permission: string },
): StorageSetupError {
  const { name } = factsOf(error)
  const message = error instanceof Error ? error.message : String(error)
  const { bucket, endpoint } = address
  const where = nameOfBucket(address)
  const known: Readonly<Record<string, string>> = {
    NoSuchBucket: `The store has no bucket ${bucket}. Create it, or correct STORAGE_URL.`,
    InvalidAccessKeyId: wrongKeys,
    SignatureDoesNotMatch: wrongKeys,
    CredentialsProviderError:
      'There are no keys. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE with the files of the AWS clients.',
    AccessDenied: `The keys may not do it. Permit them ${tried.permission} on the bucket.`,
    RequestTimeTooSkewed:
      'The clock of this machine is wrong. Correct it, for example by NTP, and start again.',
    PermanentRedirect: `The bucket is in another region. Add its region to STORAGE_URL (?region=…).`,
    AuthorizationHeaderMalformed: `The bucket is in another region. Add its region to STORAGE_URL (?region=…).`,
  }
  const why = known[name] ?? (isPassing(error) ? away(endpoint, message) : `${name}: ${message}`)
  return new StorageSetupError(`${where} of STORAGE_URL cannot ${tried.does}. ${why}`, {
    cause: error,
  })
}

const wrongKeys =
  'The store does not accept the keys. Correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the profile that AWS_PROFILE names.'

function away(endpoint: string | undefined, message: string): string {
  return `The store at ${endpoint ?? 'amazonaws.com'} does not answer (${message}). Check that it runs and can be reached from here, and start again.`
}
