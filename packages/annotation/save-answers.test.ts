import { describe, expect, test } from 'vitest'

import { acknowledged, conflicted } from './save-answers.ts'
import { keepMine, takeTheirs } from './save-conflicts.ts'
import { allChanged, remoteChanged } from './save-news.ts'
import { openLedger, requestsToSend, saveStatus } from './save.ts'
import { anAnnotation } from './testing/driver.ts'
import {
  original,
  edited,
  editedAgain,
  theirs,
  onServer,
  saved,
  newKey,
  edit,
  inConflict,
  send,
  written,
  changesIn,
} from './testing/ledger.ts'

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
    expect(changesIn(request)).toEqual(['geometry', 'metadata/grade'])
  })

  test('theirs is handed to the editor', () => {
    const { ledger, adopt } = takeTheirs(inConflict(onServer(5, theirs)), 'a')
    expect(saveStatus(ledger).status).toBe('saved')
    expect(adopt).toEqual(new Map([['a', theirs]]))
  })

  test('with a deletion: mine is created again, theirs is dropped', () => {
    expect(send(keepMine(inConflict(null), 'a'))[1]).toMatchObject({ kind: 'create' })
    const { ledger, adopt } = takeTheirs(inConflict(null), 'a')
    expect(ledger.entries.size).toBe(0)
    expect(adopt).toEqual(new Map([['a', null]]))
  })

  test('with a deletion is none any more once that is undone, as with the category', () => {
    const { ledger } = remoteChanged(inConflict(null), 7, onServer(1))
    expect(send(ledger)[1]).toMatchObject({ kind: 'update', revision: 1, content: edited })
    const restored = remoteChanged(inConflict(null), 7, onServer(2, theirs))
    expect(saveStatus(restored.ledger).status).toBe('conflict')
  })

  test('is not seen in a deletion that was undone before my edit arrived', () => {
    const [saving, request] = send(edit(saved, original, edited))
    const gone = remoteChanged(saving, 7, null)
    const back = remoteChanged(gone.ledger, 7, onServer(1))
    const { ledger, adopt } = written(back.ledger, request, 2)
    expect([saveStatus(ledger).status, adopt.size]).toEqual(['saved', 0])
  })

  test('of my deletion with their edit; both deleting agree', () => {
    const [saving, request] = send(edit(saved, original, null))
    const { ledger } = conflicted(saving, request, onServer(5, theirs))
    expect(send(keepMine(ledger, 'a'))[1]).toMatchObject({ kind: 'delete', revision: 5 })
    expect(takeTheirs(ledger, 'a').adopt).toEqual(new Map([['a', theirs]]))
    expect(conflicted(saving, request, null).ledger.entries.size).toBe(0)
  })

  test('does not arise if both made the same change', () => {
    expect(saveStatus(inConflict(onServer(5, structuredClone(edited)))).status).toBe('saved')
    const [saving, request] = send(edit(saved, original, edited))
    const since = edit(saving, edited, editedAgain)
    const { ledger } = conflicted(since, request, onServer(5, structuredClone(editedAgain)))
    expect(saveStatus(ledger).status).toBe('saved')
  })
})

describe('what the server adds to a new annotation', () => {
  const metadata = { clinic: 'A' }
  const stored = onServer(1, { ...original, metadata })

  function createdAnd(meanwhile: typeof original | null) {
    const [saving, request] = send(edit(openLedger([]), null, original))
    if (request.kind === 'delete') throw new Error('Nothing is created')
    return acknowledged(edit(saving, original, meanwhile), request, stored)
  }

  test('is known, and taken on by the edits made meanwhile', () => {
    const { ledger, adopt, rewritten } = createdAnd(edited)
    const both = { ...edited, metadata }
    expect(adopt).toEqual(new Map([['a', both]]))
    expect(rewritten).toEqual(new Map([['a', [original, stored.content]]]))
    expect(changesIn(send(ledger)[1])).toEqual(['geometry'])
    const undone = edit(ledger, both, stored.content)
    expect(undone.entries.get('a')).toEqual({ state: 'saved', server: stored })
  })

  test('comes back with one that was deleted meanwhile', () => {
    const { ledger, rewritten } = createdAnd(null)
    expect(send(ledger)[1]).toMatchObject({ kind: 'delete' })
    expect(rewritten.size).toBe(1)
  })
})

describe('news from the server', () => {
  test('update, add and delete the records saved here', () => {
    const { ledger, adopt } = remoteChanged(saved, 7, onServer(2, theirs))
    expect(adopt).toEqual(new Map([['a', theirs]]))
    expect(remoteChanged(ledger, 7, null).adopt).toEqual(new Map([['a', null]]))
    const b = anAnnotation({ id: 'server-8' })
    const added = remoteChanged(saved, 8, { serverId: 8, revision: 1, content: b })
    expect(added.adopt).toEqual(new Map([['server-8', b]]))
    expect(saveStatus(added.ledger).counts.saved).toBe(2)
  })

  test('keep the id that it has here', () => {
    const content = { ...theirs, id: 'server-7', position: 99 }
    expect(remoteChanged(saved, 7, onServer(2, content)).adopt.get('a')).toEqual({
      ...theirs,
      position: 99,
    })
  })

  test('that are old, or about an unknown record, change nothing', () => {
    expect(remoteChanged(saved, 7, onServer(1, theirs)).ledger).toBe(saved)
    expect(remoteChanged(saved, 99, null).adopt.size).toBe(0)
  })

  test('of many records are what news of one after the other would be', () => {
    const b = { serverId: 8, revision: 1, content: anAnnotation({ id: 'server-8' }) }
    const c = { serverId: 9, revision: 4, content: anAnnotation({ id: 'server-9' }) }
    const { ledger } = remoteChanged(remoteChanged(saved, 8, b).ledger, 9, c)
    expect(
      allChanged(
        ledger,
        new Map([
          [7, onServer(1)],
          [8, b],
        ]),
      ).ledger,
    ).toBe(ledger)

    const changed = allChanged(
      ledger,
      new Map([
        [7, onServer(2, theirs)],
        [8, b],
        [9, null],
      ]),
    )
    expect(changed.adopt).toEqual(
      new Map([
        ['a', theirs],
        ['server-9', null],
      ]),
    )
    const single = remoteChanged(remoteChanged(ledger, 7, onServer(2, theirs)).ledger, 9, null)
    expect(changed.ledger).toEqual(single.ledger)
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

  test('that arrive after own work, but before its answer, are applied with the answer', () => {
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

test('a change to a creation of an earlier visit, read from the server before its answer, is kept', () => {
  const created = anAnnotation({ id: 'new' })
  const read = { ...created, id: 'server-7' }
  const opened = openLedger([{ serverId: 7, revision: 1, content: read }])
  const [saving, request] = send(edit(opened, null, created))
  const touched = edit(saving, read, { ...read, color: '#00ff00' })
  const { ledger, adopt } = written(touched, request, 1)
  expect(adopt.get('server-7')).toBeNull()
  expect(adopt.get('new')).toMatchObject({ id: 'new', color: '#00ff00' })
  const [, next] = send(ledger)
  expect(next).toMatchObject({
    kind: 'update',
    serverId: 7,
    content: { id: 'new', color: '#00ff00' },
  })
})
