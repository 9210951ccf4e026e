import type { RecordDiff } from './diff.ts'
import { composeDiffs, emptyDiff } from './diff.ts'
import type { RecordId } from './document.ts'
import type { EditorChange, EditorState, StateChanges } from './editor-state.ts'

const none: ReadonlySet<RecordId> = new Set()

/** Holds the state of an editor and notifies subscribers of changes. */
export class EditorStore {
  #state: EditorState
  readonly #settle: (before: EditorState) => void
  readonly #listeners = new Set<(change: EditorChange) => void>()
  #depth = 0
  #local: RecordDiff = emptyDiff
  #takenBack: ReadonlySet<RecordId> = none
  #remote: RecordDiff = emptyDiff

  /** `settle` repairs inconsistencies after a change, before subscribers are notified. */
  constructor(state: EditorState, settle: (before: EditorState) => void) {
    this.#state = state
    this.#settle = settle
  }

  get state(): EditorState {
    return this.#state
  }

  /** The changes of the document in the batch under way. */
  get noted(): Pick<EditorChange, 'local' | 'takenBack' | 'remote'> {
    return { local: this.#local, takenBack: this.#takenBack, remote: this.#remote }
  }

  subscribe(listener: (change: EditorChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Records the part of a change that was made here and must be saved. */
  noteLocal(diff: RecordDiff): void {
    this.#local = composeDiffs(this.#local, diff)
  }

  /** Records annotations whose creation is undone by the change. */
  noteTakenBack(ids: ReadonlySet<RecordId>): void {
    this.#takenBack = new Set([...this.#takenBack, ...ids])
  }

  /** Records the part of a change that came from the server. */
  noteRemote(diff: RecordDiff): void {
    this.#remote = composeDiffs(this.#remote, diff)
  }

  set(changes: StateChanges): void {
    const { selected = this.#state.selected } = changes
    const next = { ...this.#state, ...changes, selection: selected.at(-1) ?? null }
    const same = Object.keys(changes).every((key) =>
      Object.is(this.#state[key as keyof EditorState], next[key as keyof EditorState]),
    )
    if (!same)
      this.batch(() => {
        this.#state = next
      })
  }

  /**
   * Listeners hear of everything that work does at once, when it is done.
   * @param since the state with which the result is settled, if work goes back to it
   */
  batch(work: () => void, since: EditorState = this.#state): void {
    const before = this.#state
    this.#depth++
    try {
      work()
      if (this.#depth === 1) this.#settle(since)
    } finally {
      this.#depth--
    }
    if (this.#depth > 0 || this.#state === before) return
    const change = { before, state: this.#state, ...this.noted }
    this.#local = emptyDiff
    this.#takenBack = none
    this.#remote = emptyDiff
    for (const listener of this.#listeners) listener(change)
  }
}
