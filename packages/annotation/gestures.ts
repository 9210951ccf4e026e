import type { DocumentChanges } from './document-changes.ts'
import type { AnnotationId } from './document.ts'
import type { Drawings } from './drawings.ts'
import type { EditorState } from './editor-state.ts'
import { isContinuedBy } from './editor-state.ts'
import type { EditorStore } from './editor-store.ts'
import type { Mark } from './history.ts'
import { emptyHistory } from './history.ts'
import { withoutPress } from './take-back-press.ts'
import { canStartNew, isUsable } from './tool-about.ts'
import { sameIds, toolEditorOf } from './tool-editor.ts'
import type { KeyInput, PointerInput, ToolEditor, ToolEvent } from './tool.ts'
import { operationOf } from './tool.ts'
import { tools } from './tools.ts'

/** Passes pointer and keys to an editor's tool, and keeps its half-drawn shapes as drafts. */
export class Gestures {
  readonly #store: EditorStore
  readonly #changes: DocumentChanges
  readonly #drawings: Drawings
  readonly #toolEditor: ToolEditor
  /** The last position of a pointer that is down. */
  #pressed: PointerInput | null = null
  /** The history before the last press. */
  #beforePress = emptyHistory
  /** Whether a gesture was in hand before each of the last two presses. */
  #wasDrawing: readonly [first: boolean, second: boolean] = [false, false]
  /** The marks under which the tool has drawn since the last press. */
  #drawnUnder = new Set<Mark>()

  /** @param rework works whole annotations over, as a tool wishes */
  constructor(
    store: EditorStore,
    changes: DocumentChanges,
    drawings: Drawings,
    rework: ToolEditor['rework'],
  ) {
    this.#store = store
    this.#changes = changes
    this.#drawings = drawings
    this.#toolEditor = toolEditorOf(store, {
      change: (step, command) => {
        const mark = typeof step === 'string' ? { label: step } : step
        this.#drawnUnder.add(mark)
        changes.change(mark, command)
      },
      create: (category) => changes.begin(category),
      createAside: (category) => changes.beginAside(category),
      bail: (mark) => changes.bail(mark, this.#beforePress),
      giveUp: (mark) => drawings.giveUp(mark),
      reshape: (wish) => {
        this.#drawnUnder.add(wish.mark)
        drawings.draw(wish)
      },
      preview: (wish) => (wish === null ? drawings.clearPreview() : drawings.preview(wish)),
      rework,
    })
  }

  pointerDown(pointer: PointerInput): void {
    const { state } = this.#store
    const { tool, selection, activeCategory } = state
    this.#pressed = pointer
    this.#beforePress = state.history
    this.#drawnUnder = new Set()
    this.#wasDrawing = [this.#wasDrawing[1], !tool.resting]
    const isForNew = tool.about.needs === 'annotation' && operationOf(pointer, state) === 'add'
    const startsNew = tool.resting && isForNew && selection === null
    this.#store.batch(() => {
      this.#store.set({ refused: null, limited: null })
      if (startsNew && activeCategory !== null && canStartNew(this.#store.state)) {
        this.#changes.begin(activeCategory)
      }
      this.send({ type: 'pointerDown', pointer })
    })
  }

  pointerMove(pointer: PointerInput): void {
    if (this.#pressed !== null) this.#pressed = pointer
    this.send({ type: 'pointerMove', pointer })
  }

  pointerUp(pointer: PointerInput): void {
    this.#pressed = null
    this.send({ type: 'pointerUp', pointer })
  }

  doubleClick(pointer: PointerInput): void {
    const [first, second] = this.#wasDrawing
    // The first press has ended a shape; the second one was not meant to begin another.
    const beganAnother = first && !second && !this.#store.state.tool.resting
    if (beganAnother) this.cancel()
    else this.send({ type: 'doubleClick', pointer })
  }

  /** True if the current tool handled the key. */
  keyDown(key: KeyInput): boolean {
    if (this.send({ type: 'keyDown', key })) return true
    if (this.#store.state.tool.resting) return false
    if (key.key === 'Escape') this.cancel()
    if (key.key === 'Enter') this.send({ type: 'complete' })
    return key.key === 'Escape' || key.key === 'Enter'
  }

  cancel(): void {
    this.#pressed = null
    this.#store.set({ limited: null })
    this.send({ type: 'cancel' })
  }

  /** Ends a stroke or drag as if the pointer were lifted. Half-drawn shapes stay in hand. */
  release(): void {
    if (this.#pressed !== null) this.pointerUp(this.#pressed)
  }

  /**
   * Takes back what has been drawn since a press; a drawing that was in hand before the press goes on as it was.
   * @param before the state before the press
   */
  takeBackPress(before: EditorState): void {
    this.#store.batch(() => {
      const goesOn = this.#goBackTo(before)
      const { shifted } = before
      // An earlier drawing may have been answered during the press.
      const { refused, limited } = this.#store.state
      this.#store.set({
        shifted,
        refused: refused ?? before.refused,
        limited: limited ?? before.limited,
      })
      if (goesOn) this.send({ type: 'resume' })
    }, before)
  }

  /** Whether a drawing goes on that was in hand before a press. */
  #goBackTo(before: EditorState): boolean {
    const { tool, drafts, selected } = before
    const wasInHand = !tool.resting && tool.id === this.#store.state.tool.id
    if (!wasInHand) this.cancel()
    this.#pressed = null
    const { travel, pending } = withoutPress(before, this.#store.state, this.#drawnUnder)
    this.#store.set({ pending })
    this.#changes.takeBack(travel)
    if (wasInHand) {
      this.#store.set({ tool, drafts, selected })
      this.#drawings.clearPreview()
    } else this.select(selected)
    return wasInHand
  }

  /**
   * Selects the annotations that exist; the last becomes the active one. A drawing is ended before, and a
   * half-drawn shape goes on when its annotation is active again; measuring goes on.
   */
  select(ids: readonly AnnotationId[]): void {
    const { document, selected: before, selection, tool } = this.#store.state
    const selected = [...new Set(ids)].filter((id) => document.annotations.has(id))
    if (sameIds(selected, before)) return
    this.#store.batch(() => {
      const isOther = selected.at(-1) !== selection
      if (isOther && tool.about.group !== 'measuring') this.end()
      this.#store.set({ selected })
      this.takeUp()
    })
  }

  /**
   * Ends a gesture: a stroke is drawn, and a shape completed if possible; else it is set aside. Dragging and
   * selecting are cancelled.
   */
  end(): void {
    if (this.#store.state.tool.about.group === 'selecting') {
      this.cancel()
      return
    }
    this.release()
    if (!this.#store.state.tool.resting) this.send({ type: 'complete' })
    this.setAside(this.#store.state.selection)
  }

  /** Keeps a half-drawn shape of an annotation until its tool and its annotation are active again. */
  setAside(annotation: AnnotationId | null): void {
    const { tool, drafts, shifted } = this.#store.state
    if (tool.resting) return
    const others = drafts.filter((draft) => !isContinuedBy(draft, { tool, selection: annotation }))
    this.#drawings.clearPreview()
    this.#store.set({ tool: tools[tool.id], drafts: [...others, { tool, annotation, shifted }] })
  }

  /** Goes on with the half-drawn shape of the active tool and annotation, if there is one. */
  takeUp(): void {
    const { state } = this.#store
    const { tool, drafts } = state
    const draft = drafts.find((each) => isContinuedBy(each, state))
    if (draft === undefined || !tool.resting || !isUsable(tool.about, state)) return
    this.#store.set({
      tool: draft.tool,
      drafts: drafts.filter((other) => other !== draft),
      shifted: draft.shifted,
    })
    this.send({ type: 'resume' })
  }

  /** Whether the active tool handled the event. */
  send(event: ToolEvent): boolean {
    let answered = false
    this.#store.batch(() => {
      const tool = this.#store.state.tool.handle(event, this.#toolEditor)
      answered = tool !== null
      if (tool !== null) this.#store.set({ tool })
    })
    return answered
  }
}
