import type { JsonDataSet } from '#dicom/json/json-element'
import { explicitLittleEndian, transferSyntaxOf } from '#dicom/transfer-syntax'

import { dicomMediaType } from '../../platform/images/format.ts'
import type { Offer } from './choose-type.ts'
import { uidsOf, type StudyObject } from './queries.ts'

function syntaxOf(object: StudyObject): string | undefined {
  return ('image' in object ? object.image : object.document).dicom_meta['00020010']
}

/** The attributes with UIDs generated for a file without any. */
export function withUids(attributes: JsonDataSet, object: StudyObject): JsonDataSet {
  const { study_uid: study, series_uid: series, instance_uid: instance } = uidsOf(object)
  return {
    ...attributes,
    '00080018': { vr: 'UI', Value: [instance] },
    '0020000D': { vr: 'UI', Value: [study] },
    '0020000E': { vr: 'UI', Value: [series] },
  }
}

/** Stored objects, and the transfer syntax that they share. */
export function storedOffer(objects: readonly StudyObject[]): Offer {
  const [common = '', ...others] = new Set(objects.map((object) => syntaxOf(object)))
  const isShared = common !== '' && others.length === 0
  return { type: dicomMediaType, ...(isShared && { transferSyntax: common }) }
}

/** An object with its pixels decoded, if they are compressed: a wrapped photograph may be. */
export function plainOffers(object: StudyObject): Offer[] {
  if ('document' in object) return []
  const uid = syntaxOf(object) ?? ''
  const { compression } = transferSyntaxOf(uid)
  const isCompressed = compression !== 'none' && compression !== 'other'
  const offer = { type: dicomMediaType, transferSyntax: explicitLittleEndian }
  return uid === '' || isCompressed ? [offer] : []
}
