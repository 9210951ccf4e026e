import { kindOf } from '#dicom/sop-class'

import { statuses } from './command.ts'
import { isUid } from './uid.ts'

/** An object that a peer is about to send. */
export interface ArrivingObject {
  readonly sopClassUid: string
  readonly sopInstanceUid: string
  readonly transferSyntaxUid: string
}

/** Takes the data set of one object as it arrives. */
export interface StoreSink {
  write(bytes: Buffer): Promise<void>
  /**
   * The object is complete. @returns the status to answer, success only if it was kept permanently
   */
  end(): Promise<number>
  /** The rest of the object will not arrive. */
  discard(): Promise<void>
}

export type OpenStore = (object: ArrivingObject) => Promise<StoreSink>

/** The status to answer if an object announced this way cannot be kept. */
export function refusalOf(object: ArrivingObject, abstractSyntax: string): number | undefined {
  const isOfContext = object.sopClassUid === abstractSyntax
  if (!isOfContext || kindOf(object.sopClassUid) === undefined) return statuses.classNotSupported
  return isUid(object.sopInstanceUid) ? undefined : statuses.notUnderstood
}

/** Discards an object and answers with the status. */
export function refusingSink(status: number): StoreSink {
  return {
    write: () => Promise.resolve(),
    end: () => Promise.resolve(status),
    discard: () => Promise.resolve(),
  }
}
