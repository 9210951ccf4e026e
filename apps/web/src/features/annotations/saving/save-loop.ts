import { addAnnotation } from '#annotation/commands'
import type { RecordId } from '#annotation/document'
import type { Editor } from '#annotation/editor'
import type { EditorChange } from '#annotation/editor-state'
import {
  type AnnotationState,
  isLost,
  openLedger,
  recordLocal,
  requestSent,
  requestsToSend,
  type SaveLedger,
  type SaveRequest,
  type ServerState,
  tryAgain,
} from '#annotation/save'
import {
  acknowledged,
  conflicted,
  deletionAcknowledged,
  networkLost,
  madeByServer,
  refused,
} from '#annotation/save-answers'
import { keepMine, takeTheirs } from '#annotation/save-conflicts'
import { journalOf } from '#annotation/save-journal'
import { allChanged } from '#annotation/save-news'
import { restoreDrawings, restoreLedger } from '#annotation/save-restore'
import { type LedgerStep, quietly } from '#annotation/save-step'

import { inTurns, oneByOne } from './in-turns.ts'
import { newUuid } from '../../../api/new-uuid.ts'
import type { SaveAnswer, SendSave } from './send-save.ts'
import { UnfinishedDrawings } from './unfinished-drawings.ts'
import type { UnsavedStore } from './unsaved-store.ts'
import type { Read } from '../wire.ts'

/** Durations in milliseconds. */
export interface Pauses {
  /** After an edit, so that edits in quick succession are saved together. */
  readonly edit: number
  /** Before the first retry of a lost save; doubled each time up to the longest pause. */
  readonly firstRetry: number
  readonly longestRetry: number
}

const usualPauses: Pauses = { edit: 250, firstRetry: 1000, longestRetry: 30_000 }
const requestsAtOnce = 4

export interface SaveLoopOptions {
  readonly editor: Editor
  readonly send: SendSave
  readonly store: UnsavedStore
  /** The server's state, and earlier work that this browser has stored. */
  readonly opened: Read & { readonly journal: unknown }
  /** Annotations that were deleted during an earlier opening, by which undo restores them. */
  readonly formerIds?: SaveLedger['formerIds']
  readonly pauses?: Pauses
}

/**
 * Saves the changes of an editor, each record independently: after a short pause, again if a save was lost,
 * and never without a copy in this browser.
 */
export class SaveLoop {
  readonly #editor: Editor
  readonly #send: SendSave
  readonly #store: UnsavedStore
  readonly #pauses: Pauses
  readonly #listeners = new Set<() => void>()
  /** Times, by `performance.now`, of the responses that last confirmed a record's existence or deletion. */
  readonly #toldAt = new Map<ServerState['serverId'], number>()
  readonly #stopListening: () => void
  readonly #drawings: UnfinishedDrawings
  /** Creations on one image wait for each other on the server, which may refuse one of many. */
  readonly #inOrder = oneByOne()
  #ledger: SaveLedger
  #timer: ReturnType<typeof setTimeout> | undefined
  #underWay = 0
  #failures = 0
  #isKept = true
  #stopped = false

  constructor(options: SaveLoopOptions) {
    const { editor, send, store, opened, formerIds = [], pauses = usualPauses } = options
    this.#editor = editor
    this.#drawings = new UnfinishedDrawings(editor)
    this.#send = send
    this.#store = store
    this.#pauses = pauses
    const { annotations, image, journal } = opened
    const saved = [...annotations, image]
    const step: LedgerStep =
      journal === null ? quietly(openLedger(saved)) : restoreLedger(saved, journal)
    const known = new Map([...formerIds, ...step.ledger.formerIds])
    this.#ledger = { ...step.ledger, formerIds: known }
    this.#editor.adopt(step.adopt)
    this.#stopListening = editor.subscribe((change) => this.#record(change))
    if (journal === null) return
    for (const { reshaping, began } of restoreDrawings(this.#ledger, journal)) {
      editor.goOnWith(reshaping, began)
    }
    // Work that has turned out to be saved is unsaved no longer.
    void this.#keep()
    this.#schedule(0)
  }

  get ledger(): SaveLedger {
    return this.#ledger
  }

  /** Whether this browser has stored the unsaved work. */
  get isKept(): boolean {
    return this.#isKept
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Stops saving; unsaved work stays in this browser. */
  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
    this.#stopListening()
    this.#listeners.clear()
  }

  /**
   * Sends unsaved work immediately, including work that waits for a retry. Resolves when everything is
   * answered.
   */
  async saveNow(): Promise<void> {
    await this.#sendAll()
    if (this.#stopped || this.#failures > 0) return
    if (requestsToSend(this.#ledger, newUuid).length > 0) await this.saveNow()
    else if (this.#underWay > 0) await this.#nextChange().then(() => this.saveNow())
  }

  keepMine(id: RecordId): void {
    this.#set(keepMine(this.#ledger, id))
    this.#schedule(0)
  }

  takeTheirs(id: RecordId): void {
    this.#take(takeTheirs(this.#ledger, id))
    this.#schedule(0)
  }

  tryAgain(id: RecordId): void {
    this.#set(tryAgain(this.#ledger, id))
    this.#schedule(0)
  }

  /** Adopts the server's complete state of the image, as read by a call that began at that time. */
  adopt({ annotations, image }: Read, begunAt: number): void {
    const states = [...annotations, image]
    const news = new Map<ServerState['serverId'], ServerState | null>(
      states.map((state) => [state.serverId, state]),
    )
    for (const { server } of this.#ledger.entries.values()) {
      if (server !== null && !news.has(server.serverId)) news.set(server.serverId, null)
    }
    for (const [serverId, toldAt] of this.#toldAt) if (toldAt >= begunAt) news.delete(serverId)
    this.#take(allChanged(this.#ledger, news))
    // The news may have settled a conflict.
    if (this.#failures === 0) this.#schedule(this.#pauses.edit)
  }

  /** Adopts annotations that the server has just made for the user, as a step of undo. */
  takeMade(made: readonly AnnotationState[], step: string): void {
    for (const { serverId } of made) this.#toldAt.set(serverId, performance.now())
    this.#set(madeByServer(this.#ledger, made))
    // If the live stream was faster, remove its version first, which could not be undone.
    this.#editor.adopt(new Map(made.map(({ content }) => [content.id, null])))
    this.#editor.takeIn(step, (document) => {
      return made.reduce((current, { content }) => addAnnotation(content)(current), document)
    })
  }

  #record({ before, state, local, takenBack }: EditorChange): void {
    if (local.size === 0) {
      if (state.pending !== before.pending) void this.#keep()
      return
    }
    this.#set(recordLocal(this.#ledger, local, takenBack))
    if (this.#failures === 0) this.#schedule(this.#pauses.edit)
  }

  #take({ ledger, adopt, rewritten }: LedgerStep): void {
    this.#set(ledger)
    this.#editor.adopt(adopt, rewritten)
  }

  #set(ledger: SaveLedger): void {
    if (ledger === this.#ledger) return
    this.#ledger = ledger
    void this.#keep()
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #nextChange(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = this.subscribe(() => {
      stop()
      resolve()
    })
    return promise
  }

  async #keep(): Promise<void> {
    const before = this.#isKept
    try {
      await this.#store.write(journalOf(this.#ledger, this.#drawings.list(this.#ledger)))
      this.#isKept = true
    } catch {
      this.#isKept = false
    }
    if (this.#isKept !== before) this.#tell()
  }

  #schedule(pause: number): void {
    if (this.#stopped) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#sendAll(), pause)
  }

  async #sendAll(): Promise<void> {
    clearTimeout(this.#timer)
    const requests = requestsToSend(this.#ledger, newUuid)
    if (requests.length === 0 || this.#stopped) return
    this.#underWay += requests.length
    this.#set(requests.reduce<SaveLedger>(requestSent, this.#ledger))
    await this.#keep()
    await inTurns(requests, requestsAtOnce, (request) => this.#sendOne(request))
    this.#goOn(requests)
  }

  async #sendOne(request: SaveRequest): Promise<void> {
    const answer = await (request.kind === 'create'
      ? this.#inOrder(() => this.#send(request))
      : this.#send(request))
    this.#underWay -= 1
    if (!this.#stopped) this.#answered(request, answer)
  }

  #goOn(requests: readonly SaveRequest[]): void {
    if (requests.some((request) => isLost(this.#ledger, request))) {
      const { firstRetry, longestRetry } = this.#pauses
      this.#schedule(Math.min(longestRetry, firstRetry * 2 ** this.#failures))
      this.#failures += 1
      return
    }
    this.#failures = 0
    if (requestsToSend(this.#ledger, newUuid).length > 0) this.#schedule(this.#pauses.edit)
  }

  #answered(request: SaveRequest, answer: SaveAnswer): void {
    switch (answer.kind) {
      case 'lost':
        return this.#set(networkLost(this.#ledger, request, answer.message))
      case 'refused':
        return this.#take(refused(this.#ledger, request, answer.message))
      case 'conflict':
        return this.#take(conflicted(this.#ledger, request, answer.current))
      case 'deleted': {
        if (request.kind !== 'delete') return undefined
        this.#toldAt.set(request.serverId, performance.now())
        return this.#take(deletionAcknowledged(this.#ledger, request))
      }
      case 'written': {
        if (request.kind === 'delete') return undefined
        this.#toldAt.set(answer.current.serverId, performance.now())
        return this.#take(acknowledged(this.#ledger, request, answer.current))
      }
    }
  }
}
