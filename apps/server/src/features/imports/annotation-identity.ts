import { createHash } from 'node:crypto'

/** The content of an annotation, without its author, time and origin. */
export interface AnnotationContent {
  readonly category_id: number
  /** In base64. */
  readonly geometry: string
  readonly lines: readonly (readonly number[])[]
  readonly keypoints: readonly number[]
  readonly is_box: boolean
  readonly is_crowd: boolean
  readonly color: string | null
  readonly metadata: Readonly<Record<string, unknown>>
}

/** Equal for annotations that are equal in everything, as stored in the database. */
export function signatureOf(annotation: AnnotationContent): string {
  return JSON.stringify([
    annotation.category_id,
    annotation.geometry,
    annotation.keypoints.map(Math.fround),
    // Only if there are any, so that annotations imported before there were lines are recognised.
    ...(annotation.lines.length === 0 ? [] : [annotation.lines]),
    annotation.is_box,
    annotation.is_crowd,
    annotation.color?.toLowerCase() ?? null,
    Object.entries(annotation.metadata).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ])
}

/** Equal for the same entry of the same file, so that a second import recognises it. */
export function saveIdOf(imageId: number, fileId: number, annotation: AnnotationContent): string {
  const entry = [imageId, fileId, signatureOf(annotation)]
  const hash = createHash('sha256').update(JSON.stringify(entry)).digest('hex')
  // A custom UUID (version 8, RFC 9562).
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}
