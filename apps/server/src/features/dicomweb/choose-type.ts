import { message } from '#contract/messages/message'

import { covers, parseMediaType, type MediaType } from '../../platform/http/media-types.ts'
import { Problem } from '../../platform/http/problem.ts'

/** A kind of answer that can be given, and the transfer syntax in which it is. */
export interface Offer {
  readonly type: string
  readonly transferSyntax?: string
}

export interface Chosen {
  readonly type: string
  /** Whether it is to be a part of multipart/related (PS3.18 section 8.6.1.2.1). */
  readonly isMultipart: boolean
}

/** The offer that the caller likes best. @throws {Problem} where there is none */
export function chooseType(accepts: readonly MediaType[], offers: readonly Offer[]): Chosen {
  for (const range of accepts) {
    const isMultipart = range.type === '*/*' || range.type.startsWith('multipart/')
    const inner = isMultipart ? parseMediaType(range.parameters.get('type') ?? '*/*') : range
    const syntax = range.parameters.get('transfer-syntax') ?? '*'
    const offer = offers.find(
      ({ type, transferSyntax }) =>
        covers(inner, type) && (syntax === '*' || syntax === (transferSyntax ?? '*')),
    )
    if (offer !== undefined) return { type: offer.type, isMultipart }
  }
  const types = offers
    .map(({ type, transferSyntax: uid }) =>
      uid === undefined ? type : `${type}; transfer-syntax=${uid}`,
    )
    .join(', ')
  throw new Problem('not_acceptable', message('dicomweb.notAcceptable', { types }))
}
