import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { onTestFinished } from 'vitest'

import type { BucketAddress } from '../platform/files/bucket-address.ts'
import { openBucketClient, type BucketClient } from '../platform/files/s3/client.ts'
import { createBucket, startSwift, type Swift } from './swift-peer.ts'

const bucket = 'fovea-tests'
let made: Promise<Swift> | undefined

/** A Swift with the tests' bucket, whose keys this process uses from now on. */
export function withSwift(): Promise<Swift> {
  made ??= makeBucket()
  return made
}

async function makeBucket(): Promise<Swift> {
  const swift = await startSwift()
  await createBucket(swift, bucket)
  return swift
}

function addressIn({ endpoint }: Swift): BucketAddress {
  return { bucket, prefix: `${randomUUID()}/`, region: undefined, endpoint }
}

/** An empty part of a bucket, for one test. */
export async function emptyBucket(): Promise<BucketAddress> {
  return addressIn(await withSwift())
}

/** The address as STORAGE_URL has it. */
export function storageUrl({ bucket: name, prefix, endpoint }: BucketAddress): string {
  return `s3://${name}/${prefix}?endpoint=${endpoint ?? ''}`
}

/** A client that repeats nothing, or for some time, closed when the test ends. */
export async function clientFor(address: BucketAddress, patienceMs = 0): Promise<BucketClient> {
  const client = await openBucketClient(address, () => undefined, patienceMs)
  onTestFinished(() => client[Symbol.dispose]())
  return client
}

/** Folders for copies of objects, removed when the test ends. */
export async function cacheFolders(): Promise<{ folder: string; temporaryFolder: string }> {
  const home = await mkdtemp(path.join(tmpdir(), 'fovea-cache-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  return { folder: path.join(home, 'cache'), temporaryFolder: path.join(home, 'temporary') }
}
