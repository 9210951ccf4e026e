import { isUprightRectangle } from '#geometry/box'
import { linesInside } from '#geometry/line'
import type { MultiPolygon } from '#geometry/polygon'
import { sameShape } from '#geometry/polygon'
import type { Command } from './commands.ts'
import { addAnnotation, deleteAnnotations, labelledPoints, setDrawn } from './commands.ts'
import type { Annotation, AnnotationDocument, CategoryId } from './document.ts'
import { boxOfImage } from './document.ts'
import { isLocked } from './looks.ts'
import type { Origin } from './origin.ts'
import { byHand, joinedOrigin } from './origin.ts'
import type { Rework, ReworkAction, Reworked } from './rework.ts'
import type { View } from './view.ts'
import { inImagePixels } from './view.ts'

/** An action without its sizes, which are the user's settings. */
export type ReworkWish =
  | Exclude<ReworkAction, { readonly kind: 'smooth' | 'simplify' }>
  | { readonly kind: 'smooth' }
  | { readonly kind: 'simplify' }

/** Computes areas anew, here or in a worker. */
export type CarryOutRework = (rework: Rework) => Reworked | Promise<Reworked>

/** Why an action has nothing to work on. */
export type ReworkObstacle = 'needsArea' | 'needsParts' | 'needsHoles' | 'needsSeveral'

/** The selected annotations on which an action works: those with an area that are not locked. */
function worked({ document, selected, looks }: View): readonly Annotation[] {
  return selected.flatMap((id) => {
    const annotation = document.annotations.get(id)
    if (annotation === undefined || annotation.geometry.length === 0) return []
    return isLocked(looks, annotation) ? [] : [annotation]
  })
}

/** The reason why an action has nothing to work on; null if it has. */
export function obstacleTo(kind: ReworkWish['kind'], view: View): ReworkObstacle | null {
  const annotations = worked(view)
  if (annotations.length === 0) return 'needsArea'
  if (kind === 'merge') return areMergeable(annotations) ? null : 'needsSeveral'
  if (kind === 'separate') {
    return annotations.some(({ geometry }) => geometry.length > 1) ? null : 'needsParts'
  }
  if (kind !== 'fillHoles') return null
  const hasHoles = annotations.some(({ geometry }) =>
    geometry.some(({ holes }) => holes.length > 0),
  )
  return hasHoles ? null : 'needsHoles'
}

/** Several of one category; only the last may have keypoints, which no other can take. */
function areMergeable(annotations: readonly Annotation[]): boolean {
  const others = annotations.slice(0, -1)
  return (
    others.length > 0 &&
    new Set(annotations.map(({ categoryId }) => categoryId)).size === 1 &&
    others.every(({ keypoints }) => labelledPoints(keypoints).length === 0)
  )
}

function actionOf(wish: ReworkWish, view: View): ReworkAction {
  const { smoothing, simplification } = view.preferences
  if (wish.kind === 'smooth') return { kind: 'smooth', width: inImagePixels(view, smoothing) }
  if (wish.kind !== 'simplify') return wish
  return { kind: 'simplify', tolerance: inImagePixels(view, simplification) }
}

export interface ReworkHost {
  readonly view: View
  readonly carryOut: CarryOutRework
  readonly newAnnotation: (document: AnnotationDocument, category: CategoryId) => Annotation
  change(label: string, command: Command): void
  /** Told of areas that could not be computed; nothing was changed. */
  onFailure(error: unknown): void
  /** Told of an action that changed nothing. */
  onNothing(kind: ReworkWish['kind']): void
}

/**
 * Changes the areas of the selected annotations as one step. If one of them changes in the meantime, its
 * new area is used instead.
 */
export async function rework(wish: ReworkWish, host: ReworkHost): Promise<void> {
  const action = actionOf(wish, host.view)
  try {
    const { annotations, reworked } = await carriedOut(action, host)
    const isNothing = annotations.every(({ geometry }, i) => {
      const [area, ...others] = reworked[i] ?? []
      return area !== undefined && sameShape(area, geometry) && others.length === 0
    })
    if (isNothing) host.onNothing(wish.kind)
    else host.change(wish.kind, replacing(annotations, reworked, host))
  } catch (error) {
    host.onFailure(error)
  }
}

interface CarriedOut {
  readonly annotations: readonly Annotation[]
  readonly reworked: Reworked
}

/** Starts again if one of the annotations has changed in the meantime. */
async function carriedOut(
  action: ReworkAction,
  host: ReworkHost,
  selected: View['selected'] = host.view.selected,
): Promise<CarriedOut> {
  const annotations = worked({ ...host.view, selected })
  const reworked = await host.carryOut({
    action,
    shapes: annotations.map(({ geometry }) => geometry),
    bounds: boxOfImage(host.view.document.image),
  })
  const areCurrent = annotations.every((annotation) => isCurrent(annotation, host.view))
  return areCurrent ? { annotations, reworked } : carriedOut(action, host, selected)
}

function isCurrent({ id, geometry }: Annotation, { document }: View): boolean {
  return document.annotations.get(id)?.geometry === geometry
}

function replacing(
  annotations: readonly Annotation[],
  reworked: Reworked,
  { newAnnotation }: ReworkHost,
): Command {
  const gone = annotations.filter((_, i) => reworked[i]?.length === 0)
  const by = gone.reduce((origin: Origin, other) => joinedOrigin(origin, other.origin), byHand)
  const joined = gone.flatMap(({ lines }) => lines)
  return (document) => {
    const rest = deleteAnnotations(gone.map(({ id }) => id))(document)
    return annotations.reduce((current, annotation, i) => {
      const [area, ...others] = reworked[i] ?? []
      if (area === undefined) return current
      const isBox = annotation.isBox && isUprightRectangle(area)
      const linesOf = (part: MultiPolygon) =>
        others.length === 0 ? [...annotation.lines, ...joined] : linesInside(annotation.lines, part)
      const whole = { geometry: area, lines: linesOf(area) }
      const first = setDrawn(annotation.id, whole, isBox, by)(current)
      return others.reduce((all, geometry) => {
        const { id, creator, position } = newAnnotation(all, annotation.categoryId)
        const origin = joinedOrigin(annotation.origin, byHand)
        const own = { id, creator, position, origin, keypoints: [], isBox: false }
        const part = { geometry, lines: linesOf(geometry) }
        return addAnnotation({ ...annotation, ...own, ...part })(all)
      }, first)
    }, rest)
  }
}
