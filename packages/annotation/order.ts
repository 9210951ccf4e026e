import { boxesIntersect } from '#geometry/box'
import type { Command } from './commands.ts'
import { addAnnotation, extentOf } from './commands.ts'
import type { Annotation, AnnotationDocument, AnnotationId } from './document.ts'

/** Where annotations go in the order from below to above. */
export type Move = 'toFront' | 'forward' | 'backward' | 'toBack'

/** Free room between two annotations, null for none: the new ones are put there. */
interface Gap {
  readonly below: Annotation | null
  readonly above: Annotation | null
}

/**
 * Moves annotations in the order of the image, above or below all others, or the nearest one that they
 * touch, and keeps the order among them. Changes nothing if there is no such annotation.
 */
export function reorder(ids: readonly AnnotationId[], move: Move): Command {
  return (document) => {
    const moved = inOrder(document).filter(({ id }) => ids.includes(id))
    const gap = gapFor(moved, move, document)
    if (gap === null) return document
    return moved.reduce((current, annotation, i) => {
      const position = placeIn(gap, i, moved.length)
      return addAnnotation({ ...annotation, position })(current)
    }, document)
  }
}

/** Whether a move of annotations changes anything. */
export function canReorder(
  ids: readonly AnnotationId[],
  move: Move,
  document: AnnotationDocument,
): boolean {
  const moved = inOrder(document).filter(({ id }) => ids.includes(id))
  return gapFor(moved, move, document) !== null
}

function inOrder({ annotations }: AnnotationDocument): readonly Annotation[] {
  return [...annotations.values()].toSorted((a, b) => a.position - b.position)
}

function gapFor(
  moved: readonly Annotation[],
  move: Move,
  document: AnnotationDocument,
): Gap | null {
  const [lowest, highest] = [moved[0], moved.at(-1)]
  if (lowest === undefined || highest === undefined) return null
  const others = inOrder(document).filter((other) => !moved.includes(other))
  const isUp = move === 'toFront' || move === 'forward'
  const passed = isUp
    ? others.filter(({ position }) => position > lowest.position)
    : others.filter(({ position }) => position < highest.position).toReversed()
  const isFar = move === 'toFront' || move === 'toBack'
  const goal = isFar
    ? passed.at(-1)
    : passed.find((other) => moved.some((one) => touch(one, other)))
  if (goal === undefined) return null
  const place = others.indexOf(goal)
  return isUp
    ? { below: goal, above: others[place + 1] ?? null }
    : { below: others[place - 1] ?? null, above: goal }
}

function touch(a: Annotation, b: Annotation): boolean {
  const [one, other] = [extentOf(a), extentOf(b)]
  return one !== null && other !== null && boxesIntersect(one, other)
}

/** Even steps between two places, and steps of 1 where there is only one. */
function placeIn({ below, above }: Gap, i: number, count: number): number {
  if (below === null) return (above?.position ?? 0) - count + i
  if (above === null) return below.position + i + 1
  return below.position + ((above.position - below.position) * (i + 1)) / (count + 1)
}
