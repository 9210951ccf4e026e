import { describe, expect, test } from 'vitest'
import { diffBetween } from './diff.ts'
import type { Annotated, Annotation } from './document.ts'
import {
  acknowledged,
  conflicted,
  deletionAcknowledged,
  keepMine,
  networkLost,
  refused,
  remoteChanged,
  takeTheirs,
} from './save-answers.ts'
import type { SaveLedger, SaveRequest, ServerState } from './save.ts'
import {
  openLedger,
  recordLocal,
  requestSent,
  requestsToSend,
  saveStatus,
  tryAgain,
} from './save.ts'
import { aSquare, anAnnotation } from './testing/driver.ts'

const original = anAnnotation()
const edited = anAnnotation({ geometry: aSquare(0, 0, 10) })
const editedAgain = anAnnotation({ geometry: aSquare(0, 0, 20), color: '#00ff00' })
const theirs = anAnnotation({ metadata: { grade: 3 } })

function onServer(revision: number, content: Annotation = original): ServerState {
  return { serverId: 7, revision, content }
}

const saved = openLedger([onServer(1)])

let keys = 0
const newKey = () => `key-${++keys}`

function edit(ledger: SaveLedger, from: Annotation | null, to: Annotation | null): SaveLedger {
  return recordLocal(ledger, diffBetween(only(from), only(to)))
}

function only(one: Annotation | null): Annotated {
  return { annotations: new Map(one === null ? [] : [[one.id, one]]), labels: new Set() }
}

/** An edit that was sent while somebody else was faster. */
function inConflict(current: ServerState | null): SaveLedger {
  const [saving, request] = send(edit(saved, original, edited))
  return conflicted(saving, request, current).ledger
}

/** Sends all there is to send, which must be one request. */
function send(ledger: SaveLedger): [SaveLedger, SaveRequest] {
  const [request, ...others] = requestsToSend(ledger, newKey)
  if (request === undefined) throw new Error('There is nothing to send')
  expect(others).toEqual([])
  return [requestSent(ledger, request), request]
}

function written(ledger: SaveLedger, request: SaveRequest, revision: number) {
  if (request.kind === 'delete') throw new Error('A deletion is not written')
  return acknowledged(ledger, request, { serverId: 7, revision })
}

function deletion(request: SaveRequest) {
  if (request.kind !== 'delete') throw new Error(`Not a deletion: ${request.kind}`)
  return request
}

describe('the way of an edit', () => {
  test('is dirty, saving, saved, and tells only what differs', () => {
    const dirty = edit(saved, original, edited)
    expect(saveStatus(dirty).status).toBe('unsaved')
    const [saving, request] = send(dirty)
    expect(request).toMatchObject({ kind: 'update', serverId: 7, revision: 1, content: edited })
    expect(request).toHaveProperty('aspects', ['geometry'])
    expect(saveStatus(saving).status).toBe('saving')
    expect(requestsToSend(saving, newKey)).toEqual([])
    const { ledger, adopt } = written(saving, request, 2)
    expect(saveStatus(ledger)).toMatchObject({ status: 'saved', counts: { saved: 1 } })
    expect(ledger.entries.get('a')).toEqual({ state: 'saved', server: onServer(2, edited) })
    expect(adopt.size).toBe(0)
  })

  test('many edits before sending are one request', () => {
    const [, request] = send(edit(edit(saved, original, edited), edited, editedAgain))
    expect(request).toMatchObject({ content: editedAgain, aspects: ['geometry', 'color'] })
  })

  test('an edit taken back before sending is nothing to save', () => {
    expect(saveStatus(edit(edit(saved, original, edited), edited, original)).status).toBe('saved')
  })

  test('an edit during the save is kept, and sent on the new revision', () => {
    const [saving, first] = send(edit(saved, original, edited))
    const { ledger } = written(edit(saving, edited, editedAgain), first, 2)
    expect(saveStatus(ledger).status).toBe('unsaved')
    const [, second] = send(ledger)
    expect(second).toMatchObject({ kind: 'update', revision: 2, content: editedAgain })
    expect(second.key).not.toBe(first.key)
  })

  test('undo during the save is sent after it', () => {
    const [saving, first] = send(edit(saved, original, edited))
    const [, second] = send(written(edit(saving, edited, original), first, 2).ledger)
    expect(second).toMatchObject({ revision: 2, content: original })
  })

  test('an answer that comes twice, or to another attempt, changes nothing', () => {
    const [saving, first] = send(edit(saved, original, edited))
    const [again, second] = send(edit(written(saving, first, 2).ledger, edited, editedAgain))
    expect(written(again, first, 2).ledger).toBe(again)
    const done = written(again, second, 3).ledger
    expect(written(done, second, 3).ledger).toBe(done)
    expect(networkLost(done, second)).toBe(done)
  })
})

describe('creating and deleting', () => {
  test('a new annotation is created once, then updated', () => {
    const [saving, create] = send(edit(openLedger([]), null, original))
    expect(create).toMatchObject({ kind: 'create', content: original })
    const { ledger } = written(edit(saving, original, edited), create, 1)
    expect(send(ledger)[1]).toMatchObject({ kind: 'update', serverId: 7, content: edited })
  })

  test('created and deleted before sending, it never was', () => {
    const ledger = edit(edit(openLedger([]), null, original), original, null)
    expect(ledger.entries.size).toBe(0)
  })

  test('deleted while being created, it is deleted when it has been', () => {
    const [saving, create] = send(edit(openLedger([]), null, original))
    const { ledger } = written(edit(saving, original, null), create, 1)
    expect(send(ledger)[1]).toMatchObject({ kind: 'delete', serverId: 7, revision: 1 })
  })

  test('a deletion is sent and forgotten when it is done', () => {
    const [saving, request] = send(edit(saved, original, null))
    expect(deletionAcknowledged(saving, deletion(request)).ledger.entries.size).toBe(0)
  })

  test('undone before sending, while sending, and afterwards', () => {
    const deleted = edit(saved, original, null)
    expect(saveStatus(edit(deleted, null, original)).status).toBe('saved')
    const [saving, request] = send(deleted)
    const meanwhile = deletionAcknowledged(edit(saving, null, original), deletion(request)).ledger
    expect(send(meanwhile)[1]).toMatchObject({ kind: 'create', content: original })
    const gone = deletionAcknowledged(saving, deletion(request)).ledger
    expect(send(edit(gone, null, original))[1]).toMatchObject({ kind: 'create' })
  })
})

describe('a lost connection', () => {
  test('repeats the very attempt, and then what was edited since', () => {
    const [saving, first] = send(edit(saved, original, edited))
    const offline = edit(networkLost(saving, first), edited, editedAgain)
    expect(saveStatus(offline).status).toBe('offline')
    const [again, repeated] = send(offline)
    expect(repeated).toBe(first)
    expect(send(written(again, repeated, 2).ledger)[1]).toMatchObject({ content: editedAgain })
  })

  test('a create whose answer was lost is repeated under its key, even if deleted since', () => {
    const [saving, create] = send(edit(openLedger([]), null, original))
    const [again, repeated] = send(edit(networkLost(saving, create), original, null))
    expect(repeated).toBe(create)
    expect(send(written(again, repeated, 1).ledger)[1]).toMatchObject({ kind: 'delete' })
  })

  test('an answer that comes after it was given up still counts', () => {
    const [saving, request] = send(edit(saved, original, edited))
    const { ledger } = written(networkLost(saving, request), request, 2)
    expect(saveStatus(ledger).status).toBe('saved')
  })

  test('a server that forgot the key, but has what was sent, has acknowledged it', () => {
    const [saving, first] = send(edit(saved, original, edited))
    const [again, repeated] = send(edit(networkLost(saving, first), edited, editedAgain))
    const { ledger } = conflicted(again, repeated, onServer(2, structuredClone(edited)))
    expect(send(ledger)[1]).toMatchObject({ revision: 2, content: editedAgain })
  })
})

describe('a refusal', () => {
  test('waits with its reason for another edit or another try', () => {
    const [saving, request] = send(edit(saved, original, edited))
    const ledger = refused(saving, request, 'A ring has too few points.')
    expect(saveStatus(ledger).status).toBe('refused')
    expect(ledger.entries.get('a')).toMatchObject({ message: 'A ring has too few points.' })
    expect(requestsToSend(ledger, newKey)).toEqual([])
    expect(send(tryAgain(ledger, 'a'))[1]).toMatchObject({ content: edited })
    expect(send(edit(ledger, edited, editedAgain))[1]).toMatchObject({ content: editedAgain })
  })

  test('of a new annotation that was deleted meanwhile leaves nothing', () => {
    const [saving, create] = send(edit(openLedger([]), null, original))
    expect(refused(edit(saving, original, null), create, 'no').entries.size).toBe(0)
  })
})

describe('a conflict', () => {
  test('keeps both sides until the user has chosen, and takes in further edits', () => {
    const ledger = edit(inConflict(onServer(5, theirs)), edited, editedAgain)
    expect(saveStatus(ledger).status).toBe('conflict')
    expect(ledger.entries.get('a')).toMatchObject({
      local: editedAgain,
      current: onServer(5, theirs),
    })
    expect(requestsToSend(ledger, newKey)).toEqual([])
  })

  test('mine replaces theirs on their revision', () => {
    const [, request] = send(keepMine(inConflict(onServer(5, theirs)), 'a'))
    expect(request).toMatchObject({ kind: 'update', revision: 5, content: edited })
    expect(request).toHaveProperty('aspects', ['geometry', 'metadata'])
  })

  test('theirs is handed to the editor', () => {
    const { ledger, adopt } = takeTheirs(inConflict(onServer(5, theirs)), 'a')
    expect(saveStatus(ledger).status).toBe('saved')
    expect(adopt).toEqual(new Map([['a', theirs]]))
  })

  test('with a deletion: mine is created anew, theirs is gone', () => {
    expect(send(keepMine(inConflict(null), 'a'))[1]).toMatchObject({ kind: 'create' })
    const { ledger, adopt } = takeTheirs(inConflict(null), 'a')
    expect(ledger.entries.size).toBe(0)
    expect(adopt).toEqual(new Map([['a', null]]))
  })

  test('of my deletion with their edit; both deleting agree', () => {
    const [saving, request] = send(edit(saved, original, null))
    const { ledger } = conflicted(saving, request, onServer(5, theirs))
    expect(send(keepMine(ledger, 'a'))[1]).toMatchObject({ kind: 'delete', revision: 5 })
    expect(takeTheirs(ledger, 'a').adopt).toEqual(new Map([['a', theirs]]))
    expect(conflicted(saving, request, null).ledger.entries.size).toBe(0)
  })

  test('is none where both did the same', () => {
    expect(saveStatus(inConflict(onServer(5, structuredClone(edited)))).status).toBe('saved')
    const [saving, request] = send(edit(saved, original, edited))
    const since = edit(saving, edited, editedAgain)
    const { ledger } = conflicted(since, request, onServer(5, structuredClone(editedAgain)))
    expect(saveStatus(ledger).status).toBe('saved')
  })
})

describe('news from the server', () => {
  test('update, add and delete what is saved here', () => {
    const { ledger, adopt } = remoteChanged(saved, 7, onServer(2, theirs))
    expect(adopt).toEqual(new Map([['a', theirs]]))
    expect(remoteChanged(ledger, 7, null).adopt).toEqual(new Map([['a', null]]))
    const b = anAnnotation({ id: 'server-8' })
    const added = remoteChanged(saved, 8, { serverId: 8, revision: 1, content: b })
    expect(added.adopt).toEqual(new Map([['server-8', b]]))
    expect(saveStatus(added.ledger).counts.saved).toBe(2)
  })

  test('keep the id and the place in the list that it has here', () => {
    const content = { ...theirs, id: 'server-7', position: 99 }
    expect(remoteChanged(saved, 7, onServer(2, content)).adopt.get('a')).toEqual(theirs)
  })

  test('that are old, or of what is not known, change nothing', () => {
    expect(remoteChanged(saved, 7, onServer(1, theirs)).ledger).toBe(saved)
    expect(remoteChanged(saved, 99, null).adopt.size).toBe(0)
  })

  test('against unsaved edits are a conflict at once, unless they agree', () => {
    const dirty = edit(saved, original, edited)
    const contested = remoteChanged(dirty, 7, onServer(2, theirs))
    expect(saveStatus(contested.ledger).status).toBe('conflict')
    expect(contested.adopt.size).toBe(0)
    expect(saveStatus(remoteChanged(dirty, 7, onServer(2, edited)).ledger).status).toBe('saved')
    expect(saveStatus(remoteChanged(dirty, 7, null).ledger).status).toBe('conflict')
  })

  test('of a newer revision replace the other side of a conflict, of an older one do not', () => {
    const first = remoteChanged(edit(saved, original, edited), 7, onServer(3, theirs)).ledger
    expect(remoteChanged(first, 7, onServer(2)).ledger).toBe(first)
    const newest = onServer(4, anAnnotation({ color: '#123456' }))
    expect(remoteChanged(first, 7, newest).ledger.entries.get('a')).toMatchObject({
      current: newest,
    })
  })

  test('of own work before its answer are an echo', () => {
    const [saving, request] = send(edit(saved, original, edited))
    const { ledger } = remoteChanged(saving, 7, onServer(2, structuredClone(edited)))
    const done = written(ledger, request, 2)
    expect(done.ledger.entries.get('a')).toMatchObject({ state: 'saved', server: { revision: 2 } })
    expect(done.adopt.size).toBe(0)
  })

  test('of what came after own work, before its answer, are taken over with the answer', () => {
    const [saving, request] = send(edit(saved, original, edited))
    const { ledger } = remoteChanged(saving, 7, onServer(3, theirs))
    expect(written(ledger, request, 2).adopt).toEqual(new Map([['a', theirs]]))
    const since = written(edit(ledger, edited, editedAgain), request, 2)
    expect(saveStatus(since.ledger).status).toBe('conflict')
    const deleted = remoteChanged(saving, 7, null).ledger
    expect(written(deleted, request, 2).adopt).toEqual(new Map([['a', null]]))
  })

  test('of an own creation before its answer do not double it', () => {
    const [saving, create] = send(edit(openLedger([]), null, original))
    const echo = { ...onServer(1), content: { ...original, id: 'server-7' } }
    const stranger = { serverId: 8, revision: 1, content: anAnnotation({ id: 'server-8' }) }
    const first = remoteChanged(saving, 7, echo)
    const second = remoteChanged(first.ledger, 8, stranger)
    expect([...first.adopt, ...second.adopt]).toEqual([])
    const { ledger, adopt } = written(second.ledger, create, 1)
    expect(adopt).toEqual(new Map([['server-8', stranger.content]]))
    expect([...ledger.entries.keys()].toSorted()).toEqual(['a', 'server-8'])
  })
})
