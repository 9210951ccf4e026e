import type { Command } from './commands.ts'
import { adopted } from './adoption.ts'
import { addAnnotation, setCategory } from './commands.ts'
import { categoryOfNext, creationOf, endedIn } from './creation.ts'
import type { RecordDiff } from './diff.ts'
import { diffBetween, emptyDiff } from './diff.ts'
import type {
  AnnotationDocument,
  AnnotationId,
  AnyRecord,
  CategoryId,
  RecordId,
} from './document.ts'
import type { Mark, Travel } from './history.ts'
import { bail, begin, rebased, record, redo, undo, withdraw } from './history.ts'
import { annotationAt } from './hit.ts'
import { isCategoryLocked, isLocked, visibilityAfter } from './looks.ts'
import type { ToolDisplay } from './overlay.ts'
import type { Aim } from './reach.ts'
import { isSearch } from './plan.ts'
import { ReshapingQueue } from './reshaping.ts'
import type { ReworkWish } from './reworking.ts'
import { rework } from './reworking.ts'
import { withoutPress } from './take-back-press.ts'
import { canStartNew, isUsable } from './tool-about.ts'
import type {
  KeyInput,
  PointerInput,
  ReshapeWish,
  Reshaping,
  ToolEditor,
  ToolEvent,
} from './tool.ts'
import { operationOf } from './tool.ts'
import type { ToolId } from './tools.ts'
import type { Drafts, EditorChange, EditorOptions, EditorState, Travelled } from './editor-state.ts'
import {
  hasMovedOn,
  isContinuedBy,
  keepingOut,
  staysShifted,
  openingState,
  sparingLocked,
  standingPointers,
} from './editor-state.ts'
import { withoutOvertaken } from './grid-places.ts'
import { displayOf } from './editor-display.ts'
import { EditorStore } from './editor-store.ts'
import { requests, sameIds, toolEditorOf } from './tool-editor.ts'
import { aboutSearch, tools } from './tools.ts'
import type { Mode, View } from './view.ts'

/** The annotator's state for one image and all that can happen to it. */
export class Editor {
  readonly #store: EditorStore
  readonly #toolEditor: ToolEditor
  readonly #queue: ReshapingQueue
  readonly #options: EditorOptions
  readonly #requestOf = requests()
  /** The last position of a pointer that is down. */
  #pressed: PointerInput | null = null
  /** Whether a gesture was in hand before each of the last two presses. */
  #wasDrawing: readonly [first: boolean, second: boolean] = [false, false]
  /** Whether a category was chosen, and what is selected in another one has not been left yet. */
  #isLeavingOthers = false
  /** The marks under which the tool has drawn since the last press. */
  #drawnUnder = new Set<Mark>()
  #displayed: { state: EditorState; display: ToolDisplay } | null = null

  constructor(options: EditorOptions) {
    this.#store = new EditorStore(openingState(options), (before) => this.#settle(before))
    this.#options = options
    this.#queue = new ReshapingQueue({
      pending: () => this.state.pending,
      preview: () => this.state.preview,
      view: () => this.state,
      carryOut: options.carryOut,
      onFailure: options.onFailure,
      onNothing: options.onNothing ?? (() => undefined),
      onAnnotationGone: () => options.onAnnotationGone?.(),
      onLimited: (limited) => this.#store.set({ limited }),
      refuse: (refused) => this.#store.set({ refused }),
      finish: (reshaping, command) => this.#finish(reshaping, command),
      show: (preview) => this.#store.set({ preview }),
    })
    this.#toolEditor = toolEditorOf(this.#store, this.#queue, this.#requestOf, {
      change: (step, command) => {
        const mark = typeof step === 'string' ? this.mark(step) : step
        this.#drawnUnder.add(mark)
        this.change(mark, command)
      },
      create: (category) => this.#begin(category),
      createAside: (category) => this.#beginAside(category),
      bail: (mark) => this.bail(mark),
      giveUp: (mark) => this.giveUp(mark),
      reshape: (wish) => {
        this.#drawnUnder.add(wish.mark)
        this.#draw(wish)
      },
      rework: (wish) => void this.rework(wish),
    })
  }

  get state(): EditorState {
    return this.#store.state
  }

  /** Calls back after everything that happens, once for each; answers how to stop it. */
  subscribe = (listener: (change: EditorChange) => void): (() => void) =>
    this.#store.subscribe(listener)

  pointerDown(pointer: PointerInput): void {
    const { tool, selection, activeCategory } = this.state
    this.#pressed = pointer
    this.#drawnUnder = new Set()
    this.#wasDrawing = [this.#wasDrawing[1], !tool.resting]
    const isForNew = tool.about.needs === 'annotation' && operationOf(pointer, this.state) === 'add'
    const startsNew = tool.resting && isForNew && selection === null
    this.#store.batch(() => {
      this.#store.set({ refused: null, limited: null })
      if (startsNew && activeCategory !== null && canStartNew(this.state)) {
        this.#begin(activeCategory)
      }
      this.#send({ type: 'pointerDown', pointer })
    })
  }

  pointerMove(pointer: PointerInput): void {
    if (this.#pressed !== null) this.#pressed = pointer
    this.#send({ type: 'pointerMove', pointer })
  }

  pointerUp(pointer: PointerInput): void {
    this.#pressed = null
    this.#send({ type: 'pointerUp', pointer })
  }

  doubleClick(pointer: PointerInput): void {
    const [first, second] = this.#wasDrawing
    // The first press has ended a shape; the second one was not meant to begin another.
    const beganAnother = first && !second && !this.state.tool.resting
    if (beganAnother) this.cancel()
    else this.#send({ type: 'doubleClick', pointer })
  }

  /** The pointer has left the canvas. */
  pointerLeave(): void {
    this.#send({ type: 'pointerLeave' })
  }

  /** True if the current tool handled the key; otherwise shortcuts may use it. */
  keyDown(key: KeyInput): boolean {
    if (this.#send({ type: 'keyDown', key })) return true
    if (this.state.tool.resting) return false
    if (key.key === 'Escape') this.cancel()
    if (key.key === 'Enter') this.completeDrawing()
    return key.key === 'Escape' || key.key === 'Enter'
  }

  /** Completes the drawing in hand, if possible. */
  completeDrawing(): void {
    this.#send({ type: 'complete' })
  }

  /** Cancels the current drawing or drag, also if the browser cancels the pointer. */
  cancel(): void {
    this.#pressed = null
    this.#store.set({ limited: null })
    this.#send({ type: 'cancel' })
  }

  /**
   * Takes back what has been drawn since a press that was not meant, such as the first finger of a pinch: a
   * drawing that was in hand before the press goes on as it was.
   * @param before the state before the press
   */
  takeBackPress(before: EditorState): void {
    const { tool, drafts, selected } = before
    const wasInHand = !tool.resting && tool.id === this.state.tool.id
    if (!wasInHand) this.cancel()
    this.#pressed = null
    this.#store.batch(() => {
      const { travel, pending } = withoutPress(before, this.state, this.#drawnUnder)
      this.#store.set({ pending })
      this.#takeBack(travel)
      if (!wasInHand) return this.selectMany(selected)
      this.#store.set({ tool, drafts, selected, shifted: before.shifted })
      this.#queue.preview(null)
      this.#send({ type: 'resume' })
    })
  }

  /** Ends a stroke or drag as if the pointer were lifted. Half-drawn shapes stay in hand. */
  release(): void {
    if (this.#pressed !== null) this.pointerUp(this.#pressed)
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
      this.#endGesture()
      // Clear the previous tool's hover, which means nothing to this one until the pointer moves.
      this.#store.set({ tool: tools[id], hover: null })
      this.#takeUp()
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
    const { annotations } = this.state.document
    const selected = [...new Set(ids)].filter((id) => annotations.has(id))
    if (sameIds(selected, this.state.selected)) return
    this.#store.batch(() => {
      const isOther = selected.at(-1) !== this.state.selection
      if (isOther && this.state.tool.about.group !== 'measuring') this.#endGesture()
      this.#store.set({ selected })
      this.#takeUp()
    })
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
      // What ends obeys the new mode: nothing is measured for good by somebody who only views.
      this.#store.set({ mode })
      this.#endGesture()
      this.#takeUp()
    })
  }

  /** Changes the view: hover, zoom, hidden annotations, preferences and the like. */
  setView(view: Partial<Omit<View, 'document' | 'selected' | 'selection' | 'mode'>>): void {
    this.#store.set(view)
  }

  setCategories(categories: AnnotationDocument['categories']): void {
    this.#store.set({ document: { ...this.state.document, categories } })
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
    this.#change(step, command, sparingLocked)
  }

  /** Takes work that exists already, such as one side of a conflict, into the document: locks do not keep it out. */
  takeIn(step: string, command: Command): void {
    this.#change(step, command, (_, next) => next)
  }

  #change(step: Mark | string, command: Command, allow: typeof sparingLocked): void {
    const { document, history } = this.state
    const wanted = command(document)
    const allowed = allow(this.state, wanted)
    if (allowed !== wanted) this.#options.onLocked?.()
    const next = withoutOvertaken(document, allowed)
    const diff = diffBetween(document, next)
    if (diff.size === 0) return
    const mark = typeof step === 'string' ? this.mark(step) : step
    this.#store.batch(() => {
      this.#store.noteLocal(diff)
      this.#store.set({ document: next, history: record(history, mark, diff) })
    })
  }

  /**
   * Creates an annotation without area in a category, which becomes the active one, and selects it.
   * Ends the current gesture. Returns null if the category is locked.
   */
  create(category: CategoryId): AnnotationId | null {
    if (this.#refusesIn(category)) return null
    let id = ''
    this.#store.batch(() => {
      this.#endGesture()
      const annotation = this.#options.newAnnotation(this.state.document, category)
      id = annotation.id
      this.change('create', addAnnotation(annotation))
      this.#store.set({ activeCategory: category, selected: [id] })
      this.#takeUp()
    })
    return id
  }

  /**
   * Works a drawing into its annotation, after those that wait already, or, if each stroke makes one,
   * into a new annotation.
   */
  reshape(drawn: Reshaping): void {
    this.#store.batch(() => {
      const reshaping = this.#targeted(drawn)
      if (reshaping !== null) this.#store.set({ pending: [...this.state.pending, reshaping] })
    })
    this.#queue.work()
    this.#queue.preview(null)
  }

  /** A drawing in the annotation that it is for; null if that would be one of a locked category. */
  #targeted(drawn: Reshaping): Reshaping | null {
    const category = categoryOfNext(this.state, drawn)
    if (category === null) return drawn
    const annotation = this.#begin(category)
    return annotation === null ? null : { ...drawn, annotation }
  }

  /** Works a drawing into the active annotation, or into a new one if that is gone and strokes make one. */
  #draw(wish: ReshapeWish): void {
    const { selection: annotation, activeCategory } = this.state
    if (annotation !== null) {
      if (this.#refusesWork(annotation)) this.#queue.preview(null)
      else this.reshape(this.#requestOf(wish, annotation))
      return
    }
    const makesNew = wish.operation === 'add' && canStartNew(this.state)
    if (!makesNew || activeCategory === null) {
      this.#queue.preview(null)
      // Leaving a tool reports it already.
      if (this.canUse(this.state.tool.id)) this.#options.onAnnotationGone?.()
      return
    }
    this.#store.batch(() => {
      const begun = this.#begin(activeCategory)
      if (begun !== null) this.reshape({ ...wish, annotation: begun })
    })
  }

  /** Draws again what found more than it permits, now without a limit. */
  takeRefused(): void {
    const { refused } = this.state
    if (refused === null || !isSearch(refused.drawing)) return
    const drawing = aboutSearch(refused.drawing).withoutLimit?.(refused.drawing) ?? null
    this.#store.batch(() => {
      this.#store.set({ refused: null })
      if (drawing === null || this.#refusesWork(refused.annotation)) return
      this.reshape({ ...refused, drawing })
    })
  }

  /** Works the areas and lines of the selected annotations over as one step; resolves when that is done. */
  async rework(wish: ReworkWish): Promise<void> {
    const { carryOutRework: carryOut, newAnnotation, ...tell } = this.#options
    const view = () => this.state
    await rework(wish, {
      get view() {
        return view()
      },
      carryOut,
      newAnnotation,
      change: (label, command) => this.change(label, command),
      onFailure: (error) => tell.onReworkFailure?.(error),
      onNothing: (kind) => tell.onNothingReworked?.(kind),
    })
  }

  /**
   * Applies changes by others: the current records, null for a deleted one.
   * @param rewritten own records that the server has stored otherwise than they were sent: both states
   */
  adopt(current: ReadonlyMap<RecordId, AnyRecord | null>, rewritten: RecordDiff = emptyDiff): void {
    const { document, history } = this.state
    const next = adopted(document, current)
    const diff = diffBetween(document, next)
    if (diff.size === 0) return
    this.#store.batch(() => {
      this.#store.noteRemote(diff)
      this.#store.set({ document: next, history: rebased(history, rewritten) })
    })
  }

  /** Reverts all changes since and including a mark, without leaving a step to redo. */
  bail(mark: Mark): void {
    const { document, history } = this.state
    this.#takeBack(bail(history, document, mark))
  }

  /** Gives up the drawings of a mark that are still to be worked out. */
  giveUp(mark: Mark): void {
    const pending = this.state.pending.filter((reshaping) => reshaping.mark !== mark)
    this.#store.set({ pending })
  }

  /** Takes back the last thing done: in a gesture, among the drawings under way, or for good. */
  undo(): Travelled {
    const { tool, pending, history, document } = this.state
    if (!tool.resting) {
      this.#send({ type: 'undo' })
      return { label: tool.id, skipped: [] }
    }
    const last = pending.at(-1)
    if (last !== undefined) {
      this.#store.set({ pending: pending.slice(0, -1) })
      return { label: last.mark.label, skipped: [] }
    }
    return this.#takeBack(undo(history, document))
  }

  /** Redoes the step that was undone last; not during a gesture. */
  redo(): Travelled {
    const { tool, history, document } = this.state
    if (!tool.resting) return { label: null, skipped: [] }
    return this.#travel(redo(history, document))
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

  /**
   * Ends a gesture: a stroke is drawn, and a shape completed if possible; else it is set aside. Dragging and
   * selecting are cancelled.
   */
  #endGesture(): void {
    if (this.state.tool.about.group === 'selecting') {
      this.cancel()
      return
    }
    this.release()
    if (!this.state.tool.resting) this.#send({ type: 'complete' })
    this.#setAside(this.state.selection)
  }

  /** Keeps a half-drawn shape of an annotation until its tool and its annotation are active again. */
  #setAside(annotation: AnnotationId | null): void {
    const { tool, drafts, shifted } = this.state
    if (tool.resting) return
    const others = drafts.filter((draft) => !isContinuedBy(draft, { tool, selection: annotation }))
    this.#queue.preview(null)
    this.#store.set({ tool: tools[tool.id], drafts: [...others, { tool, annotation, shifted }] })
  }

  /** Goes on with the half-drawn shape of the active tool and annotation, if there is one. */
  #takeUp(): void {
    const { tool, drafts } = this.state
    const draft = drafts.find((each) => isContinuedBy(each, this.state))
    if (draft === undefined || !tool.resting || !this.canUse(tool.id)) return
    const { shifted } = draft
    this.#store.set({
      tool: draft.tool,
      drafts: drafts.filter((other) => other !== draft),
      shifted,
    })
    this.#send({ type: 'resume' })
  }

  /** Whether a category is locked; if so, tells the user. */
  #refusesIn(category: CategoryId): boolean {
    const isRefused = isCategoryLocked(this.state.looks, category)
    if (isRefused) this.#options.onLocked?.()
    return isRefused
  }

  /** Whether an annotation is locked; if so, tells the user. */
  #refusesWork(id: AnnotationId): boolean {
    const { document, looks } = this.state
    const annotation = document.annotations.get(id)
    const isRefused = annotation !== undefined && isLocked(looks, annotation)
    if (isRefused) this.#options.onLocked?.()
    return isRefused
  }

  /** Creates the annotation of a drawing, and selects it; see `#beginAside`. */
  #begin(category: CategoryId): AnnotationId | null {
    const id = this.#beginAside(category)
    if (id !== null) this.#store.set({ activeCategory: category, selected: [id] })
    return id
  }

  /** Creates the annotation of a drawing, with which it is undone, and with which it ends if empty. */
  #beginAside(category: CategoryId): AnnotationId | null {
    if (this.#refusesIn(category)) return null
    const { document, history } = this.state
    const annotation = this.#options.newAnnotation(document, category)
    const next = addAnnotation(annotation)(document)
    const diff = diffBetween(document, next)
    this.#store.batch(() => {
      this.#store.noteLocal(diff)
      this.#store.set({ document: next, history: begin(history, diff) })
    })
    return annotation.id
  }

  /** Travels to before a step; what the step created is thereby taken back. */
  #takeBack(travel: Travel): Travelled {
    const { document } = this.state
    const gone = [...diffBetween(document, travel.annotated)].filter(([, [, after]]) => !after)
    let travelled: Travelled = { label: null, skipped: [] }
    this.#store.batch(() => {
      this.#store.noteTakenBack(new Set(gone.map(([id]) => id)))
      travelled = this.#travel(travel)
    })
    return travelled
  }

  #travel({ annotated, history, step, skipped }: Travel): Travelled {
    const { document, selected } = this.state
    const diff = diffBetween(document, annotated)
    this.#store.batch(() => {
      this.#store.noteLocal(diff)
      this.#store.set({ document: { ...document, ...annotated }, history })
      if (selected.length === 0) this.#store.set({ selected: addedBy(diff) })
    })
    return { label: step?.mark.label ?? null, skipped }
  }

  #finish(reshaping: Reshaping, command: Command): void {
    const categoryIn = ({ document }: EditorState) =>
      document.annotations.get(reshaping.annotation)?.categoryId
    const before = categoryIn(this.state)
    this.#store.batch(() => {
      this.#store.set({ pending: this.state.pending.filter((other) => other !== reshaping) })
      // The drawing was begun before a lock, or is one side of a conflict: only the proposed kind is kept out.
      this.#change(reshaping.mark, command, keepingOut)
    })
    const after = categoryIn(this.state)
    if (after !== undefined && after !== before) this.#options.onCategoryProposed?.(after)
  }

  /** Whether the active tool handled the event. */
  #send(event: ToolEvent): boolean {
    let answered = false
    this.#store.batch(() => {
      const tool = this.state.tool.handle(event, this.#toolEditor)
      answered = tool !== null
      if (tool !== null) this.#store.set({ tool })
    })
    return answered
  }

  /** Deselects deleted annotations, leaves a tool that cannot be used, and ends what was begun in vain. */
  #settle(before: EditorState): void {
    if (this.state.pending !== before.pending) this.#queue.stopAbandoned()
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
    this.#setAside(annotation)
    this.#store.set({ tool: tools.select })
    if (isGone && !tool.resting) this.#options.onAnnotationGone?.()
  }

  /** Takes back the annotations of drawings that have ended and left nothing in them. */
  #withdraw(before: EditorState): void {
    const ended = endedIn(before, this.state)
    if (ended.size === 0) return
    const { history, document } = this.state
    this.#takeBack(withdraw(history, document, ended))
    this.#store.set(standingPointers(this.state, before))
    this.#leaveUnusable(null)
  }
}

function addedBy(diff: RecordDiff): RecordId[] {
  return [...diff].flatMap(([id, [before]]) => (before === undefined ? [id] : []))
}
