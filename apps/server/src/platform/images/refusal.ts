import { message, type Message } from '#contract/messages/message'
import type { Refusal as DicomRefusal, RefusalReason } from '#dicom/refusal'

import { refusalMessage } from '../faults/dicom.ts'

/** User-facing message for a file that the decoding process refuses to read. */
export class Refusal extends Error {
  readonly reason: 'unusable' | 'too_large' | 'unsupported'
  readonly told: Message
  constructor(reason: Refusal['reason'], told: Message) {
    super(told.key)
    this.reason = reason
    this.told = told
  }
}

/** A refusal of a DICOM file by a decoder outside of the package. */
export interface DecoderRefusal {
  readonly ok: false
  readonly reason: RefusalReason
  readonly detail: Message
}

export type FileRefusal = DicomRefusal | DecoderRefusal

/** A refusal by the reader of DICOM files or a decoder, as a message. */
export function refusalOf(refusal: FileRefusal): Refusal {
  const { reason } = refusal
  const told =
    'fault' in refusal
      ? refusalMessage(refusal)
      : message(`files.${reason}`, { detail: refusal.detail })
  return new Refusal(statusOf(reason), told)
}

function statusOf(reason: RefusalReason): Refusal['reason'] {
  if (reason === 'too_large') return 'too_large'
  const isForeign = reason === 'unsupported_transfer_syntax' || reason === 'unsupported_pixels'
  return isForeign ? 'unsupported' : 'unusable'
}
