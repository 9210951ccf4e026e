import { isUprightRectangle } from '#geometry/box'
import type { MultiPolygon } from '#geometry/polygon'
import { sameShape } from '#geometry/polygon'
import type { Command } from './commands.ts'
import { setGeometry } from './commands.ts'
import type { Annotation, AnnotationDocument } from './document.ts'
import { boxOfImage } from './document.ts'
import type { Overlay } from './overlay.ts'
import type { ShapePlan } from './plan.ts'
import type { Reshaping } from './tool.ts'

export function planFor(
  { operation, drawing }: Reshaping,
  annotation: Annotation,
  { image }: AnnotationDocument,
): ShapePlan {
  return { base: annotation.geometry, operation, drawing, bounds: boxOfImage(image) }
}

/**
 * Gives an annotation its new area. It is a box only as long as boxes alone made it what it is and
 * it is one upright rectangle.
 */
export function reshaped(
  { asBox, operation }: Reshaping,
  annotation: Annotation,
  geometry: MultiPolygon,
): Command {
  if (sameShape(annotation.geometry, geometry)) return (document) => document
  const onlyBoxes = annotation.isBox || annotation.geometry.length === 0 || operation === 'replace'
  const isBox = asBox && onlyBoxes && isUprightRectangle(geometry)
  return setGeometry(annotation.id, geometry, isBox)
}

/** What is shown of a drawing until its annotation has taken it in. */
export function overlayOf({ drawing, operation }: Reshaping): Overlay {
  return { ...drawing, operation }
}

export interface ReshapingHost {
  pending(): readonly Reshaping[]
  document(): AnnotationDocument
  readonly carryOut: (plan: ShapePlan) => MultiPolygon | Promise<MultiPolygon>
  readonly onFailure: (error: unknown, reshaping: Reshaping) => void
  /** Takes a reshaping off the pending ones together with the change that it led to. */
  finish(reshaping: Reshaping, command: Command): void
}

const nothing: Command = (document) => document

/**
 * Works pending reshapings into their annotations, one after the other and each on the area that its
 * annotation has when its turn comes. Where the area changes while the answer is being worked out,
 * by undo or by a colleague, it is worked out again; an answer that nobody waits for any longer is
 * dropped.
 */
export class ReshapingQueue {
  readonly #host: ReshapingHost
  #working = false

  constructor(host: ReshapingHost) {
    this.#host = host
  }

  work(): void {
    const [next] = this.#host.pending()
    if (this.#working || next === undefined) return
    const annotation = this.#host.document().annotations.get(next.annotation)
    if (annotation === undefined) {
      this.#host.finish(next, nothing)
      this.work()
      return
    }
    this.#working = true
    try {
      const answer = this.#host.carryOut(planFor(next, annotation, this.#host.document()))
      if (answer instanceof Promise) void this.#await(answer, next, annotation)
      else this.#answered(next, annotation, answer)
    } catch (error) {
      this.#failed(next, error)
    }
  }

  async #await(
    answer: Promise<MultiPolygon>,
    reshaping: Reshaping,
    asked: Annotation,
  ): Promise<void> {
    try {
      this.#answered(reshaping, asked, await answer)
    } catch (error) {
      this.#failed(reshaping, error)
    }
  }

  #answered(reshaping: Reshaping, asked: Annotation, geometry: MultiPolygon): void {
    this.#working = false
    const current = this.#host.document().annotations.get(asked.id)
    const awaited = this.#host.pending().includes(reshaping)
    if (awaited && current !== undefined && current.geometry === asked.geometry) {
      this.#host.finish(reshaping, reshaped(reshaping, current, geometry))
    }
    this.work()
  }

  #failed(reshaping: Reshaping, error: unknown): void {
    this.#working = false
    if (this.#host.pending().includes(reshaping)) {
      this.#host.finish(reshaping, nothing)
      this.#host.onFailure(error, reshaping)
    }
    this.work()
  }
}
