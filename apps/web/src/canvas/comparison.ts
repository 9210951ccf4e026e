import type { Compared } from './layer-stack.ts'
import type { Picture } from './photograph/photograph.ts'

/**
 * The photographs that can be shown in place of that of a stage, onto which they are moved, each of another
 * view. One at a time is shown: that of the view that was wiped in last, else the first.
 */
export class Comparison {
  readonly #pictures = new Map<object, Picture>()
  readonly #onChange: () => void
  readonly #listeners = new Set<() => void>()
  #chosen: object | null = null
  #share = 0
  #isWhole = false

  /** @param onChange called when another photograph, or another share of it, is to be shown. */
  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  /** Calls back when another photograph, or another share of it, is shown. Returns how to stop it. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Sets the photograph of a view, in place of an earlier one; null removes it. */
  set(view: object, picture: Picture | null): void {
    if (picture === null) this.#remove(view)
    else this.#pictures.set(view, picture)
    this.#changed()
  }

  /**
   * Shows the photograph of a view, as soon as there is one, from the left up to a share of the width. Those
   * of other views are hidden.
   */
  wipe(view: object, share: number): void {
    this.#chosen = view
    this.#share = share
    this.#changed()
  }

  /** Shows a photograph in the whole width while this is on. */
  peek(isOn: boolean): void {
    this.#isWhole = isOn
    this.#changed()
  }

  /** The view whose photograph is shown, at present or by a peek; null for none. */
  get shown(): object | null {
    const [first = null] = this.#pictures.keys()
    return this.#chosen ?? first
  }

  /** The share of the width up to which a view's photograph is wiped in. */
  shareOf(view: object): number {
    return view === this.#chosen ? this.#share : 0
  }

  /** The photograph to paint, and the share of the width that it takes. */
  get compared(): Compared {
    const view = this.shown
    const picture = view === null ? null : (this.#pictures.get(view) ?? null)
    return { picture, share: this.#isWhole ? 1 : this.#share }
  }

  #remove(view: object): void {
    this.#pictures.delete(view)
    if (view !== this.#chosen) return
    this.#chosen = null
    this.#share = 0
  }

  #changed(): void {
    this.#onChange()
    for (const listener of this.#listeners) listener()
  }
}
