import type { Point } from '#geometry/point'
import { distance, midpoint } from '#geometry/point'

import type { GestureTarget } from './gesture-target.ts'

/** Two fingers that pan and zoom the image. */
export class Pinch {
  readonly #target: Pick<GestureTarget, 'pan' | 'zoomAbout'>
  readonly #fingers = new Map<number, Point>()

  constructor(target: Pick<GestureTarget, 'pan' | 'zoomAbout'>) {
    this.#target = target
  }

  /** Whether two fingers are down; a third one is ignored. */
  add(pointer: number, at: Point): boolean {
    if (this.#fingers.size < 2) this.#fingers.set(pointer, at)
    return this.#fingers.size === 2
  }

  remove(pointer: number): void {
    this.#fingers.delete(pointer)
  }

  /** Ignores the fingers that are down until they are lifted. */
  forget(): void {
    this.#fingers.clear()
  }

  /** Pans and zooms; false if the movement is not part of a pinch. */
  move(pointer: number, at: Point): boolean {
    const before = this.#fingers.get(pointer)
    const other = [...this.#fingers].find(([id]) => id !== pointer)?.[1]
    if (before === undefined) return false
    this.#fingers.set(pointer, at)
    if (other === undefined) return false
    const from = midpoint(before, other)
    const to = midpoint(at, other)
    this.#target.pan(to.x - from.x, to.y - from.y)
    this.#target.zoomAbout(to, distance(at, other) / Math.max(distance(before, other), 1))
    return true
  }
}
