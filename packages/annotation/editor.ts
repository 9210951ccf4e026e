import type { Command } from './commands.ts'
import { addAnnotation, setCategory } from './commands.ts'
import { activeAmong, creationOf, endedIn } from './creation.ts'
import type { RecordDiff } from './diff.ts'
import { emptyDiff } from './diff.ts'
import { DocumentChanges } from './document-changes.ts'
import type {
  AnnotationDocument,
  AnnotationId,
  AnyRecord,
  CategoryId,
  RecordId,
} from './document.ts'
import { Drawings } from './drawings.ts'
import { displayOf } from './editor-display.ts'
import type { Drafts, EditorChange, EditorOptions, EditorState, Travelled } from './editor-state.ts'
import { hasMovedOn, openingState, standingPointers, staysShifted } from './editor-state.ts'
import { EditorStore } from './editor-store.ts'
import { Gestures } from './gestures.ts'
import type { Mark } from './history.ts'
import { annotationAt } from './hit.ts'
import { visibilityAfter } from './looks.ts'
import type { ToolDisplay } from './overlay.ts'
import type { Aim } from './reach.ts'
import type { ReworkWish } from './reworking.ts'
import { rework } from './reworking.ts'
import { isUsable } from './tool-about.ts'
import type { KeyInput, PointerInput, Reshaping } from './tool.ts'
import type { ToolId } from './tools.ts'
import { tools } from './tools.ts'
import type { Mode, View } from './view.ts'

/** The annotator's state for one image and all that can happen to it. */
export class Editor {
  readonly #store: EditorStore
  readonly #options: EditorOptions
  readonly #changes: DocumentChanges
  readonly #drawings: Drawings
  readonly #gestures: Gestures
  /** Whether a category was chosen, and what is selected in another one has not been left yet. */
  #isLeavingOthers = false
  #displayed: { state: EditorState; display: ToolDisplay } | null = null

  constructor(options: EditorOptions) {
    this.#options = options
    this.#store = new EditorStore(openingState(options), (before) => this.#settle(before))
    this.#changes = new DocumentChanges(this.#store, options)
    this.#drawings = new Drawings(this.#store, this.#changes, options)
    this.#gestures = new Gestures(this.#store, this.#changes, this.#drawings, (wish) => {
      void this.rework(wish)
    })
  }

  get state(): EditorState {
    return this.#store.state
  }

  /** Calls back after everything that happens, once for each; answers how to stop it. */
  subscribe = (listener: (change: EditorChange) => void): (() => void) =>
    this.#store.subscribe(listener)

  pointerDown(pointer: PointerInput): void {
    this.#gestures.pointerDown(pointer)
  }

  pointerMove(pointer: PointerInput): void {
    this.#gestures.pointerMove(pointer)
  }

  pointerUp(pointer: PointerInput): void {
    this.#gestures.pointerUp(pointer)
  }

  doubleClick(pointer: PointerInput): void {
    this.#gestures.doubleClick(pointer)
  }

  /** The pointer has left the canvas. */
  pointerLeave(): void {
    this.#gestures.send({ type: 'pointerLeave' })
  }

  /** True if the current tool handled the key; otherwise shortcuts may use it. */
  keyDown(key: KeyInput): boolean {
    return this.#gestures.keyDown(key)
  }

  /** Completes the drawing in hand, if possible. */
  completeDrawing(): void {
    this.#gestures.send({ type: 'complete' })
  }

  /** Cancels the current drawing or drag, also if the browser cancels the pointer. */
  cancel(): void {
    this.#gestures.cancel()
  }

  /**
   * Takes back what has been drawn since a press that was not meant, such as the first finger of a pinch: a
   * drawing that was in hand before the press goes on as it was.
   * @param before the state before the press
   */
  takeBackPress(before: EditorState): void {
    this.#gestures.takeBackPress(before)
  }

  /** Ends a stroke or drag as if the pointer were lifted. Half-drawn shapes stay in hand. */
  release(): void {
    this.#gestures.release()
  }

  /** Whether there is all that a tool needs. */
  canUse(id: ToolId): boolean {
    return isUsable(tools[id].about, this.state)
  }

  /**
   * Activates a tool, with its half-drawn shape if there is one. Ends the previous tool's gesture; ignores
   * disabled tools.
   */
  setTool(id: ToolId): void {
    if (!this.canUse(id)) return
    this.#store.batch(() => {
      this.#gestures.end()
      // Clear the previous tool's hover, which means nothing to this one until the pointer moves.
      this.#store.set({ tool: tools[id], hover: null })
      this.#gestures.takeUp()
    })
  }

  /** Selects only this annotation; null clears the selection. */
  select(id: AnnotationId | null): void {
    this.selectMany(id === null ? [] : [id])
  }

  /**
   * Selects the annotations that exist; the last becomes the active one. A drawing is ended before, and a
   * half-drawn shape goes on when its annotation is active again; measuring goes on.
   */
  selectMany(ids: readonly AnnotationId[]): void {
    this.#gestures.select(ids)
  }

  /**
   * Makes a category the active one, in which the next annotation is created. So that nothing is drawn into
   * an annotation of another category by mistake, one that was only just created gets the chosen one, and
   * others are deselected, after the drawing in hand if there is one.
   */
  chooseCategory(category: CategoryId): void {
    this.#store.batch(() => {
      this.#store.set({ activeCategory: category })
      this.#isLeavingOthers = true
      if (this.state.tool.resting) this.#takeAlong(category)
    })
  }

  /** Gives the selected annotation a category if it was only just created, and nothing is drawn in it. */
  #takeAlong(category: CategoryId): void {
    const { selection, pending } = this.state
    if (selection === null || pending.some(({ annotation }) => annotation === selection)) return
    const creation = creationOf(this.state, selection)
    if (creation !== null) this.change(creation, setCategory(selection, category))
  }

  /** Deselects annotations of other categories than the active one. */
  #leaveOthers(): void {
    this.#isLeavingOthers = false
    const { selected, document, activeCategory } = this.state
    const isOfAnother = (id: AnnotationId) =>
      document.annotations.get(id)?.categoryId !== activeCategory
    if (selected.some(isOfAnother)) this.select(null)
  }

  /** Switches between drawing, labelling and viewing, and ends the current gesture as another tool does. */
  setMode(mode: Mode): void {
    if (mode === this.state.mode) return
    this.#store.batch(() => {
      // The mode first: a measurement that is completed now is not kept if the image is only viewed.
      this.#store.set({ mode })
      this.#gestures.end()
      this.#gestures.takeUp()
    })
  }

  /** Changes the view: hover, zoom, hidden annotations, preferences and the like. */
  setView(view: Partial<Omit<View, 'document' | 'selected' | 'selection' | 'mode'>>): void {
    this.#store.set(view)
  }

  /** Sets the categories of the dataset, and the active one as `activeAmong` says. */
  setCategories(categories: AnnotationDocument['categories']): void {
    const activeCategory = activeAmong(categories, this.state)
    this.#store.set({ document: { ...this.state.document, categories }, activeCategory })
  }

  /** @param micrometresPerPixel on the retina; null: not known */
  setScale(micrometresPerPixel: number | null): void {
    const { document } = this.state
    const { image } = document
    if ((image.micrometresPerPixel ?? null) === micrometresPerPixel) return
    this.#store.set({ document: { ...document, image: { ...image, micrometresPerPixel } } })
  }

  /** A step of undo for changes that belong together. */
  mark(label: string): Mark {
    return { label }
  }

  /**
   * Changes the document, as a separate step with a label or as part of a marked step. Locked annotations
   * stay as they are, locked categories get no more annotations, and a corrected place of the grid follows
   * its structure if that is drawn or moved.
   */
  change(step: Mark | string, command: Command): void {
    this.#changes.change(step, command)
  }

  /** Takes work that exists already, such as one side of a conflict, into the document: locks do not keep it out. */
  takeIn(step: string, command: Command): void {
    this.#changes.change(step, command, (_, next) => next)
  }

  /**
   * Creates an annotation without area in a category, which becomes the active one, and selects it.
   * Ends the current gesture. Returns null if the category is locked.
   */
  create(category: CategoryId): AnnotationId | null {
    if (this.#changes.refusesIn(category)) return null
    let id = ''
    this.#store.batch(() => {
      this.#gestures.end()
      const annotation = this.#options.newAnnotation(this.state.document, category)
      id = annotation.id
      this.change('create', addAnnotation(annotation))
      this.#store.set({ activeCategory: category, selected: [id] })
      this.#gestures.takeUp()
    })
    return id
  }

  /**
   * Works a drawing into its annotation, after those that wait already, or, if each stroke makes one,
   * into a new annotation.
   */
  reshape(drawn: Reshaping): void {
    this.#drawings.reshape(drawn)
  }

  /**
   * Goes on with a drawing that was still worked out when its image was closed.
   * @param began whether it began its annotation, which goes if the drawing comes to nothing
   */
  goOnWith(drawn: Reshaping, began: boolean): void {
    this.#store.batch(() => {
      if (began) this.#changes.noteBegun(drawn.annotation)
      this.#drawings.reshape(drawn)
    })
  }

  /** Draws again what found more than it permits, now without a limit. */
  takeRefused(): void {
    this.#drawings.takeRefused()
  }

  /** Works the areas and lines of the selected annotations over as one step; resolves when that is done. */
  async rework(wish: ReworkWish): Promise<void> {
    const { carryOutRework: carryOut, newAnnotation, ...tell } = this.#options
    const view = () => this.state
    const mark = this.mark(wish.kind)
    this.#store.set({ reworking: [...this.state.reworking, mark] })
    const finish = (work: () => void) => {
      if (!this.state.reworking.includes(mark)) return
      this.#store.batch(() => {
        work()
        this.#store.set({ reworking: this.state.reworking.filter((other) => other !== mark) })
      })
    }
    await rework(wish, {
      get view() {
        return view()
      },
      carryOut,
      newAnnotation,
      change: (command) => finish(() => this.change(mark, command)),
      onFailure: (error) => finish(() => tell.onReworkFailure?.(error)),
      onNothing: () => finish(() => tell.onNothingReworked?.(wish.kind)),
    })
  }

  /**
   * Applies changes by others: the current records, null for a deleted one.
   * @param rewritten own records that the server has stored otherwise than they were sent: both states
   */
  adopt(current: ReadonlyMap<RecordId, AnyRecord | null>, rewritten: RecordDiff = emptyDiff): void {
    this.#changes.adopt(current, rewritten)
  }

  /** Takes back the changes under a mark, without leaving a step to redo; later ones stay. */
  bail(mark: Mark): void {
    this.#changes.bail(mark)
  }

  /** Gives up the drawings of a mark that are still to be worked out, or wait for a decision. */
  giveUp(mark: Mark): void {
    this.#drawings.giveUp(mark)
  }

  /** Takes back the last thing done: in a gesture, among the drawings under way, or for good. */
  undo(): Travelled {
    const { tool } = this.state
    if (!tool.resting) {
      this.#gestures.send({ type: 'undo' })
      return { label: tool.id, skipped: [] }
    }
    const givenUp = this.#giveUpRework() ?? this.#drawings.giveUpLast()
    return givenUp === null ? this.#changes.undo() : { label: givenUp.label, skipped: [] }
  }

  /** Gives up the last rework that is still being computed; null if there is none. */
  #giveUpRework(): Mark | null {
    const { reworking } = this.state
    const last = reworking.at(-1)
    if (last === undefined) return null
    this.#store.set({ reworking: reworking.slice(0, -1) })
    return last
  }

  /** Redoes the step that was undone last; not during a gesture. */
  redo(): Travelled {
    return this.state.tool.resting ? this.#changes.redo() : { label: null, skipped: [] }
  }

  /** The overlays to paint over the annotations, and the cursor; the same object for the same state. */
  display(): ToolDisplay {
    const { state } = this
    if (this.#displayed?.state !== state) this.#displayed = { state, display: displayOf(state) }
    return this.#displayed.display
  }

  /** The annotation that a click at a place of the image means, or null. */
  annotationAt(aim: Aim): AnnotationId | null {
    return annotationAt(this.state, aim)
  }

  /** Continues with the half-drawn shapes of an image that was closed. */
  resume({ inHand, aside }: Drafts): void {
    this.#store.batch(() => {
      this.#store.set({ drafts: inHand === null ? aside : [...aside, inHand] })
      if (inHand === null) return
      const { tool, annotation } = inHand
      this.select(annotation)
      if (tool.about.needs === 'annotation' && this.state.selection !== annotation) {
        this.#options.onAnnotationGone?.()
      }
      this.setTool(tool.id)
    })
  }

  /** Deselects deleted annotations, leaves a tool that cannot be used, and ends what was begun in vain. */
  #settle(before: EditorState): void {
    if (this.state.pending !== before.pending) this.#drawings.stopAbandoned()
    this.#store.set(standingPointers(this.state, before))
    if (hasMovedOn(before, this.state)) {
      const { limited } = this.state
      // A search that the same event completed has just been noted.
      this.#store.set({ refused: null, limited: limited === before.limited ? null : limited })
    }
    if (this.#isLeavingOthers && this.state.tool.resting) this.#leaveOthers()
    this.#leaveUnusable(before.selection)
    this.#withdraw(before)
    if (!staysShifted(before, this.state)) this.#store.set({ shifted: false })
    this.#keepVisibility()
  }

  /** Hides what others have put into hidden categories, and shows those in which the user works. */
  #keepVisibility(): void {
    const { local, remote } = this.#store.noted
    if (local.size + remote.size > 0) this.#store.set(visibilityAfter(this.state, local, remote))
  }

  /** Leaves a tool that cannot be used. A half-drawn shape goes on if its annotation can be drawn in again. */
  #leaveUnusable(annotation: AnnotationId | null): void {
    const { tool, document } = this.state
    if (this.canUse(tool.id)) return
    const isGone = annotation !== null && !document.annotations.has(annotation)
    this.release()
    this.#gestures.setAside(annotation)
    this.#store.set({ tool: tools.select })
    if (isGone && !tool.resting) this.#options.onAnnotationGone?.()
  }

  /** Takes back the annotations of drawings that have ended and left nothing in them. */
  #withdraw(before: EditorState): void {
    const ended = endedIn(before, this.state)
    if (ended.size === 0) return
    this.#changes.withdraw(ended)
    this.#store.set(standingPointers(this.state, before))
    this.#leaveUnusable(null)
  }
}
