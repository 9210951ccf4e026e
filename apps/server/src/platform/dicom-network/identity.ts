import { open } from 'node:fs/promises'

import { readValues } from './data-set.ts'
import { describeFile, type StoredObject } from './store.ts'
import { isUid } from './uid.ts'

/** The patient and study that an object belongs to. */
export interface Identity {
  readonly sopInstanceUid: string
  readonly studyUid: string
  readonly seriesUid: string
  readonly patientId: string
}

/** The identifying elements are within this many bytes of the beginning. */
const headBytes = 256 * 1024

/** The object's identity from the beginning of its data set; undefined if it is missing there. */
export function identify(head: Buffer, transferSyntaxUid: string): Identity | undefined {
  const { text } = readValues(head, transferSyntaxUid)
  const [sopInstanceUid, studyUid] = [text('00080018'), text('0020000D')]
  const seriesUid = text('0020000E')
  if (!isUid(sopInstanceUid) || !isUid(studyUid) || !isUid(seriesUid)) return undefined
  return { sopInstanceUid, studyUid, seriesUid, patientId: text('00100020') ?? '' }
}

/** Like {@link identify}, for a file. */
export async function identifyFile(path: string): Promise<(StoredObject & Identity) | undefined> {
  const object = await describeFile(path)
  if (object === undefined) return undefined
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(headBytes),
      0,
      headBytes,
      object.offset,
    )
    const identity = identify(buffer.subarray(0, bytesRead), object.transferSyntaxUid)
    return identity && { ...object, ...identity }
  } finally {
    await handle.close()
  }
}
