import { explicitLittleEndian } from '#dicom/transfer-syntax'
import { message } from '#contract/messages/message'

import { covers, parseMediaType, type MediaType } from '../../platform/http/media-types.ts'
import { Problem } from '../../platform/http/problem.ts'

/** An available kind of answer, with its transfer syntax. */
export interface Offer {
  readonly type: string
  readonly transferSyntax?: string
}

export interface Chosen extends Offer {
  /** Whether to send it as a part of multipart/related (PS3.18 section 8.6.1.2.1). */
  readonly isMultipart: boolean
}

/** Default transfer syntax of a media type requested without one (PS3.18 section 8.7.3.5.2). */
const usualSyntaxes: Readonly<Record<string, string>> = {
  'application/octet-stream': explicitLittleEndian,
}

/**
 * The offer that the caller prefers; `anyMeans` is the one for a caller that accepts any type.
 * @throws {Problem} if none is acceptable
 */
export function chooseType(
  accepts: readonly MediaType[],
  offers: readonly Offer[],
  anyMeans: 'parts' | 'alone' = 'parts',
): Chosen {
  for (const range of accepts) {
    const isAny = range.type === '*/*'
    const isMultipart = isAny ? anyMeans === 'parts' : range.type.startsWith('multipart/')
    const inner = isMultipart ? parseMediaType(range.parameters.get('type') ?? '*/*') : range
    const stated = range.parameters.get('transfer-syntax')
    const offer = offers.find(({ type, transferSyntax }) => {
      // Offers without a transfer syntax never match a requested one.
      const usual = transferSyntax === undefined ? undefined : usualSyntaxes[inner.type]
      const syntax = stated ?? usual ?? '*'
      return covers(inner, type) && (syntax === '*' || syntax === transferSyntax)
    })
    if (offer !== undefined) return { ...offer, isMultipart }
  }
  const types = offers
    .map(({ type, transferSyntax: uid }) =>
      uid === undefined ? type : `${type}; transfer-syntax=${uid}`,
    )
    .join(', ')
  throw new Problem('not_acceptable', message('dicomweb.notAcceptable', { types }))
}
