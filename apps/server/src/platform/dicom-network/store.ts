import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

import { readDataSet } from '#dicom/data-set'
import { elementValues } from '#dicom/values'

import { commandFields, isWarning, statuses } from './command.ts'
import { NetworkError } from './network-error.ts'
import type { ArrivingObject } from './store-sink.ts'
import { isUid } from './uid.ts'
import { request, type UserAssociation } from './user.ts'

/** A DICOM file that can be sent: its object, and the offset of its data set. */
export interface StoredObject extends ArrivingObject {
  readonly path: string
  /** Start of the data set, in bytes from the beginning of the file. */
  readonly offset: number
}

const preambleBytes = 132
/** File meta information is a few hundred bytes. */
const mostMetaBytes = 64 * 1024
const readAtOnce = 1024 * 1024

/** Describes the object in a file; undefined if the file has no file meta information. */
export async function describeFile(path: string): Promise<StoredObject | undefined> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(mostMetaBytes), 0)
    const object = describeBytes(buffer.subarray(0, bytesRead))
    return object && { ...object, path }
  } finally {
    await handle.close()
  }
}

/** Like {@link describeFile}, for a file's bytes or their beginning. */
export function describeBytes(bytes: Buffer): Omit<StoredObject, 'path'> | undefined {
  if (bytes.toString('latin1', preambleBytes - 4, preambleBytes) !== 'DICM') return undefined
  const meta = readDataSet(bytes.subarray(preambleBytes), 'explicit-little', '0002')
  const { text } = elementValues(meta, (value) => Buffer.from(value).toString('latin1'))
  const [sopClassUid, sopInstanceUid] = [text('00020002'), text('00020003')]
  const transferSyntaxUid = text('00020010')
  if (!isUid(sopClassUid) || !isUid(sopInstanceUid) || !isUid(transferSyntaxUid)) return undefined
  const offset = preambleBytes + meta.end
  return { sopClassUid, sopInstanceUid, transferSyntaxUid, offset }
}

/**
 * C-STORE of a file's bytes unchanged, in its own transfer syntax.
 * @returns the status: success, or a warning (Bxxx) with which the peer has stored it
 * @throws {NetworkError} if the peer has not stored it
 */
export async function store(user: UserAssociation, object: StoredObject): Promise<number> {
  const { command } = await request(user, {
    context: user.contextOf(object.sopClassUid, object.transferSyntaxUid),
    command: {
      CommandField: commandFields.store,
      AffectedSOPClassUID: object.sopClassUid,
      AffectedSOPInstanceUID: object.sopInstanceUid,
      Priority: 0,
      hasDataSet: true,
    },
    dataSet: createReadStream(object.path, { start: object.offset, highWaterMark: readAtOnce }),
  })
  const status = command.Status ?? statuses.notUnderstood
  if (status === statuses.success || isWarning(status)) return status
  const code = status.toString(16).toUpperCase().padStart(4, '0')
  throw new NetworkError('refused', `C-STORE was refused with ${code}`, status)
}
