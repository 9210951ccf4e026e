import { createReadStream } from 'node:fs'

import { JsonListError, readJsonLists } from '#coco/json-lists'
import { message } from '#contract/messages/message'

import { jsonListMessage } from '../../platform/faults/coco.ts'
import { PermanentFailure } from '../../platform/jobs/definition.ts'
import { longestEntry, parseEntry } from './read-file.ts'

export interface ListFile {
  readonly file: string
  readonly signal: AbortSignal
}

export type Entry = Readonly<Record<string, unknown>>

const list = 'entries'

/**
 * The entries of a file that is a list in JSON, a chunk of the file at a time; one that is not an object becomes an
 * empty one.
 * @throws {PermanentFailure} if the file is not a list in JSON
 */
export async function* entriesOf({ file, signal }: ListFile): AsyncGenerator<readonly Entry[]> {
  let entries: Entry[] = []
  const reader = readJsonLists({
    wanted: new Set([list]),
    longestBytes: longestEntry,
    onElement: ({ bytes }) => {
      const entry = parseEntry(bytes)
      entries.push(typeof entry === 'object' && entry !== null ? (entry as Entry) : {})
    },
  })
  try {
    reader.push(Buffer.from(`{"${list}":`))
    for await (const chunk of createReadStream(file, { signal })) {
      reader.push(chunk as Buffer)
      yield entries
      entries = []
    }
    reader.push(Buffer.from('}'))
    reader.end()
  } catch (error) {
    throw error instanceof JsonListError
      ? new PermanentFailure(message('imports.unreadable', { detail: jsonListMessage(error) }))
      : error
  }
  yield entries
}
