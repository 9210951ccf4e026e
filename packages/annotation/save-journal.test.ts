import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diffBetween } from './diff.ts'
import type { Annotated, Annotation, AnnotationId, Annotations } from './document.ts'
import type { LedgerStep } from './save-answers.ts'
import {
  acknowledged,
  conflicted,
  deletionAcknowledged,
  keepMine,
  networkLost,
  remoteChanged,
  takeTheirs,
} from './save-answers.ts'
import { JournalError, journalOf, restoreLedger } from './save-journal.ts'
import type { SaveLedger, SaveRequest } from './save.ts'
import { openLedger, recordLocal, requestSent, requestsToSend, saveStatus } from './save.ts'
import { anAnnotation } from './testing/driver.ts'
import type { Answer } from './testing/model-server.ts'
import { ModelServer } from './testing/model-server.ts'

function unlabelled(annotations: Annotations): Annotated {
  return { annotations, labels: new Set() }
}

/** A replacer, for what an earlier version had written. */
function withoutOrigin(key: string, value: unknown): unknown {
  return key === 'origin' ? undefined : value
}

/** One browser at work on the annotations of a server, over a connection that may fail. */
class Browser {
  readonly server: ModelServer
  annotations: Annotations
  ledger: SaveLedger
  #onTheWay: { request: SaveRequest; answer: Answer | null }[] = []
  #ids = 0

  constructor(server: ModelServer) {
    this.server = server
    this.annotations = new Map(server.all.map(({ content }) => [content.id, content]))
    this.ledger = openLedger(server.all)
  }

  edit(id: AnnotationId, change: Partial<Annotation> | null): void {
    const current = this.annotations.get(id)
    if (current === undefined) return
    const next = new Map(this.annotations)
    if (change === null) next.delete(id)
    else next.set(id, { ...current, ...change })
    this.#record(next)
  }

  create(): AnnotationId {
    const number = ++this.#ids
    const id = `local-${number}`
    const annotation = anAnnotation({ id, metadata: { number } })
    this.#record(new Map(this.annotations).set(id, annotation))
    return id
  }

  #record(next: Annotations): void {
    this.ledger = recordLocal(
      this.ledger,
      diffBetween(unlabelled(this.annotations), unlabelled(next)),
    )
    this.annotations = next
  }

  /** Sends everything; the connection may break before or after the server has heard. */
  send(breaks: 'never' | 'before' | 'after' = 'never'): void {
    for (const request of requestsToSend(this.ledger, () => crypto.randomUUID())) {
      this.ledger = requestSent(this.ledger, request)
      const answer = breaks === 'before' ? null : this.server.receive(request)
      this.#onTheWay.push({ request, answer: breaks === 'after' ? null : answer })
    }
  }

  hearAnswers(): void {
    for (const { request, answer } of this.#onTheWay) {
      if (answer === null) this.ledger = networkLost(this.ledger, request)
      else this.#take(answered(this.ledger, request, answer))
    }
    this.#onTheWay = []
  }

  hearNews(serverId: number): void {
    this.#take(remoteChanged(this.ledger, serverId, this.server.get(serverId)))
  }

  #take({ ledger, adopt }: LedgerStep): void {
    this.ledger = ledger
    const next = new Map(this.annotations)
    for (const [id, annotation] of adopt) {
      if (annotation === null) next.delete(id)
      else next.set(id, annotation)
    }
    this.annotations = next
  }

  /** The tab is killed and opened again: all that is left is the server and the journal. */
  crash(): void {
    const journal: unknown = JSON.parse(JSON.stringify(journalOf(this.ledger)))
    this.#onTheWay = []
    this.annotations = new Map(this.server.all.map(({ content }) => [content.id, content]))
    this.#take(restoreLedger(this.server.all, journal))
  }

  /** Ends every conflict one way and saves until nothing is left to save. */
  finish(choose: 'mine' | 'theirs'): void {
    for (let round = 0; round < 5; round++) {
      this.hearAnswers()
      for (const { serverId } of this.server.all) this.hearNews(serverId)
      for (const [id, entry] of this.ledger.entries) {
        if (entry.state === 'saved' && this.server.get(entry.server.serverId) === null) {
          this.hearNews(entry.server.serverId)
        }
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
  return acknowledged(ledger, request, answer)
}

function colours(annotations: Iterable<Annotation>): string[] {
  return Array.from(annotations, ({ color }) => color ?? 'none').toSorted()
}

function atWork(): Browser {
  const server = new ModelServer()
  server.create(anAnnotation({ color: 'first' }))
  return new Browser(server)
}

describe('after a crash', () => {
  test('unsaved edits, new annotations and deletions are there and are saved', () => {
    const user = atWork()
    user.server.create(anAnnotation({ color: 'second' }))
    user.hearNews(2)
    user.edit('server-1', { color: 'edited' })
    user.edit('server-2', null)
    user.edit(user.create(), { color: 'new' })
    user.crash()
    expect(colours(user.annotations.values())).toEqual(['edited', 'new'])
    expect(saveStatus(user.ledger).counts.unsaved).toBe(3)
    user.finish('theirs')
    expect(colours(user.server.all.map(({ content }) => content))).toEqual(['edited', 'new'])
  })

  test.each(['before', 'after'] as const)(
    'a creation cut off %s it reached the server is there once',
    (breaks) => {
      const user = atWork()
      user.edit(user.create(), { color: 'new' })
      user.send(breaks)
      user.crash()
      user.finish('theirs')
      expect(colours(user.server.all.map(({ content }) => content))).toEqual(['first', 'new'])
      expect(colours(user.annotations.values())).toEqual(['first', 'new'])
    },
  )

  test('an edit that had reached the server unheard is no conflict', () => {
    const user = atWork()
    user.edit('server-1', { color: 'edited' })
    user.send('after')
    user.edit('server-1', { color: 'edited again' })
    user.crash()
    expect(saveStatus(user.ledger).status).toBe('unsaved')
    user.finish('theirs')
    expect(user.server.get(1)?.content.color).toBe('edited again')
  })

  test('what a colleague has changed or deleted meanwhile is a conflict that shows mine', () => {
    const user = atWork()
    user.edit('server-1', { color: 'mine' })
    user.server.change(1, { color: 'theirs' })
    user.crash()
    expect(saveStatus(user.ledger).status).toBe('conflict')
    expect(colours(user.annotations.values())).toEqual(['mine'])
    user.server.change(1, null)
    user.crash()
    expect(user.ledger.entries.get('server-1')).toMatchObject({ state: 'conflict', current: null })
    user.finish('mine')
    expect(colours(user.server.all.map(({ content }) => content))).toEqual(['mine'])
  })

  test('work that was kept before annotations had an origin is there as drawn by hand', () => {
    const user = atWork()
    user.edit('server-1', { color: 'edited' })
    user.create()
    user.send('before')
    const kept = JSON.parse(JSON.stringify(journalOf(user.ledger)), withoutOrigin)
    const { ledger, adopt } = restoreLedger(user.server.all, kept)
    expect([...adopt.values()].map((annotation) => annotation?.origin.kind)).toEqual([
      'manual',
      'manual',
    ])
    const requests = requestsToSend(ledger, () => 'key')
    expect(requests).toMatchObject([
      { kind: 'update', aspects: ['color'] },
      { kind: 'create', content: { origin: { kind: 'manual' } } },
    ])
  })

  test('a journal of another version is refused', () => {
    expect(() => restoreLedger([], { version: 2, entries: [] })).toThrow(JournalError)
    expect(() => restoreLedger([], null)).toThrow(JournalError)
  })
})

const which = fc.nat({ max: 3 })
const step = fc.oneof(
  fc.tuple(which, fc.constantFrom(null, 'red', 'blue')).map(([n, color]) => (user: Browser) => {
    const id = [...user.annotations.keys()][n]
    if (id !== undefined) user.edit(id, color === null ? null : { color })
  }),
  fc.constant((user: Browser) => void user.create()),
  fc.constantFrom('never', 'before', 'after').map((breaks) => (user: Browser) => user.send(breaks)),
  fc.constant((user: Browser) => user.hearAnswers()),
  fc.constant((user: Browser) => user.crash()),
)
const colleague = fc.oneof(
  fc.tuple(which, fc.constantFrom(null, 'green')).map(([n, color]) => (user: Browser) => {
    user.server.change(n + 1, color === null ? null : { color })
  }),
  which.map((n) => (user: Browser) => user.hearNews(n + 1)),
  fc.constant((user: Browser) => void user.server.create(anAnnotation({ color: 'green' }))),
)

/** What was here before everything was saved, and what is here and on the server afterwards. */
function run(steps: readonly ((user: Browser) => void)[], choose: 'mine' | 'theirs') {
  const user = atWork()
  for (const next of steps) next(user)
  const before = colours(user.annotations.values())
  user.finish(choose)
  return {
    before,
    status: saveStatus(user.ledger).status,
    here: colours(user.annotations.values()),
    there: colours(user.server.all.map(({ content }) => content)),
  }
}

test('alone, whatever the connection does, what is here is what the server gets', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const { before, status, here, there } = run(steps, 'mine')
      expect(status).toBe('saved')
      expect(here).toEqual(before)
      expect(there).toEqual(before)
    }),
    { numRuns: 300 },
  )
})

test('among colleagues, both sides end with the same, and nothing stays unsaved', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(step, colleague), { maxLength: 25 }),
      fc.constantFrom('mine' as const, 'theirs' as const),
      (steps, choose) => {
        const { status, here, there } = run(steps, choose)
        expect(status).toBe('saved')
        expect(here).toEqual(there)
      },
    ),
    { numRuns: 300 },
  )
})
