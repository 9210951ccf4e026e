import { readDataSet, readItems, type DataSet } from '#dicom/data-set'
import { transferSyntaxOf } from '#dicom/transfer-syntax'
import { elementValues, type ElementValues } from '#dicom/values'

import type { Message } from './association.ts'
import { isUid } from './uid.ts'

/** An archive's report on objects that it was asked to keep permanently (PS3.4 J.3.3). */
export interface CommitmentReport {
  readonly transactionUid: string
  /** Instances that it has committed itself to keep. */
  readonly committed: readonly string[]
  readonly failed: readonly FailedCommitment[]
}

interface FailedCommitment {
  readonly sopInstanceUid: string
  /** Failure Reason (PS3.3 C.14.1.1); 0 if none is given. */
  readonly reason: number
}

/** Keeps a report; false if no one asked for it. */
export type TakeReport = (report: CommitmentReport) => Promise<boolean>

/** The report in an N-EVENT-REPORT; undefined if it names no transaction or is damaged. */
export function readReport({ dataSet, context }: Message): CommitmentReport | undefined {
  const { encoding } = transferSyntaxOf(context.transferSyntax)
  const whole = readDataSet(dataSet, encoding)
  const transactionUid = valuesOf(whole).text('00081195')
  if (whole.fault !== undefined || !isUid(transactionUid)) return undefined
  return {
    transactionUid,
    committed: instancesIn(whole, '00081199').map(({ sopInstanceUid }) => sopInstanceUid),
    failed: instancesIn(whole, '00081198'),
  }
}

function instancesIn(whole: DataSet, tag: string): FailedCommitment[] {
  const sequence = whole.elements.get(tag)
  const items = sequence === undefined ? [] : readItems(sequence, whole.encoding)
  return items.flatMap((item) => {
    const { text, numbers } = valuesOf(item)
    const sopInstanceUid = text('00081155')
    const [reason = 0] = numbers('00081197')
    return isUid(sopInstanceUid) ? [{ sopInstanceUid, reason }] : []
  })
}

function valuesOf(dataSet: DataSet): ElementValues {
  return elementValues(dataSet, (value) => Buffer.from(value).toString('latin1'))
}
