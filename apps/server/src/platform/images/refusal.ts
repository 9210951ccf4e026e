import { message, recognise, type Message } from '#contract/messages/message'
import type { Refusal as DicomRefusal } from '#dicom/refusal'

/** Why the decoding process does not read a file, in words for people. */
export class Refusal extends Error {
  readonly reason: 'unusable' | 'too_large' | 'unsupported'
  readonly told: Message
  constructor(reason: Refusal['reason'], told: Message) {
    super(told.key)
    this.reason = reason
    this.told = told
  }
}

/** What the reader of DICOM files says, as the decoding process tells it. */
export function refusalOf({ reason, detail }: DicomRefusal): Refusal {
  return new Refusal(
    reasonOf(reason),
    message(`files.${reason}`, { detail: recognise(detail) ?? detail }),
  )
}

function reasonOf(reason: DicomRefusal['reason']): Refusal['reason'] {
  if (reason === 'too_large') return 'too_large'
  const isForeign = reason === 'unsupported_transfer_syntax' || reason === 'unsupported_pixels'
  return isForeign ? 'unsupported' : 'unusable'
}
