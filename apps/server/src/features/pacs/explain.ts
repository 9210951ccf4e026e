import { message, type Message } from '#contract/messages/message'

import { statuses } from '../../platform/dicom-network/command.ts'
import { NetworkError } from '../../platform/dicom-network/network-error.ts'
import { OutboundError } from '../../platform/http/outbound-error.ts'

/** Reasons of a rejection that a person can fix (PS3.8 table 9-21). */
const callingNotRecognised = 3
const calledNotRecognised = 7
/** Move destination unknown (PS3.4 table C.4-2). */
export const destinationUnknown = 0xa801

interface Titles {
  /** Our AE title. */
  readonly AETITLE: string
  /** The archive's AE title. */
  readonly CALLEDAETITLE: string
  /** The AE title of our receiver, as the archive must know it. */
  readonly destination?: string
  /** Whether our receiver accepts lossless images only. */
  readonly FORCELOSSLESSTRANFERPROTOCOL?: boolean
  /** Whether it was only searched. */
  readonly isSearch?: boolean
}

/** Explains why an archive failed, and the remedy, without details of the internal network. */
export function explainFault(error: unknown, titles: Titles): Message {
  if (error instanceof OutboundError) return explainConnection(error, titles)
  if (!(error instanceof NetworkError)) throw error
  const { fault, code } = error
  switch (fault) {
    case 'rejected':
      return explainRejection(code, titles)
    case 'busy':
      return message('pacs.rejected')
    case 'refused':
      return explainRefusal(code ?? statuses.notUnderstood, titles)
    case 'timed out':
      return message('pacs.timedOut')
    case 'not accepted':
      return message('pacs.notSupported')
    case 'protocol':
      return message('pacs.notDicom')
    case 'unreachable':
      return message('pacs.unreachable')
    case 'aborted':
    case 'closed':
      return message('pacs.broken')
  }
}

/** Likely causes, those on our side first. */
function explainRefusal(code: number, titles: Titles): Message {
  const { destination, isSearch, FORCELOSSLESSTRANFERPROTOCOL: isLossless } = titles
  const status = statusText(code)
  if (code === destinationUnknown)
    return message('pacs.destinationUnknown', { title: destination ?? titles.AETITLE })
  if (isSearch === true && isUnableToSearch(code)) return message('pacs.searchRefused', { status })
  if (!isUnable(code)) return message('pacs.refused', { status })
  if (destination === undefined) return message('pacs.unableToStore', { status })
  return isLossless === true
    ? message('pacs.unableLossless', { status })
    : message('pacs.unableToRetrieve', { status, title: destination })
}

/** "Unable to process" and "unable to perform sub-operations" (PS3.4 tables B.2-1 and C.4-2). */
function isUnable(code: number): boolean {
  return code >> 12 === 0xc || code === 0xa702
}

/** "Out of resources" and "unable to process" (PS3.4 table C.4-1). */
function isUnableToSearch(code: number): boolean {
  return code >> 12 === 0xc || code === statuses.outOfResources
}

function explainRejection(code: number | undefined, titles: Titles): Message {
  if (code === callingNotRecognised) {
    return message('pacs.rejectedCalling', { title: titles.AETITLE })
  }
  return code === calledNotRecognised
    ? message('pacs.rejectedCalled', { title: titles.CALLEDAETITLE })
    : message('pacs.rejected')
}

function explainConnection(error: OutboundError, { isSearch }: Titles): Message {
  if (error.fault === 'not allowed') return error.told
  if (error.fault === 'not trusted') return message('pacs.notTrusted')
  if (error.answer?.status === 401) return message('pacs.webSignIn')
  const isTooLarge = error.fault === 'too large' || error.answer?.status === 413
  if (isSearch === true && isTooLarge) return message('pacs.searchTooLarge')
  if (error.fault === 'refused' || error.fault === 'too large') return message('pacs.webRefused')
  return message(error.fault === 'timed out' ? 'pacs.timedOut' : 'pacs.unreachable')
}

/** A service that the archive does not offer remains missing; a forbidden address can be changed. */
export function isFinal(error: unknown): boolean {
  return error instanceof NetworkError && error.fault === 'not accepted'
}

/** A status in the form of peers' documentation: 'A700'. */
export function statusText(status: number): string {
  return status.toString(16).toUpperCase().padStart(4, '0')
}
