import type { Command } from './commands.ts'
import { forEach, setCategory } from './commands.ts'
import type { AnnotationDocument, AnnotationId, CategoryId } from './document.ts'
import { categoryWithRole } from './document.ts'

/** The kinds of vessel that categories can stand for. */
export type VesselKind = 'arteriole' | 'venule'

const otherKind: Readonly<Record<VesselKind, VesselKind>> = {
  arteriole: 'venule',
  venule: 'arteriole',
}

function kindOf({ categories }: AnnotationDocument, category: CategoryId): VesselKind | null {
  const role = categories.get(category)?.role
  return role === 'arteriole' || role === 'venule' ? role : null
}

/** The category for the other kind of vessel than an annotation's own; null if there is none. */
function otherCategory(document: AnnotationDocument, id: AnnotationId): CategoryId | null {
  const annotation = document.annotations.get(id)
  const kind = annotation === undefined ? null : kindOf(document, annotation.categoryId)
  return kind === null ? null : (categoryWithRole(document, otherKind[kind])?.id ?? null)
}

/** Whether one of the annotations is of one kind of vessel, and there is a category for the other. */
export function canFlipVessels(
  document: AnnotationDocument,
  ids: readonly AnnotationId[],
): boolean {
  return ids.some((id) => otherCategory(document, id) !== null)
}

/** Makes arterioles venules and the reverse; other annotations stay as they are. */
export function flipVessels(ids: readonly AnnotationId[]): Command {
  return forEach(ids, flipped)
}

function flipped(id: AnnotationId): Command {
  return (document) => {
    const category = otherCategory(document, id)
    return category === null ? document : setCategory(id, category)(document)
  }
}

/** Moves an arteriole to the venules, or the reverse, if it is proposed to be one. */
export function asKind(id: AnnotationId, proposed: VesselKind): Command {
  return (document) => {
    const annotation = document.annotations.get(id)
    const kind = annotation === undefined ? null : kindOf(document, annotation.categoryId)
    return kind === null || kind === proposed ? document : flipped(id)(document)
  }
}
