import { isUprightRectangle } from '#geometry/box'
import { sameLines } from '#geometry/line'
import { sameShape } from '#geometry/polygon'
import type { Command, Drawn } from './commands.ts'
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

/** Computes areas and lines anew, here or in a worker. */
export type CarryOutRework = (rework: Rework) => Reworked | Promise<Reworked>

/** Why an action has nothing to work on. */
export type ReworkObstacle =
  | 'needsShape'
  | 'needsArea'
  | 'needsParts'
  | 'needsHoles'
  | 'needsSeveral'
  | 'isLocked'

/** The selected annotations with an area or lines. */
function drawnIn({ document, selected }: View): readonly Annotation[] {
  return selected.flatMap((id) => {
    const annotation = document.annotations.get(id)
    return annotation === undefined || !isDrawn(annotation) ? [] : [annotation]
  })
}

/** Those on which an action works. */
function worked(view: View): readonly Annotation[] {
  return drawnIn(view).filter((annotation) => !isLocked(view.looks, annotation))
}

function isDrawn({ geometry, lines }: Drawn): boolean {
  return geometry.length > 0 || lines.length > 0
}

/** The reason why an action has nothing to work on; null if it has. */
export function obstacleTo(kind: ReworkWish['kind'], view: View): ReworkObstacle | null {
  if (obstacleAmong(worked(view), kind) === null) return null
  return obstacleAmong(drawnIn(view), kind) ?? 'isLocked'
}

function obstacleAmong(
  annotations: readonly Annotation[],
  kind: ReworkWish['kind'],
): ReworkObstacle | null {
  if (kind === 'fillHoles') return obstacleToFilling(annotations)
  if (annotations.length === 0) return 'needsShape'
  if (kind === 'merge') return areMergeable(annotations) ? null : 'needsSeveral'
  if (kind === 'separate') return annotations.some(mayHaveParts) ? null : 'needsParts'
  return null
}

function obstacleToFilling(annotations: readonly Annotation[]): ReworkObstacle | null {
  const polygons = annotations.flatMap(({ geometry }) => geometry)
  if (polygons.length === 0) return 'needsArea'
  return polygons.some(({ holes }) => holes.length > 0) ? null : 'needsHoles'
}

/** Whether separating is worth a try: to find out which lines are connected takes time. */
function mayHaveParts({ geometry, lines }: Drawn): boolean {
  return geometry.length + lines.length > 1
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
  change(command: Command): void
  /** Called if areas could not be computed; nothing was changed. */
  onFailure(error: unknown): void
  /** Called for an action that changed nothing. */
  onNothing(): void
}

/**
 * Changes the areas and lines of the selected annotations as one step. If one of them changes in the meantime,
 * its new area and lines are used instead.
 */
export async function rework(wish: ReworkWish, host: ReworkHost): Promise<void> {
  const action = actionOf(wish, host.view)
  try {
    const { annotations, reworked } = await carriedOut(action, host)
    const isNothing = annotations.every((annotation, i) => {
      const [drawn, ...others] = reworked[i] ?? []
      return drawn !== undefined && isDrawnAs(annotation, drawn) && others.length === 0
    })
    if (isNothing) host.onNothing()
    else host.change(replacing(annotations, reworked, host))
  } catch (error) {
    host.onFailure(error)
  }
}

function isDrawnAs(before: Drawn, { geometry, lines }: Drawn): boolean {
  return sameShape(before.geometry, geometry) && sameLines(before.lines, lines)
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
    shapes: annotations.map(({ geometry, lines }) => ({ geometry, lines })),
    bounds: boxOfImage(host.view.document.image),
  })
  const areCurrent = annotations.every((annotation) => isCurrent(annotation, host.view))
  return areCurrent ? { annotations, reworked } : carriedOut(action, host, selected)
}

function isCurrent({ id, geometry, lines }: Annotation, { document }: View): boolean {
  const now = document.annotations.get(id)
  return now?.geometry === geometry && now.lines === lines
}

function replacing(
  annotations: readonly Annotation[],
  reworked: Reworked,
  { newAnnotation }: ReworkHost,
): Command {
  const gone = annotations.filter((_, i) => reworked[i]?.length === 0)
  const by = gone.reduce((origin: Origin, other) => joinedOrigin(origin, other.origin), byHand)
  return (document) => {
    const rest = deleteAnnotations(gone.map(({ id }) => id))(document)
    return annotations.reduce((current, annotation, i) => {
      const [drawn, ...others] = reworked[i] ?? []
      if (drawn === undefined) return current
      const isBox = annotation.isBox && isUprightRectangle(drawn.geometry)
      const first = setDrawn(annotation.id, drawn, isBox, by)(current)
      return others.reduce((all, part) => {
        const { id, creator, position } = newAnnotation(all, annotation.categoryId)
        const origin = joinedOrigin(annotation.origin, byHand)
        const own = { id, creator, position, origin, keypoints: [], isBox: false }
        return addAnnotation({ ...annotation, ...own, ...part })(all)
      }, first)
    }, rest)
  }
}
