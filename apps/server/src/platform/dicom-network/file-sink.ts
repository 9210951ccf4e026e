import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'

import { fileHeader } from '#dicom/write-file'

import { log } from '../log.ts'
import { statuses } from './command.ts'
import type { ArrivingObject, StoreSink } from './store-sink.ts'

/** Bytes that are gathered before they are written. */
const gathered = 1024 * 1024
/** Bytes of an object's beginning that are kept at hand, to see whose it is. */
const headBytes = 256 * 1024

/** An object on disk: a DICOM file whose data set is byte for byte what the peer sent. */
export interface ReceivedObject extends ArrivingObject {
  readonly path: string
  readonly size: number
  /** Of the whole file. */
  readonly sha256: Buffer
  /** The beginning of the data set. */
  readonly head: Buffer
}

/** Makes a received object last, while its file is synced; `synced` resolves when it is on disk. */
export type KeepObject = (received: ReceivedObject, synced: Promise<void>) => Promise<number>

/**
 * Writes an object into a new file at `path` and hands it to `keep`. Where the file system or
 * `keep` fails, the file is removed and the peer is told to try again (A700).
 */
export async function openFileSink(
  path: string,
  object: ArrivingObject,
  keep: KeepObject,
): Promise<StoreSink> {
  const file = await open(path, 'wx')
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let headLength = 0
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
      if (headLength < headBytes) {
        head.push(bytes)
        headLength += bytes.length
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
          head: Buffer.concat(head).subarray(0, headBytes),
        }
        const synced = file.sync().then(() => file.close())
        // `keep` waits for it too; a failure must not go unheard where it stops earlier.
        synced.catch(() => undefined)
        return await keep(received, synced)
      } catch (error) {
        return giveUp(error)
      }
    },
    discard,
  }
}
