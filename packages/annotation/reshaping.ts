import type { Box } from '#geometry/box'
import { boxesIntersect, boxOf, boxOfRing, growBox, isUprightRectangle } from '#geometry/box'
import { finishedLine } from '#geometry/growing-line'
import type { MultiPolygon } from '#geometry/polygon'
import { sameLines } from '#geometry/line'
import { sameShape } from '#geometry/polygon'
import type { Command } from './commands.ts'
import { extentOf, setDrawn } from './commands.ts'
import type { Annotation } from './document.ts'
import { boxOfImage } from './document.ts'
import { annotationsTouching } from './hit.ts'
import type { Mark } from './history.ts'
import type { Algorithm, Origin } from './origin.ts'
import { byHand } from './origin.ts'
import type { Overlay } from './overlay.ts'
import type { Drawing, PlanAnswer, ShapePlan } from './plan.ts'
import { isSearch } from './plan.ts'
import type { Search, SearchAbout, SearchLimit } from './search.ts'
import { SearchTooLargeError } from './search.ts'
import type { Reshaping } from './tool.ts'
import { aboutSearch } from './tools.ts'
import { asKind } from './vessel-kind.ts'
import type { View } from './view.ts'

function planFor(reshaping: Reshaping, annotation: Annotation, view: View): ShapePlan {
  const { operation, drawing, leastPart = 0 } = reshaping
  return {
    base: annotation.geometry,
    baseLines: annotation.lines,
    operation,
    drawing,
    bounds: boxOfImage(view.document.image),
    spared: operation === 'add' ? sparedBy(drawing, annotation, view) : [],
    leastPart,
  }
}

/** The areas of other visible annotations near a drawing, if the preferences protect them. */
function sparedBy(drawing: Drawing, { id }: Annotation, view: View): MultiPolygon {
  const box = view.preferences.protectOthers ? boxAround(drawing, view) : null
  if (box === null) return []
  return annotationsTouching(view.document, box)
    .filter((other) => other.id !== id && !view.hidden.has(other.id))
    .flatMap(({ geometry }) => geometry)
}

/** The box that a drawing can reach. */
function boxAround(drawing: Drawing, { document }: View): Box | null {
  if (isSearch(drawing)) return boxOfImage(document.image)
  if (drawing.kind === 'area') return boxOf(drawing.area)
  if (drawing.kind === 'vertex') return { ...drawing.to, width: 0, height: 0 }
  const box = boxOfRing(drawing.line)
  return box === null ? null : growBox(box, drawing.radius)
}

/** Whether a drawing that should add to an annotation lies outside the image or has no area. */
function drewNothing(
  { operation, drawing }: Reshaping,
  { geometry, lines }: PlanAnswer,
  view: View,
): boolean {
  if (operation === 'subtract' || isSearch(drawing)) return false
  const box = boxAround(drawing, view)
  const image = boxOfImage(view.document.image)
  const isEmpty = geometry.length === 0 && lines.length === 0
  return isEmpty || box === null || !boxesIntersect(box, image)
}

/** A new area with its lines, and by whom they were drawn. */
interface Drawn extends PlanAnswer {
  readonly by: Origin
}

/**
 * Sets an annotation's new area. It stays a box only if it was made by boxes alone and is one
 * upright rectangle. A new arteriole or venule becomes the kind that was found.
 */
function reshaped(
  { asBox, operation }: Reshaping,
  annotation: Annotation,
  { geometry, lines, by, vesselKind }: Drawn,
): Command {
  if (isDrawnAs(annotation, { geometry, lines })) return nothing
  const onlyBoxes = annotation.isBox || annotation.geometry.length === 0 || operation === 'replace'
  const isBox = asBox && onlyBoxes && isUprightRectangle(geometry)
  const drawn = setDrawn(annotation.id, { geometry, lines }, isBox, by)
  if (vesselKind === undefined || extentOf(annotation) !== null) return drawn
  return (document) => asKind(annotation.id, vesselKind)(drawn(document))
}

function isDrawnAs(annotation: Annotation, { geometry, lines }: PlanAnswer): boolean {
  return sameShape(annotation.geometry, geometry) && sameLines(annotation.lines, lines)
}

/** Whether an annotation still has the area and the lines with which a computation started. */
function isUntouched(now: Annotation | undefined, asked: Annotation): now is Annotation {
  return now?.geometry === asked.geometry && now.lines === asked.lines
}

const nothing: Command = (document) => document

/** The overlays of a drawing until it is merged into its annotation. */
export function overlaysOf({ annotation: id, drawing, operation }: Reshaping): readonly Overlay[] {
  const dark = operation === 'subtract'
  if (isSearch(drawing)) return aboutSearch(drawing).overlays(drawing, dark)
  if (drawing.kind === 'area') return [{ ...drawing, dark }]
  if (drawing.kind === 'vertex') {
    return [{ kind: 'bent', id, address: drawing.address, to: drawing.to }]
  }
  return [{ ...drawing, line: finishedLine(drawing.line), dark }]
}

/** How the search is treated that a reshaping waits for, or null. */
export function searchIn({ drawing }: Reshaping): SearchAbout | null {
  return isSearch(drawing) ? aboutSearch(drawing) : null
}

/** The annotation that a reshaping would produce. */
export interface Preview extends Drawn {
  readonly reshaping: Reshaping
  readonly annotation: Annotation
}

/** The previewed annotation, unless somebody has changed it since. */
export function previewOverlays(preview: Preview | null, { document }: View): Overlay[] {
  if (preview === null) return []
  const { annotation, geometry, lines } = preview
  const current = document.annotations.get(annotation.id)
  if (!isUntouched(current, annotation)) return []
  return [{ kind: 'instead', id: current.id, geometry, lines, keypoints: current.keypoints }]
}

/** A search that stayed within its limit. */
export interface Limited {
  readonly search: Search
  readonly limit: SearchLimit
}

function limitedBy({ drawing }: Reshaping, { limit = null }: PlanAnswer): Limited | null {
  return limit !== null && isSearch(drawing) ? { search: drawing, limit } : null
}

/**
 * Carries out a plan, here or elsewhere. Slow work may provide a way to abort it if its result is
 * no longer needed. An area that an algorithm found between a person's points is credited to the
 * algorithm.
 */
export type CarryOut = (
  plan: ShapePlan,
  stopBy: (stop: () => void) => void,
  credit: (algorithm: Algorithm) => void,
) => PlanAnswer | Promise<PlanAnswer>

/** A reshaping that is being worked out. */
interface Work {
  readonly reshaping: Reshaping
  readonly asked: Annotation
  stop: () => void
  by: Origin
}

export interface ReshapingHost {
  pending(): readonly Reshaping[]
  preview(): Preview | null
  view(): View
  readonly carryOut: CarryOut
  readonly onFailure: (error: unknown, reshaping: Reshaping) => void
  readonly onNothing: (reshaping: Reshaping) => void
  readonly onAnnotationGone: () => void
  /** Called with how the last answer stayed within the limit of its search; null if nothing was left out. */
  readonly onLimited: (limited: Limited | null) => void
  /** Keeps a drawing that found more than it permits, until the user has decided. */
  refuse(reshaping: Reshaping): void
  /** Takes a reshaping off the pending ones together with the change that it led to. */
  finish(reshaping: Reshaping, command: Command): void
  show(preview: Preview | null): void
}

/**
 * Applies pending reshapings one after the other, each to the area that its annotation has at that
 * time. If undo or a colleague changes the area during the computation, it is computed again;
 * results that are no longer needed are dropped. Previews run when nothing is pending: one at a
 * time is computed and only the latest waits, so that they never lag by more than one.
 */
export class ReshapingQueue {
  readonly #host: ReshapingHost
  #working: Work | null = null
  #waitingPreview: Reshaping | null = null
  /** Mark of the gesture whose previews are shown. */
  #previewed: Mark | null = null

  constructor(host: ReshapingHost) {
    this.#host = host
  }

  preview(reshaping: Reshaping | null): void {
    this.#waitingPreview = reshaping
    this.#previewed = reshaping?.mark ?? null
    if (reshaping === null) this.#host.show(null)
    else this.work()
  }

  work(): void {
    const next = this.#host.pending()[0] ?? this.#waitingPreview
    if (this.#working !== null || next === null) return
    const annotation = this.#host.view().document.annotations.get(next.annotation)
    if (annotation === undefined) {
      if (this.#isPending(next)) this.#host.onAnnotationGone()
      this.#drop(next)
      this.work()
      return
    }
    const by = searchIn(next)?.by ?? byHand
    const work: Work = { reshaping: next, asked: annotation, stop: () => undefined, by }
    this.#working = work
    try {
      const known = this.#knownAnswer(next, annotation)
      if (known !== null) work.by = known.by
      const answer =
        known ??
        this.#host.carryOut(
          planFor(next, annotation, this.#host.view()),
          (stop) => {
            work.stop = stop
          },
          (algorithm) => {
            work.by = { ...work.by, algorithms: [algorithm] }
          },
        )
      if (answer instanceof Promise) void this.#await(answer, work)
      else this.#answered(work, answer)
    } catch (error) {
      this.#failed(work, error)
    }
  }

  /** Aborts the computation for a reshaping that is no longer pending, and continues. */
  stopAbandoned(): void {
    const work = this.#working
    if (work === null || this.#isPending(work.reshaping)) return
    if (this.#previewed === work.reshaping.mark) return
    if ((searchIn(work.reshaping)?.wait ?? null) === null) return
    this.#working = null
    work.stop()
    this.work()
  }

  /** Reuse the preview that was just shown. */
  #knownAnswer(reshaping: Reshaping, annotation: Annotation): Preview | null {
    const preview = this.#host.preview()
    if (preview?.reshaping !== reshaping) return null
    return isUntouched(annotation, preview.annotation) ? preview : null
  }

  async #await(answer: Promise<PlanAnswer>, work: Work): Promise<void> {
    try {
      this.#answered(work, await answer)
    } catch (error) {
      this.#failed(work, error)
    }
  }

  #answered(work: Work, answer: PlanAnswer): void {
    if (this.#working !== work) return
    this.#working = null
    const { reshaping, asked, by } = work
    const current = this.#host.view().document.annotations.get(asked.id)
    if (isUntouched(current, asked)) {
      if (this.#isPending(reshaping)) {
        this.#host.finish(reshaping, reshaped(reshaping, current, { ...answer, by }))
        this.#host.onLimited(limitedBy(reshaping, answer))
        this.#tellIfNothing(reshaping, answer)
      } else if (this.#previewed === reshaping.mark) {
        if (this.#waitingPreview === reshaping) this.#waitingPreview = null
        this.#host.onLimited(limitedBy(reshaping, answer))
        this.#host.show({ reshaping, annotation: current, ...answer, by })
      }
    }
    this.work()
  }

  #tellIfNothing(reshaping: Reshaping, answer: PlanAnswer): void {
    if (drewNothing(reshaping, answer, this.#host.view())) this.#host.onNothing(reshaping)
  }

  #failed(work: Work, error: unknown): void {
    if (this.#working !== work) return
    this.#working = null
    const { reshaping } = work
    const isPending = this.#isPending(reshaping)
    const isAwaited = isPending || this.#isAwaitedPreview(reshaping)
    // Kept before it is dropped, so that the annotation which it has begun stays meanwhile.
    const isThere = this.#host.view().document.annotations.has(reshaping.annotation)
    if (isPending && isThere && error instanceof SearchTooLargeError) this.#host.refuse(reshaping)
    this.#drop(reshaping)
    if (isAwaited) this.#host.onFailure(error, reshaping)
    this.work()
  }

  /** Whether a person waits for a preview, as for that of a search on the server. */
  #isAwaitedPreview(reshaping: Reshaping): boolean {
    const isShown = this.#previewed === reshaping.mark
    return isShown && (searchIn(reshaping)?.wait ?? null) !== null
  }

  #isPending(reshaping: Reshaping): boolean {
    return this.#host.pending().includes(reshaping)
  }

  #drop(reshaping: Reshaping): void {
    if (this.#isPending(reshaping)) this.#host.finish(reshaping, nothing)
    if (this.#waitingPreview === reshaping) this.#waitingPreview = null
  }
}
