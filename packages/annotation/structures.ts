import { boxOf } from '#geometry/box'
import type { Point } from '#geometry/point'
import type { MultiPolygon } from '#geometry/polygon'
import { labelledPoints } from './commands.ts'
import type { Annotation, AnnotationDocument, CategoryRole } from './document.ts'

/** The structures of the eye that are annotated on an image. */
export interface Structures {
  readonly discs: readonly MultiPolygon[]
  readonly cups: readonly MultiPolygon[]
  readonly foveas: readonly Point[]
}

/** An annotation with the role of its category. */
export interface Structure extends Pick<Annotation, 'geometry' | 'keypoints'> {
  readonly role: CategoryRole | null
}

/** What annotations stand for by the roles of their categories, in the same order. */
export function structuresOf(annotations: readonly Structure[]): Structures {
  const withRole = (wanted: CategoryRole) => annotations.filter(({ role }) => role === wanted)
  const areas = (role: CategoryRole) =>
    withRole(role).flatMap(({ geometry }) => (geometry.length > 0 ? [geometry] : []))
  return {
    discs: areas('disc'),
    cups: areas('cup'),
    foveas: withRole('fovea').flatMap((annotation) => placeOf(annotation) ?? []),
  }
}

/** The structures annotated in a document, in the order of their creation. */
export function structuresIn({ annotations, categories }: AnnotationDocument): Structures {
  const structures = [...annotations.values()].flatMap((annotation) => {
    const role = categories.get(annotation.categoryId)?.role ?? null
    return role === null ? [] : [{ ...annotation, role }]
  })
  return structuresOf(structures.toSorted((a, b) => a.position - b.position))
}

/** The first keypoint of an annotation, or the middle of its area. */
function placeOf({ geometry, keypoints }: Structure): Point | null {
  const [first] = labelledPoints(keypoints)
  if (first !== undefined) return first
  const box = boxOf(geometry)
  return box === null ? null : { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
