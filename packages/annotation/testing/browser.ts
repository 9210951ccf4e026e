import type { Command } from '../commands.ts'
import { addAnnotation, deleteAnnotations, setImageField } from '../commands.ts'
import { applyDiff, diffBetween } from '../diff.ts'
import type { Annotation, AnnotationDocument, AnnotationId, ImageRecord } from '../document.ts'
import { documentOf } from '../document.ts'
import type { FieldValue } from '../fields.ts'
import { acknowledged, conflicted, deletionAcknowledged, networkLost } from '../save-answers.ts'
import { keepMine, takeTheirs } from '../save-conflicts.ts'
import { journalOf } from '../save-journal.ts'
import { remoteChanged } from '../save-news.ts'
import { restoreLedger } from '../save-restore.ts'
import type { LedgerStep } from '../save-step.ts'
import type { SaveLedger, SaveRequest } from '../save.ts'
import { openLedger, recordLocal, requestSent, requestsToSend } from '../save.ts'
import { anAnnotation } from './driver.ts'
import type { Answer } from './model-server.ts'
import { ModelServer } from './model-server.ts'

/** A browser with an image open, connected to the server over a line that may fail. */
export class Browser {
  readonly server: ModelServer
  document: AnnotationDocument
  ledger: SaveLedger
  #onTheWay: { request: SaveRequest; answer: Answer | null }[] = []
  /** Requests that reach the server only once the page has given them up. */
  #late: SaveRequest[] = []
  #ids = 0

  constructor(server: ModelServer) {
    this.server = server
    this.document = this.#read()
    this.ledger = openLedger(server.all)
  }

  #read(): AnnotationDocument {
    const frame = { id: 1, width: 200, height: 100 }
    const annotations = this.server.annotations.map(({ content }) => content)
    return documentOf(frame, [], annotations, this.server.image)
  }

  get annotations(): AnnotationDocument['annotations'] {
    return this.document.annotations
  }

  get image(): ImageRecord {
    return this.document.imageRecord
  }

  edit(id: AnnotationId, change: Partial<Annotation> | null): void {
    const current = this.annotations.get(id)
    if (current === undefined) return
    this.do(change === null ? deleteAnnotations([id]) : addAnnotation({ ...current, ...change }))
  }

  create(): AnnotationId {
    const number = ++this.#ids
    const id = `local-${number}`
    this.do(addAnnotation(anAnnotation({ id, metadata: { number } })))
    return id
  }

  setField(key: string, value: FieldValue | null): void {
    this.do(setImageField(key, value))
  }

  do(command: Command): void {
    const next = command(this.document)
    this.ledger = recordLocal(this.ledger, diffBetween(this.document, next))
    this.document = next
  }

  /** Sends everything; the connection may break before, after or long before the server hears. */
  send(breaks: 'never' | 'before' | 'after' | 'late' = 'never'): void {
    this.#arriveLate()
    for (const request of requestsToSend(this.ledger, () => crypto.randomUUID())) {
      this.ledger = requestSent(this.ledger, request)
      if (breaks === 'late') this.#late.push(request)
      const isHeard = breaks === 'never' || breaks === 'after'
      const answer = isHeard ? this.server.receive(request) : null
      this.#onTheWay.push({ request, answer: breaks === 'after' ? null : answer })
    }
  }

  #arriveLate(): void {
    for (const request of this.#late) this.server.receive(request)
    this.#late = []
  }

  hearAnswers(): void {
    for (const { request, answer } of this.#onTheWay) {
      if (answer === null) this.ledger = networkLost(this.ledger, request)
      else this.#take(answered(this.ledger, request, answer))
    }
    this.#onTheWay = []
  }

  hearNews(serverId: number | null): void {
    const current = serverId === null ? this.server.imageState : this.server.get(serverId)
    this.#take(remoteChanged(this.ledger, serverId, current))
  }

  #take({ ledger, adopt }: LedgerStep): void {
    this.ledger = ledger
    const changes = Array.from(
      adopt,
      ([id, record]) => [id, [undefined, record ?? undefined]] as const,
    )
    this.document = { ...this.document, ...applyDiff(this.document, new Map(changes)) }
  }

  /**
   * The tab is killed and opened again: all that is left is the server and the journal, and what was
   * still on its way.
   */
  crash(): void {
    const journal: unknown = JSON.parse(JSON.stringify(journalOf(this.ledger)))
    this.#onTheWay = []
    this.document = this.#read()
    this.#take(restoreLedger(this.server.all, journal))
    this.#arriveLate()
  }

  /** Ends every conflict one way and saves until nothing is left to save. */
  finish(choose: 'mine' | 'theirs'): void {
    for (let round = 0; round < 5; round++) {
      this.hearAnswers()
      for (const { serverId } of this.server.all) this.hearNews(serverId)
      for (const [id, entry] of this.ledger.entries) {
        const serverId = entry.state === 'saved' ? entry.server.serverId : null
        if (serverId !== null && this.server.get(serverId) === null) this.hearNews(serverId)
        if (choose === 'mine') this.ledger = keepMine(this.ledger, id)
        else this.#take(takeTheirs(this.ledger, id))
      }
      this.send()
      this.hearAnswers()
    }
  }
}

function answered(ledger: SaveLedger, request: SaveRequest, answer: Answer): LedgerStep {
  if (answer.kind === 'conflict') return conflicted(ledger, request, answer.current)
  if (request.kind === 'delete') return deletionAcknowledged(ledger, request)
  if (answer.kind === 'deleted') throw new Error('A writing was answered as a deletion')
  return acknowledged(ledger, request, answer.current)
}

/** A browser on an image with one annotation. */
export function atWork(): Browser {
  const server = new ModelServer()
  server.create(anAnnotation({ color: 'first' }))
  return new Browser(server)
}
