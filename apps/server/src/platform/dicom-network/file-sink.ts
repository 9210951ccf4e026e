import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

import { fileHeader } from '#dicom/write-file'

import { log } from '../log.ts'
import { statuses } from './command.ts'
import type { ArrivingObject, StoreSink } from './store-sink.ts'

/** Bytes to gather before they are written. */
const gathered = 1024 * 1024
/** Bytes kept from an object's beginning, to identify it. */
const headBytes = 256 * 1024

/** An object on disk: a DICOM file whose data set is byte for byte the one that the peer sent. */
export interface ReceivedObject extends ArrivingObject {
  readonly path: string
  readonly size: number
  /** Digest of the whole file. */
  readonly sha256: Buffer
}

interface Keeper<Known> {
  /** Identifies the object from the beginning of its data set, while the rest is still arriving. */
  identify(head: Buffer): Promise<Known>
  /**
   * Makes the object permanent, while its file is synced; `synced` resolves when its bytes and its
   * folder entry are on disk.
   */
  keep(received: ReceivedObject, known: Known, synced: Promise<unknown>): Promise<number>
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Writes an object to a new file at `path` and hands it to `keeper`. If the file system or `keeper` fails,
 * the file is removed and the peer is asked to try again (A700).
 */
export async function openFileSink<Known>(
  path: string,
  object: ArrivingObject,
  keeper: Keeper<Known>,
): Promise<StoreSink> {
  const file = await open(path, 'wx')
  const hash = createHash('sha256')
  let head: Buffer[] = []
  let headLength = 0
  let known: Promise<Known> | undefined
  let size = 0
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  let hasFailed = false

  function gather(bytes: Uint8Array): void {
    hash.update(bytes)
    waiting.push(bytes)
    waitingBytes += bytes.length
    size += bytes.length
  }
  function identify(): Promise<Known> {
    const identified = keeper.identify(Buffer.concat(head))
    head = []
    // Awaited at the end, or never if the object stays incomplete.
    identified.catch(() => undefined)
    return identified
  }
  async function flush(): Promise<void> {
    const batch = waiting
    waiting = []
    waitingBytes = 0
    if (batch.length > 0) await file.writev(batch)
  }
  async function discard(): Promise<void> {
    await file.close().catch(() => undefined)
    await rm(path, { force: true })
  }
  async function giveUp(error: unknown): Promise<number> {
    log.error('storing a DICOM object', error)
    hasFailed = true
    waiting = []
    await discard()
    return statuses.outOfResources
  }

  gather(fileHeader(object))
  return {
    async write(bytes) {
      if (hasFailed) return
      if (known === undefined) {
        head.push(bytes)
        headLength += bytes.length
        if (headLength >= headBytes) known = identify()
      }
      gather(bytes)
      if (waitingBytes >= gathered) await flush().catch(giveUp)
    },
    async end() {
      if (hasFailed) return statuses.outOfResources
      try {
        await flush()
        const received = {
          ...object,
          path,
          size,
          sha256: hash.digest(),
        }
        const synced = Promise.all([file.sync(), syncFolder(dirname(path))])
        // `keep` waits for it too; this handles a failure if the sink stops earlier.
        synced.then(() => file.close()).catch(() => undefined)
        return await keeper.keep(received, await (known ?? identify()), synced)
      } catch (error) {
        return giveUp(error)
      }
    },
    discard,
  }
}
