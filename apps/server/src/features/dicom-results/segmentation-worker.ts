import { parentPort, workerData } from 'node:worker_threads'

import { multiPolygonToRle } from '#coco/polygon-to-rle'
import { decodeToBitmap } from '#coco/rle'
import type { ObjectContext, ReferencedImage } from '#dicom/objects/common'
import { segmentation } from '#dicom/objects/segmentation'
import { writeObject } from '#dicom/write-file'
import { decodeShape } from '#geometry/encoding'

import { segmentCodes } from './segment-codes.ts'

/** What the annotations of a category cover, as shapes are stored. */
export interface DrawnSegment {
  readonly categoryId: number
  readonly label: string
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

/** Of a label and a code's meaning, in characters (PS3.5 table 6.2-1, LO). */
const longestLabel = 64

const request = workerData as SegmentationRequest
const { context, image, rows, columns, dimensionOrganizationUid } = request
const segments = request.segments.map(({ categoryId, label, shapes }) => {
  const rle = multiPolygonToRle(
    shapes.flatMap((shape) => decodeShape(shape)),
    [rows, columns],
  )
  const name = Array.from(label.replaceAll('\\', '/')).slice(0, longestLabel).join('')
  return {
    label: name,
    ...segmentCodes({ id: categoryId, name }),
    algorithm: { kind: 'MANUAL' } as const,
    mask: decodeToBitmap(rle, 'row-major'),
  }
})
const of = { image, rows, columns, segments, dimensionOrganizationUid }
parentPort?.postMessage(writeObject(segmentation(context, of)))
