import { sameLines } from '#geometry/line'
import { sameShape } from '#geometry/polygon'
import type { Annotation, AnnotationDocument, AnyRecord, RecordId } from './document.ts'
import { isAnnotation } from './document.ts'
import { isTheSame } from './records.ts'

/** The document with the records that others have changed; null for a deleted one. */
export function adopted(
  document: AnnotationDocument,
  current: ReadonlyMap<RecordId, AnyRecord | null>,
): AnnotationDocument {
  const annotations = new Map(document.annotations)
  let { imageRecord } = document
  for (const [id, now] of current) {
    if (now === null) annotations.delete(id)
    else if (!isAnnotation(now)) imageRecord = asKnown(imageRecord, now)
    else annotations.set(id, withKnownShape(annotations.get(id), now))
  }
  return { ...document, annotations, imageRecord }
}

/** Returns the known object if it is equal, because records are compared by identity. */
function asKnown<R extends AnyRecord>(known: R | undefined, current: R): R {
  return known !== undefined && isTheSame(known, current) ? known : current
}

/** Keeps the objects of an equal area and equal lines, so that a drag or a preview of them goes on. */
function withKnownShape(known: Annotation | undefined, current: Annotation): Annotation {
  const now = asKnown(known, current)
  if (known === undefined || now === known) return now
  const geometry = sameShape(known.geometry, current.geometry) ? known.geometry : current.geometry
  const lines = sameLines(known.lines, current.lines) ? known.lines : current.lines
  return { ...current, geometry, lines }
}
