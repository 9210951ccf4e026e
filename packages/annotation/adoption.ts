import type { AnnotationDocument, AnyRecord, RecordId } from './document.ts'
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
    else annotations.set(id, asKnown(annotations.get(id), now))
  }
  return { ...document, annotations, imageRecord }
}

/** Returns the known object if it is equal, because records are compared by identity. */
function asKnown<R extends AnyRecord>(known: R | undefined, current: R): R {
  return known !== undefined && isTheSame(known, current) ? known : current
}
