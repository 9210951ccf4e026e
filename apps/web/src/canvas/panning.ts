import type { Point } from '#geometry/point'

import type { GestureTarget } from './gesture-target.ts'

/** Drags the image with the middle button, or with the primary one while the space bar is down. */
export class Panning {
  readonly #host: HTMLElement
  readonly #target: Pick<GestureTarget, 'pan'>
  #armed = false
  #pointer: number | null = null
  #from: Point = { x: 0, y: 0 }

  constructor(host: HTMLElement, target: Pick<GestureTarget, 'pan'>, signal: AbortSignal) {
    this.#host = host
    this.#target = target
    const page = host.ownerDocument
    page.addEventListener('keydown', (event) => this.#arm(event), { signal })
    page.addEventListener('keyup', (event) => this.#disarm(event), { signal })
    page.defaultView?.addEventListener('blur', () => this.#setArmed(false), { signal })
  }

  /** Whether the space bar is down over the canvas. */
  get armed(): boolean {
    return this.#armed
  }

  #arm({ key }: KeyboardEvent): void {
    if (key === ' ' && this.#host.matches(':hover')) this.#setArmed(true)
  }

  #disarm({ key }: KeyboardEvent): void {
    if (key === ' ') this.#setArmed(false)
  }

  #setArmed(armed: boolean): void {
    this.#armed = armed
    this.#show()
  }

  #show(): void {
    const { dataset } = this.#host
    delete dataset['panning']
    if (this.#pointer !== null) dataset['panning'] = 'moving'
    else if (this.#armed) dataset['panning'] = 'ready'
  }

  begin(pointer: number, at: Point): void {
    this.#pointer = pointer
    this.#from = at
    this.#show()
    // A key that ends a drag must not also trigger its usual action.
    if (this.#armed) this.#host.dispatchEvent(new CustomEvent('spacedrag', { bubbles: true }))
  }

  /** Pans; false if this pointer does not pan. */
  move(pointer: number, at: Point): boolean {
    if (pointer !== this.#pointer) return false
    this.#target.pan(at.x - this.#from.x, at.y - this.#from.y)
    this.#from = at
    return true
  }

  /** Ends panning; false if this pointer did not pan. */
  end(pointer: number): boolean {
    if (pointer !== this.#pointer) return false
    this.#pointer = null
    this.#show()
    return true
  }
}
