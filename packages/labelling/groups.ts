import type { LabelledAnnotation } from './labelled-image.ts'

/** A shape of a file and the number of its group; 0: none. */
export interface GroupedAnnotation {
  readonly annotation: LabelledAnnotation
  readonly group: number
}

/**
 * The annotations of an image, with the shapes of one label and group joined: polygons become the parts of one
 * area, beside which lines and the points of a skeleton may be. Groups with several other areas, or several
 * skeletons, stay apart, as do members that differ in what is said about them.
 */
export function joinGroups(shapes: readonly GroupedAnnotation[]): LabelledAnnotation[] {
  const joined = new Map<string, LabelledAnnotation>()
  for (const [index, { annotation, group }] of shapes.entries()) {
    const said = JSON.stringify([annotation.label, annotation.origin, annotation.metadata])
    const key = group > 0 ? `${group} ${said}` : ''
    const first = joined.get(key)
    const both = first === undefined ? undefined : joinedOf(first, annotation)
    if (both === undefined)
      joined.set(joined.has(key) || key === '' ? `#${index}` : key, annotation)
    else joined.set(key, both)
  }
  return [...joined.values()]
}

/** Undefined if the two cannot be one annotation. */
function joinedOf(a: LabelledAnnotation, b: LabelledAnnotation): LabelledAnnotation | undefined {
  const area = joinedArea(a.area, b.area)
  if (area === undefined || (a.keypoints.length > 0 && b.keypoints.length > 0)) return undefined
  return {
    ...a,
    area,
    lines: [...a.lines, ...b.lines],
    keypoints: [...a.keypoints, ...b.keypoints],
  }
}

type Area = LabelledAnnotation['area']

function joinedArea(a: Area, b: Area): Area | undefined {
  if (a.kind === 'none') return b
  if (b.kind === 'none') return a
  if (a.kind !== 'polygons' || b.kind !== 'polygons') return undefined
  return { kind: 'polygons', shape: [...a.shape, ...b.shape] }
}
