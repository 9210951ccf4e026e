import type { Command } from './commands.ts'
import { categoryOfNext } from './creation.ts'
import type { DocumentChanges } from './document-changes.ts'
import type { AnnotationId } from './document.ts'
import type { EditorOptions, EditorState } from './editor-state.ts'
import { keepingOut } from './editor-state.ts'
import type { EditorStore } from './editor-store.ts'
import type { Mark } from './history.ts'
import { isSearch } from './plan.ts'
import { ReshapingQueue } from './reshaping.ts'
import { canStartNew, isUsable } from './tool-about.ts'
import type { Reshaping, ReshapeWish } from './tool.ts'
import { aboutSearch } from './tools.ts'

/** The drawings of an editor on their way into annotations, one after another, and the preview of the current one. */
export class Drawings {
  readonly #store: EditorStore
  readonly #changes: DocumentChanges
  readonly #options: EditorOptions
  readonly #queue: ReshapingQueue
  readonly #requestOf = requests()

  constructor(store: EditorStore, changes: DocumentChanges, options: EditorOptions) {
    this.#store = store
    this.#changes = changes
    this.#options = options
    this.#queue = new ReshapingQueue({
      pending: () => store.state.pending,
      preview: () => store.state.preview,
      view: () => store.state,
      carryOut: options.carryOut,
      onFailure: options.onFailure,
      onNothing: options.onNothing ?? (() => undefined),
      onAnnotationGone: () => options.onAnnotationGone?.(),
      onLimited: (limited) => store.set({ limited }),
      refuse: (refused) => store.set({ refused }),
      finish: (reshaping, command) => this.#finish(reshaping, command),
      show: (preview) => store.set({ preview }),
    })
  }

  /** Works a drawing into the active annotation, or into a new one if that is gone and strokes make one. */
  draw(wish: ReshapeWish): void {
    const { selection: annotation } = this.#store.state
    if (annotation === null) return this.#drawNew(wish)
    if (this.#changes.refusesWork(annotation)) this.clearPreview()
    else this.reshape(this.#requestOf(wish, annotation))
  }

  #drawNew(wish: ReshapeWish): void {
    const { state } = this.#store
    const { activeCategory, tool } = state
    const makesNew = wish.operation === 'add' && canStartNew(state)
    if (!makesNew || activeCategory === null) {
      this.clearPreview()
      // Leaving a tool reports it already.
      if (isUsable(tool.about, state)) this.#options.onAnnotationGone?.()
      return
    }
    this.#store.batch(() => {
      const annotation = this.#changes.begin(activeCategory)
      if (annotation !== null) this.reshape({ ...wish, annotation })
    })
  }

  /**
   * Works a drawing into its annotation, after those that wait already, or, if each stroke makes one,
   * into a new annotation.
   */
  reshape(drawn: Reshaping): void {
    this.#store.batch(() => {
      const reshaping = this.#targeted(drawn)
      if (reshaping === null) return
      this.#store.set({ pending: [...this.#store.state.pending, reshaping] })
    })
    this.#queue.work()
    this.clearPreview()
  }

  /** A drawing in the annotation that it is for; null if that would be one of a locked category. */
  #targeted(drawn: Reshaping): Reshaping | null {
    const category = categoryOfNext(this.#store.state, drawn)
    if (category === null) return drawn
    const annotation = this.#changes.begin(category)
    return annotation === null ? null : { ...drawn, annotation }
  }

  /** Draws again what found more than it permits, now without a limit. */
  takeRefused(): void {
    const { refused } = this.#store.state
    if (refused === null || !isSearch(refused.drawing)) return
    const drawing = aboutSearch(refused.drawing).withoutLimit?.(refused.drawing) ?? null
    this.#store.batch(() => {
      this.#store.set({ refused: null })
      if (drawing === null || this.#changes.refusesWork(refused.annotation)) return
      this.reshape({ ...refused, drawing })
    })
  }

  /** Shows what the active annotation would become. */
  preview(wish: ReshapeWish): void {
    const { selection } = this.#store.state
    this.#queue.preview(selection === null ? null : this.#requestOf(wish, selection))
  }

  clearPreview(): void {
    this.#queue.preview(null)
  }

  /** Gives up the drawings of a mark that are still to be worked out, or wait for a decision. */
  giveUp(mark: Mark): void {
    const { pending, refused } = this.#store.state
    this.#store.set({
      pending: pending.filter((reshaping) => reshaping.mark !== mark),
      refused: refused?.mark === mark ? null : refused,
    })
  }

  /** Gives up the last drawing that is still to be worked out; null if there is none. */
  giveUpLast(): Mark | null {
    const { pending } = this.#store.state
    const last = pending.at(-1)
    if (last === undefined) return null
    this.#store.set({ pending: pending.slice(0, -1) })
    return last.mark
  }

  /** Stops working out what has been given up. */
  stopAbandoned(): void {
    this.#queue.stopAbandoned()
  }

  #finish(reshaping: Reshaping, command: Command): void {
    const categoryIn = ({ document }: EditorState) =>
      document.annotations.get(reshaping.annotation)?.categoryId
    const before = categoryIn(this.#store.state)
    this.#store.batch(() => {
      const { pending } = this.#store.state
      this.#store.set({ pending: pending.filter((other) => other !== reshaping) })
      // The drawing was begun before a lock, or is one side of a conflict: only the proposed kind is kept out.
      this.#changes.change(reshaping.mark, command, keepingOut)
    })
    const after = categoryIn(this.#store.state)
    if (after !== undefined && after !== before) this.#options.onCategoryProposed?.(after)
  }
}

/** Wishes as requests; one that a tool repeats, as after its preview, is the same request. */
function requests(): (wish: ReshapeWish, annotation: AnnotationId) => Reshaping {
  const known = new WeakMap<ReshapeWish, Reshaping>()
  return (wish, annotation) => {
    const earlier = known.get(wish)
    if (earlier?.annotation === annotation) return earlier
    const request = { ...wish, annotation }
    known.set(wish, request)
    return request
  }
}
