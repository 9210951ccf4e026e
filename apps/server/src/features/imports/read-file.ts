import { createReadStream, readSync } from 'node:fs'

import { JsonListError, readJsonLists, type JsonElement } from '#coco/json-lists'
import { message } from '#contract/messages/message'

import { jsonListMessage } from '../../platform/faults/coco.ts'
import { PermanentFailure } from '../../platform/jobs/definition.ts'

/** Position of an entry in the file. */
export interface Place {
  readonly start: number
  readonly length: number
}

interface Reading {
  readonly file: string
  readonly wanted: readonly string[]
  readonly signal: AbortSignal
  readonly onElement: (element: JsonElement) => void
  /** Called between two chunks, with the share of the file read, from 0 to 1. */
  readonly onChunk: (share: number) => Promise<void>
  readonly size: number
}

const chunkBytes = 1024 * 1024
/** Maximum size of an annotation in bytes: one of 200,000 points takes a few million. */
export const longestEntry = 32 * 1024 * 1024

/** Reads through the file once, in memory that does not grow with it. */
export async function readFileOnce(reading: Reading): Promise<void> {
  const reader = readJsonLists({
    wanted: new Set(reading.wanted),
    longestBytes: longestEntry,
    onElement: reading.onElement,
  })
  const options = { highWaterMark: chunkBytes, signal: reading.signal }
  let done = 0
  try {
    for await (const chunk of createReadStream(reading.file, options)) {
      const bytes = chunk as Buffer
      reader.push(bytes)
      done += bytes.length
      await reading.onChunk(done / reading.size)
    }
    reader.end()
  } catch (error) {
    throw error instanceof JsonListError
      ? new PermanentFailure(message('imports.unreadable', { detail: jsonListMessage(error) }))
      : error
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The entry in these bytes; undefined if they are not JSON. */
export function parseEntry(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch {
    return undefined
  }
}

/** Reads one entry again. Blocks on the disk, so it belongs in a separate process. */
export function readEntry(file: number, { start, length }: Place): unknown {
  const buffer = Buffer.allocUnsafe(length)
  readSync(file, buffer, 0, length, start)
  return parseEntry(buffer)
}
