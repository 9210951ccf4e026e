import { describe, expect, test } from 'vitest'
import { addAnnotation } from './commands.ts'
import type { Annotation } from './document.ts'
import { emptyImageRecord } from './document.ts'
import { JournalError, journalOf } from './save-journal.ts'
import { restoreLedger } from './save-restore.ts'
import { cellsInConflict, requestsToSend, saveStatus } from './save.ts'
import { atWork, Browser } from './testing/browser.ts'
import { anAnnotation, aSquare } from './testing/driver.ts'
import { journalOfVersion1 } from './testing/journal-version-1.ts'
import { changesIn } from './testing/ledger.ts'
import { ModelServer } from './testing/model-server.ts'

/** A JSON replacer that imitates the journal of an earlier version. */
function withoutOrigin(key: string, value: unknown): unknown {
  return key === 'origin' ? undefined : value
}

function colours(annotations: Iterable<Annotation>): string[] {
  return Array.from(annotations, ({ color }) => color ?? 'none').toSorted()
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
    expect(colours(user.server.annotations.map(({ content }) => content))).toEqual([
      'edited',
      'new',
    ])
  })

  test.each(['before', 'after'] as const)(
    'a creation cut off %s it reached the server is there once',
    (breaks) => {
      const user = atWork()
      user.edit(user.create(), { color: 'new' })
      user.send(breaks)
      user.crash()
      user.finish('theirs')
      expect(colours(user.server.annotations.map(({ content }) => content))).toEqual([
        'first',
        'new',
      ])
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

  test('an edit that reaches the server later still is no conflict with the next one', () => {
    const user = atWork()
    user.edit('server-1', { color: 'edited' })
    user.send('late')
    user.edit('server-1', { color: 'edited again' })
    user.crash()
    user.send()
    user.hearAnswers()
    expect(saveStatus(user.ledger).status).toBe('unsaved')
    user.finish('theirs')
    expect(user.server.get(1)?.content.color).toBe('edited again')
  })

  test.each(['before', 'after', 'late'] as const)(
    'what was undone while its save was cut off (%s) stays undone',
    (breaks) => {
      const user = atWork()
      const second = user.server.create(anAnnotation({ color: 'second' }))
      user.hearNews(second)
      const kept = user.annotations.get('server-2')
      if (kept === undefined) throw new Error('The second annotation is missing')
      user.edit('server-1', { color: 'edited' })
      user.edit('server-2', null)
      user.setField('grade', 2)
      user.send(breaks)
      user.edit('server-1', { color: 'first' })
      user.do(addAnnotation(kept))
      user.setField('grade', null)
      user.crash()
      user.finish('theirs')
      expect(colours(user.annotations.values())).toEqual(['first', 'second'])
      expect(colours(user.server.annotations.map(({ content }) => content))).toEqual([
        'first',
        'second',
      ])
      expect([user.image.fields, user.server.image.fields]).toEqual([{}, {}])
    },
  )

  test("a colleague's change or deletion in the meantime is a conflict that shows mine", () => {
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
    expect(colours(user.server.annotations.map(({ content }) => content))).toEqual(['mine'])
  })

  test('work that was kept before annotations had an origin is there as drawn by hand', () => {
    const user = atWork()
    user.edit('server-1', { color: 'edited' })
    user.create()
    user.send('before')
    const kept = JSON.parse(JSON.stringify(journalOf(user.ledger)), withoutOrigin)
    const { ledger, adopt } = restoreLedger(user.server.all, kept)
    expect([...adopt.values()]).toMatchObject([
      { origin: { kind: 'manual' } },
      { origin: { kind: 'manual' } },
    ])
    const requests = requestsToSend(ledger, () => 'key')
    expect(requests).toMatchObject([
      { kind: 'update', content: { color: 'edited' } },
      { kind: 'create', content: { origin: { kind: 'manual' } } },
    ])
    expect(requests.map(changesIn)).toEqual([['color'], []])
  })

  test('all that version 1 kept is there again, labels and fields of today beside it', () => {
    const content = anAnnotation({ geometry: aSquare(0, 0, 20), creator: 'jin' })
    const annotations = [1, 2, 3].map((serverId) => ({
      serverId,
      revision: 1,
      content: { ...content, id: `server-${serverId}`, position: serverId, fields: { sure: true } },
    }))
    const imageRecord = { ...emptyImageRecord, labels: [1, 2], fields: { grade: '2' } }
    const image = { serverId: null, revision: null, content: imageRecord }
    const { ledger, adopt } = restoreLedger([...annotations, image], journalOfVersion1)
    expect(adopt.get('image')).toEqual({ ...imageRecord, labels: [2, 7] })
    expect(requestsToSend(ledger, () => 'key').map(({ kind, id }) => [kind, id])).toEqual([
      ['update', 'server-1'],
      ['delete', 'server-2'],
      ['update', 'server-3'],
      ['update', 'image'],
      ['create', '6f1c2b1e'],
    ])
  })

  test('the journals of several windows with one image are all restored, including conflicts', () => {
    const server = new ModelServer()
    const kept = ['grade', 'note', 'lens'].flatMap((key) => {
      const window = new Browser(server)
      window.setField(key, 'mine')
      return journalOf(window.ledger).entries
    })
    server.setField('note', 'theirs')
    const journal = { version: 2, entries: kept, formerIds: [], drawings: [] }
    const { ledger, adopt } = restoreLedger(server.all, journal)
    expect(adopt.get('image')).toMatchObject({
      fields: { grade: 'mine', note: 'mine', lens: 'mine' },
    })
    const entry = ledger.entries.get('image')
    expect(entry?.state === 'conflict' && cellsInConflict(entry)).toEqual(['fields/note'])
  })

  test('a journal of another version is refused', () => {
    expect(() => restoreLedger([], { version: 5, entries: [] })).toThrow(JournalError)
    expect(() => restoreLedger([], null)).toThrow(JournalError)
  })
})
