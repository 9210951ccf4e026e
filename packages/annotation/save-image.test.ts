import { describe, expect, test } from 'vitest'
import type { Command } from './commands.ts'
import { setImageField, setLabel } from './commands.ts'
import { diffBetween } from './diff.ts'
import type { ImageRecord } from './document.ts'
import { documentOf, emptyImageRecord } from './document.ts'
import type { WriteRequest } from './save-answers.ts'
import { acknowledged, conflicted, networkLost } from './save-answers.ts'
import { keepMine, takeTheirs } from './save-conflicts.ts'
import { remoteChanged } from './save-news.ts'
import type { LedgerStep } from './save-step.ts'
import type { ImageState, SaveLedger } from './save.ts'
import { cellsInConflict, openLedger, recordLocal, requestsToSend, saveStatus } from './save.ts'
import { newKey, send as sendOne } from './testing/ledger.ts'

const before: ImageRecord = { ...emptyImageRecord, labels: [1], fields: { grade: 1, note: 'soft' } }
const opened = openLedger([onServer(before)])

function onServer(content: ImageRecord): ImageState {
  return { serverId: null, revision: null, content }
}

/** The record as a colleague has made it. */
function theirs(...commands: Command[]): ImageState {
  return onServer(after(before, commands))
}

function after(record: ImageRecord, commands: readonly Command[]): ImageRecord {
  const document = documentOf({ id: 1, width: 200, height: 100 }, [], [], record)
  return commands.reduce((current, command) => command(current), document).imageRecord
}

function here(ledger: SaveLedger): ImageRecord {
  const entry = ledger.entries.get('image')
  const record = entry?.state === 'saved' ? entry.server.content : entry?.local
  if (record?.id !== 'image') throw new Error('There is no record of the image')
  return record as ImageRecord
}

function edit(ledger: SaveLedger, ...commands: Command[]): SaveLedger {
  const imageRecord = here(ledger)
  const document = { annotations: new Map(), imageRecord }
  return recordLocal(
    ledger,
    diffBetween(document, { ...document, imageRecord: after(imageRecord, commands) }),
  )
}

function send(ledger: SaveLedger): [SaveLedger, WriteRequest] {
  const [saving, request] = sendOne(ledger)
  if (request.kind === 'delete') throw new Error('The record of an image is not deleted')
  return [saving, request]
}

function shown({ ledger, adopt }: LedgerStep): ImageRecord {
  expect(adopt.get('image')).toEqual(here(ledger))
  return here(ledger)
}

const grade2 = setImageField('grade', 2)
const grade3 = setImageField('grade', 3)

describe('labels and values of the image', () => {
  test('are sent in one request, whose answer includes those of others', () => {
    const [saving, request] = send(edit(opened, grade2, setLabel(7, true), setLabel(1, false)))
    expect(request).toMatchObject({
      kind: 'update',
      serverId: null,
      base: before,
      content: { labels: [7], fields: { grade: 2, note: 'soft' } },
    })
    const written = theirs(grade2, setLabel(7, true), setLabel(1, false), setLabel(8, true))
    const step = acknowledged(saving, request, written)
    expect(shown(step).labels).toEqual([7, 8])
    expect(saveStatus(step.ledger).status).toBe('saved')
  })

  test('while it is on its way is kept, and sent next', () => {
    const [saving, request] = send(edit(opened, grade2))
    const { ledger } = acknowledged(
      edit(saving, grade3, setLabel(7, true)),
      request,
      theirs(grade2),
    )
    expect(send(ledger)[1]).toMatchObject({
      base: { fields: { grade: 2 } },
      content: { labels: [1, 7], fields: { grade: 3 } },
    })
  })

  test('in other fields and labels than a colleague is merged with theirs at once', () => {
    const step = remoteChanged(
      edit(opened, grade2, setLabel(7, true)),
      null,
      theirs(setImageField('note', 'hard'), setLabel(1, false)),
    )
    expect(shown(step)).toMatchObject({ labels: [7], fields: { grade: 2, note: 'hard' } })
    expect(send(step.ledger)[1]).toMatchObject({ base: { labels: [], fields: { note: 'hard' } } })
  })

  test('by a colleague while mine was on its way is there once it is answered', () => {
    const [saving, request] = send(edit(opened, grade2))
    const heard = remoteChanged(saving, null, theirs(grade2, setLabel(8, true)))
    expect(heard.adopt.size).toBe(0)
    expect(shown(acknowledged(heard.ledger, request, theirs(grade2))).labels).toEqual([1, 8])
  })

  test('that a colleague had said before mine arrived does not take mine back', () => {
    const [saving, request] = send(edit(opened, grade2))
    const { ledger } = remoteChanged(saving, null, theirs(setLabel(8, true)))
    const step = acknowledged(ledger, request, theirs(grade2, setLabel(8, true)))
    expect(shown(step)).toMatchObject({ labels: [1, 8], fields: { grade: 2 } })
  })

  test('in an attempt that arrived unnoticed do not conflict with later changes', () => {
    const [saving, request] = send(edit(opened, grade2, setLabel(7, true)))
    const since = edit(networkLost(saving, request), grade3, setLabel(7, false))
    const arrived = theirs(grade2, setLabel(7, true), setImageField('note', 'hard'))
    const { ledger } = conflicted(since, request, arrived)
    expect(saveStatus(ledger).status).toBe('unsaved')
    expect(here(ledger)).toMatchObject({ labels: [1], fields: { grade: 3, note: 'hard' } })
  })
})

describe('a field that two people set to different values', () => {
  const both = edit(opened, grade2, setImageField('note', 'mine'), setLabel(7, true))
  const [saving, request] = send(both)
  const { ledger, adopt } = conflicted(saving, request, theirs(grade3, setLabel(8, true)))
  const entry = ledger.entries.get('image')

  test('is a conflict of that field alone, and nothing of mine is gone', () => {
    expect(entry?.state === 'conflict' && cellsInConflict(entry)).toEqual(['fields/grade'])
    expect(adopt.get('image')).toMatchObject({
      labels: [1, 7, 8],
      fields: { grade: 2, note: 'mine' },
    })
    expect(requestsToSend(ledger, newKey)).toEqual([])
  })

  test('is mine or theirs by my choice, with all else that I said', () => {
    expect(send(keepMine(ledger, 'image'))[1]).toMatchObject({
      base: { labels: [1, 8], fields: { grade: 3, note: 'soft' } },
      content: { labels: [1, 7, 8], fields: { grade: 2, note: 'mine' } },
    })
    const taken = takeTheirs(ledger, 'image')
    expect(shown(taken)).toMatchObject({ labels: [1, 7, 8], fields: { grade: 3, note: 'mine' } })
    expect(saveStatus(taken.ledger).status).toBe('unsaved')
  })

  test('is settled when both come to say the same, here or there', () => {
    expect(saveStatus(edit(ledger, grade3)).status).toBe('unsaved')
    const { ledger: agreed } = remoteChanged(ledger, null, theirs(grade2, setLabel(8, true)))
    expect(send(agreed)[1]).toMatchObject({ base: { labels: [1, 8], fields: { grade: 2 } } })
  })

  test('is a conflict, too, when the news comes before anything is sent', () => {
    const step = remoteChanged(both, null, theirs(grade3))
    expect(saveStatus(step.ledger).status).toBe('conflict')
    expect(here(step.ledger).fields).toEqual({ grade: 2, note: 'mine' })
  })
})
