import type { Origin } from '#annotation/origin'
import { multiPolygonToRle } from '#coco/polygon-to-rle'
import { decodeToBitmap } from '#coco/rle'
import { longString, type ObjectContext, type ReferencedImage } from '#dicom/objects/common'
import { segmentation, type Segment } from '#dicom/objects/segmentation'
import { writeObject } from '#dicom/write-file'
import { decodeShape } from '#geometry/encoding'

import { answerOwner } from '../../platform/answer-owner.ts'
import { segmentCodes } from './segment-codes.ts'

/** Areas of a category's annotations, encoded as stored. */
export interface DrawnSegment {
  readonly categoryId: number
  readonly label: string
  readonly origin: Origin
  readonly shapes: readonly Uint8Array[]
}

export interface SegmentationRequest {
  readonly context: ObjectContext
  readonly image: ReferencedImage
  readonly rows: number
  readonly columns: number
  readonly segments: readonly DrawnSegment[]
  readonly dimensionOrganizationUid: string
}

/** The program of the thread: the encoded object. */
function answer(request: SegmentationRequest): Uint8Array {
  const { context, image, rows, columns, dimensionOrganizationUid } = request
  const segments = request.segments.map(({ categoryId, label, origin, shapes }) => {
    const rle = multiPolygonToRle(
      shapes.flatMap((shape) => decodeShape(shape)),
      [rows, columns],
    )
    const name = longString(label)
    return {
      label: name,
      ...segmentCodes({ id: categoryId, name }),
      algorithm: algorithmOf(origin),
      mask: decodeToBitmap(rle, 'row-major'),
    }
  })
  const of = { image, rows, columns, segments, dimensionOrganizationUid }
  return writeObject(segmentation(context, of))
}

function algorithmOf({ kind, algorithms }: Origin): Segment['algorithm'] {
  if (kind === 'manual') return { kind: 'MANUAL' }
  return { kind: kind === 'automatic' ? 'AUTOMATIC' : 'SEMIAUTOMATIC', used: algorithms }
}

answerOwner(answer)
