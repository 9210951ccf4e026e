import { createHash } from 'node:crypto'

/** The content of an annotation, without who made it, how and when. */
export interface AnnotationContent {
  readonly category_id: number
  /** In base64. */
  readonly geometry: string
  readonly keypoints: readonly number[]
  readonly is_box: boolean
  readonly is_crowd: boolean
  readonly color: string | null
  readonly metadata: Readonly<Record<string, unknown>>
}

/** The same for annotations that are equal in everything, as the database keeps it. */
export function signatureOf(annotation: AnnotationContent): string {
  return JSON.stringify([
    annotation.category_id,
    annotation.geometry,
    annotation.keypoints.map(Math.fround),
    annotation.is_box,
    annotation.is_crowd,
    annotation.color?.toLowerCase() ?? null,
    Object.entries(annotation.metadata).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ])
}

/** The same for the same entry of the same file, so that a second import recognises it. */
export function saveIdOf(imageId: number, fileId: number, annotation: AnnotationContent): string {
  const entry = [imageId, fileId, signatureOf(annotation)]
  const hash = createHash('sha256').update(JSON.stringify(entry)).digest('hex')
  // The form of a UUID of our own making (RFC 9562, version 8).
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}
