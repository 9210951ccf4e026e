import { adopted } from './adoption.ts'
import type { Command } from './commands.ts'
import { addAnnotation, extentOf } from './commands.ts'
import type { RecordDiff } from './diff.ts'
import { diffBetween } from './diff.ts'
import type { AnnotationId, AnyRecord, CategoryId, RecordId } from './document.ts'
import type { EditorOptions, Travelled } from './editor-state.ts'
import { sparingLocked } from './editor-state.ts'
import type { EditorStore } from './editor-store.ts'
import { withoutOvertaken } from './grid-places.ts'
import type { History, Mark, Travel } from './history.ts'
import { bail, begin, rebased, record, redo, undo, withdraw } from './history.ts'
import { isCategoryLocked, isLocked } from './looks.ts'

type ChangesOptions = Pick<EditorOptions, 'newAnnotation' | 'onLocked'>

/** The changes to an editor's document: each becomes a step of undo, and respects locks. */
export class DocumentChanges {
  readonly #store: EditorStore
  readonly #options: ChangesOptions

  constructor(store: EditorStore, options: ChangesOptions) {
    this.#store = store
    this.#options = options
  }

  /**
   * Changes the document, as a separate step with a label or as part of a marked step. A corrected place of the
   * grid follows its structure if that is drawn or moved.
   * @param allow leaves out of the changed document what locks forbid
   */
  change(step: Mark | string, command: Command, allow: typeof sparingLocked = sparingLocked): void {
    const { state } = this.#store
    const { document, history } = state
    const wanted = command(document)
    const allowed = allow(state, wanted)
    if (allowed !== wanted) this.#options.onLocked?.()
    const next = withoutOvertaken(document, allowed)
    const diff = diffBetween(document, next)
    if (diff.size === 0) return
    const mark = typeof step === 'string' ? { label: step } : step
    this.#store.batch(() => {
      this.#store.noteLocal(diff)
      this.#store.set({ document: next, history: record(history, mark, diff) })
    })
  }

  /**
   * Applies changes by others: the current records, null for a deleted one.
   * @param rewritten own records that the server has stored otherwise than they were sent: both states
   */
  adopt(current: ReadonlyMap<RecordId, AnyRecord | null>, rewritten: RecordDiff): void {
    const { document, history } = this.#store.state
    const next = adopted(document, current)
    const diff = diffBetween(document, next)
    if (diff.size + rewritten.size === 0) return
    this.#store.batch(() => {
      this.#store.noteRemote(diff)
      this.#store.set({ document: next, history: rebased(history, rewritten) })
    })
  }

  /** Creates the annotation of a drawing, and selects it; see `beginAside`. */
  begin(category: CategoryId): AnnotationId | null {
    const id = this.beginAside(category)
    if (id !== null) this.#store.set({ activeCategory: category, selected: [id] })
    return id
  }

  /**
   * Creates the annotation of a drawing, with which it is undone, and with which it ends if empty; null if the
   * category is locked.
   */
  beginAside(category: CategoryId): AnnotationId | null {
    if (this.refusesIn(category)) return null
    const { document, history } = this.#store.state
    const annotation = this.#options.newAnnotation(document, category)
    const next = addAnnotation(annotation)(document)
    const diff = diffBetween(document, next)
    this.#store.batch(() => {
      this.#store.noteLocal(diff)
      this.#store.set({ document: next, history: begin(history, diff) })
    })
    return annotation.id
  }

  /** Notes an annotation that an earlier drawing under way has begun; one in which there is something stays. */
  noteBegun(id: AnnotationId): void {
    const { document, history } = this.#store.state
    const annotation = document.annotations.get(id)
    if (annotation === undefined || extentOf(annotation) !== null || history.begun.has(id)) return
    this.#store.set({ history: begin(history, new Map([[id, [undefined, annotation]]])) })
  }

  /** Whether a category is locked; if so, tells the user. */
  refusesIn(category: CategoryId): boolean {
    const isRefused = isCategoryLocked(this.#store.state.looks, category)
    if (isRefused) this.#options.onLocked?.()
    return isRefused
  }

  /** Whether an annotation is locked; if so, tells the user. */
  refusesWork(id: AnnotationId): boolean {
    const { document, looks } = this.#store.state
    const annotation = document.annotations.get(id)
    const isRefused = annotation !== undefined && isLocked(looks, annotation)
    if (isRefused) this.#options.onLocked?.()
    return isRefused
  }

  /**
   * Takes back the changes under a mark, without leaving a step to redo; later ones stay.
   * @param before the history before the gesture of that mark
   */
  bail(mark: Mark, before?: History): void {
    const { document, history } = this.#store.state
    this.takeBack(bail(history, document, mark, before))
  }

  undo(): Travelled {
    const { document, history } = this.#store.state
    return this.takeBack(undo(history, document))
  }

  redo(): Travelled {
    const { document, history } = this.#store.state
    return this.#travel(redo(history, document))
  }

  /** Takes back the annotations that drawings have begun and left empty. */
  withdraw(ended: ReadonlySet<AnnotationId>): void {
    const { document, history } = this.#store.state
    this.takeBack(withdraw(history, document, ended))
  }

  /** Travels to before a step; what the step created is thereby taken back. */
  takeBack(travel: Travel): Travelled {
    const { document } = this.#store.state
    const gone = [...diffBetween(document, travel.annotated)].filter(([, [, after]]) => !after)
    let travelled: Travelled = { label: null, skipped: [] }
    this.#store.batch(() => {
      this.#store.noteTakenBack(new Set(gone.map(([id]) => id)))
      travelled = this.#travel(travel)
    })
    return travelled
  }

  #travel({ annotated, history, step, skipped }: Travel): Travelled {
    const { document, selected } = this.#store.state
    const diff = diffBetween(document, annotated)
    this.#store.batch(() => {
      this.#store.noteLocal(diff)
      this.#store.set({ document: { ...document, ...annotated }, history })
      if (selected.length === 0) this.#store.set({ selected: addedBy(diff) })
    })
    return { label: step?.mark.label ?? null, skipped }
  }
}

function addedBy(diff: RecordDiff): RecordId[] {
  return [...diff].flatMap(([id, [before]]) => (before === undefined ? [id] : []))
}
