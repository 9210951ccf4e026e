import { describe, expect, test } from 'vitest'

import { conflicted, deletionAcknowledged, networkLost, refused } from './save-answers.ts'
import { openLedger, requestsToSend, saveStatus, tryAgain } from './save.ts'
import {
  original,
  edited,
  editedAgain,
  onServer,
  saved,
  newKey,
  edit,
  send,
  written,
  deletion,
  changesIn,
} from './testing/ledger.ts'

describe('the way of an edit', () => {
  test('is dirty, saving, saved, and sends only differences', () => {
    const dirty = edit(saved, original, edited)
    expect(saveStatus(dirty).status).toBe('unsaved')
    const [saving, request] = send(dirty)
    expect(request).toMatchObject({ kind: 'update', serverId: 7, revision: 1, content: edited })
    expect(changesIn(request)).toEqual(['geometry'])
    expect(saveStatus(saving).status).toBe('saving')
    expect(requestsToSend(saving, newKey)).toEqual([])
    const { ledger, adopt } = written(saving, request, 2)
    expect(saveStatus(ledger)).toMatchObject({ status: 'saved', counts: { saved: 1 } })
    expect(ledger.entries.get('a')).toEqual({ state: 'saved', server: onServer(2, edited) })
    expect(adopt.size).toBe(0)
  })

  test('many edits before sending are one request', () => {
    const [, request] = send(edit(edit(saved, original, edited), edited, editedAgain))
    expect(request).toMatchObject({ content: editedAgain })
    expect(changesIn(request)).toEqual(['geometry', 'color'])
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
    expect(create).toMatchObject({ kind: 'create', content: original, restores: null })
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
    expect(send(meanwhile)[1]).toMatchObject({ kind: 'create', content: original, restores: 7 })
    const gone = deletionAcknowledged(saving, deletion(request)).ledger
    expect(send(edit(gone, null, original))[1]).toMatchObject({ kind: 'create', restores: 7 })
  })
})

describe('a lost connection', () => {
  test('repeats exactly the same attempt, and then sends later edits', () => {
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

  test('a server that lost the key, but has the content, has acknowledged it', () => {
    const [saving, first] = send(edit(saved, original, edited))
    const [again, repeated] = send(edit(networkLost(saving, first), edited, editedAgain))
    const { ledger } = conflicted(again, repeated, onServer(2, structuredClone(edited)))
    expect(send(ledger)[1]).toMatchObject({ revision: 2, content: editedAgain })
  })
})

describe('a refusal', () => {
  test('waits with its reason for another edit or another try', () => {
    const [saving, request] = send(edit(saved, original, edited))
    const ledger = refused(saving, request, 'A ring has too few points.').ledger
    expect(saveStatus(ledger).status).toBe('refused')
    expect(ledger.entries.get('a')).toMatchObject({ message: 'A ring has too few points.' })
    expect(requestsToSend(ledger, newKey)).toEqual([])
    expect(send(tryAgain(ledger, 'a'))[1]).toMatchObject({ content: edited })
    expect(send(edit(ledger, edited, editedAgain))[1]).toMatchObject({ content: editedAgain })
  })

  test('of a new annotation that was deleted meanwhile leaves nothing', () => {
    const [saving, create] = send(edit(openLedger([]), null, original))
    expect(refused(edit(saving, original, null), create, 'no').ledger.entries.size).toBe(0)
  })
})
