import { describe, expect, test } from 'vitest'

import { setMeasurement } from '#annotation/commands'
import { correctGrid } from '#annotation/grid-places'
import { journalOfVersion1 } from '#annotation/testing/journal-version-1'

import { CallError } from '../../../api/call-error.ts'
import { ContractServer } from '../testing/contract-server.ts'
import { type Desk, storeInMemory } from '../testing/desk.ts'
import { flat, openDesk, saved, small, until } from '../testing/open-desk.ts'

describe('labels of the image as a whole', () => {
  test('are saved, removed by undo and restored by redo', async () => {
    const server = new ContractServer()
    const desk = await openDesk(server)
    desk.label(7, true)
    expect(desk.status).toBe('unsaved')
    await saved(desk)
    expect(server.labels).toEqual(new Set([7]))
    expect(desk.editor.undo().label).toBe('label')
    await saved(desk)
    expect([desk.labels, server.labels]).toEqual([[], new Set()])
    desk.editor.redo()
    await saved(desk)
    expect([desk.labels, server.labels]).toEqual([[7], new Set([7])])
  })

  test('set offline survive the page, and do not affect those of a colleague', async () => {
    const server = new ContractServer()
    server.labels.add(1)
    const store = storeInMemory()
    const desk = await openDesk(server, store)
    server.next('request lost', 'answer lost', 'request lost', 'request lost')
    desk.label(7, true)
    desk.label(1, false)
    await until(() => desk.status === 'offline')
    desk.loop.stop()
    server.labels.add(2)
    const later = await openDesk(server, store)
    expect(later.labels).toEqual([2, 7])
    await saved(later)
    expect(server.labels).toEqual(new Set([2, 7]))
    expect(await store.read()).toBeNull()
  })

  test('of a colleague appear, are not undone, and remain when my own step is undone', async () => {
    const server = new ContractServer()
    const desk = await openDesk(server)
    desk.label(7, true)
    await saved(desk)
    server.labels.add(2)
    desk.refresh()
    expect(desk.labels).toEqual([2, 7])
    desk.editor.undo()
    await saved(desk)
    expect([desk.labels, server.labels]).toEqual([[2], new Set([2])])
    expect(desk.editor.undo().label).toBeNull()
  })

  test('that the server refuses are reported with the reason, and removed by undo', async () => {
    const server = new ContractServer()
    const desk = await openDesk(server)
    server.next(
      new CallError(400, { code: 'invalid_input', message: 'There is no such category.' }),
    )
    desk.label(7, true)
    await until(() => desk.status === 'refused')
    expect(desk.loop.ledger.entries.get('image')).toMatchObject({
      message: 'There is no such category.',
    })
    desk.editor.undo()
    await saved(desk)
    expect(desk.labels).toEqual([])
  })
})

describe('values of the image', () => {
  test('are saved, removed by undo and restored by redo, one at a time', async () => {
    const server = new ContractServer()
    const desk = await openDesk(server)
    desk.setField('grade', '2')
    desk.setField('signs', ['drusen', 'haemorrhage'])
    await saved(desk)
    expect(server.fields).toEqual({ grade: '2', signs: ['drusen', 'haemorrhage'] })
    desk.setField('grade', null)
    await saved(desk)
    expect(server.fields).toEqual({ signs: ['drusen', 'haemorrhage'] })
    desk.editor.undo()
    desk.editor.undo()
    await saved(desk)
    expect([desk.fields, server.fields]).toEqual([{ grade: '2' }, { grade: '2' }])
    desk.editor.redo()
    await saved(desk)
    expect(server.fields).toEqual({ grade: '2', signs: ['drusen', 'haemorrhage'] })
  })

  test('set offline survive the page, alongside those of a colleague', async () => {
    const server = new ContractServer()
    const store = storeInMemory()
    const desk = await openDesk(server, store)
    server.next('answer lost', 'request lost', 'request lost')
    desk.setField('grade', '2')
    await until(() => desk.status === 'offline')
    desk.setField('grade', '3')
    desk.loop.stop()
    server.setField('note', 'theirs')
    const later = await openDesk(server, store)
    expect(later.fields).toEqual({ grade: '3', note: 'theirs' })
    await saved(later)
    expect(server.fields).toEqual({ grade: '3', note: 'theirs' })
    expect(await store.read()).toBeNull()
  })

  test('of a colleague appear, are not undone, and remain when my own step is undone', async () => {
    const server = new ContractServer()
    const desk = await openDesk(server)
    desk.setField('grade', '2')
    await saved(desk)
    server.setField('note', 'theirs')
    desk.refresh()
    expect(desk.fields).toEqual({ grade: '2', note: 'theirs' })
    desk.editor.undo()
    await saved(desk)
    expect([desk.fields, server.fields]).toEqual([{ note: 'theirs' }, { note: 'theirs' }])
    expect(desk.editor.undo().label).toBeNull()
  })

  test('read by a call that began before they were saved do not overwrite them', async () => {
    const server = new ContractServer()
    const desk = await openDesk(server)
    const begunAt = performance.now()
    desk.setField('grade', '2')
    await saved(desk)
    server.fields = {}
    desk.refresh(begunAt)
    expect(desk.fields).toEqual({ grade: '2' })
  })

  test('that a colleague has set differently are a conflict; annotations continue to be saved', async () => {
    const server = new ContractServer()
    const desk = await openDesk(server)
    server.setField('grade', '3')
    desk.setField('grade', '2')
    desk.setField('note', 'mine')
    desk.label(7, true)
    await until(() => desk.status === 'conflict')
    desk.create('new', small)
    await until(() => server.stored.size === 1)
    expect([desk.fields, server.fields]).toEqual([{ grade: '2', note: 'mine' }, { grade: '3' }])
    desk.loop.keepMine('image')
    await saved(desk)
    expect(server.fields).toEqual({ grade: '2', note: 'mine' })
    expect(server.labels).toEqual(new Set([7]))
  })

  test('of a colleague can replace mine, while my other values are saved', async () => {
    const server = new ContractServer()
    const desk = await openDesk(server)
    server.setField('grade', '3')
    desk.setField('grade', '2')
    desk.label(7, true)
    await until(() => desk.status === 'conflict')
    desk.loop.takeTheirs('image')
    expect(desk.fields).toEqual({ grade: '3' })
    await until(() => server.labels.has(7))
    expect(server.fields).toEqual({ grade: '3' })
  })
})

test('work that version 1 stored in this browser is restored and sent', async () => {
  const server = new ContractServer()
  const about = { segmentation: flat(20) }
  for (const id of [1, 2, 3]) expect(server.colleagueCreates(about)).toBe(id)
  server.colleagueChanges(3, { color: '#ff0000' })
  server.labels.add(1).add(2)
  const store = {
    ...storeInMemory(),
    read: () => Promise.resolve(structuredClone(journalOfVersion1)),
  }
  const desk = await openDesk(server, store)
  expect(desk.labels).toEqual([2, 7])
  expect(desk.ids.toSorted()).toEqual(['6f1c2b1e', 'server-1', 'server-3'])
  desk.loop.keepMine('server-3')
  await saved(desk)
  expect(server.labels).toEqual(new Set([2, 7]))
  expect([...server.stored.values()].map(({ id, color }) => [id, color])).toEqual([
    [1, '#00ff00'],
    [3, '#0000ff'],
    [4, null],
  ])
})

const along = (x: number) => ({ kind: 'length' as const, points: [0, 0, x, 0] })
const move = (desk: Desk, id: string, x: number) =>
  desk.editor.change('moveMeasurement', setMeasurement(id, along(x)))
const shown = (desk: Desk) => desk.editor.state.document.imageRecord.measurements

describe('measurements', () => {
  const line = { kind: 'length' as const, points: [0, 0, 3, 4] }

  test('kept offline are sent later, beside those of a colleague, and undone alone', async () => {
    const server = new ContractServer()
    const desk = await openDesk(server)
    server.next('request lost', 'answer lost')
    desk.editor.change('measure', setMeasurement('mine', line))
    await until(() => desk.status === 'offline')
    server.setMeasurement('theirs', line)
    await saved(desk)
    expect(server.measurements).toEqual({ theirs: line, mine: line })
    desk.refresh()
    desk.editor.undo()
    await saved(desk)
    expect(server.measurements).toEqual({ theirs: line })
  })

  test('a place of the grid corrected offline is sent later, and so is its undo', async () => {
    const server = new ContractServer()
    const desk = await openDesk(server)
    server.next('request lost')
    desk.editor.change('moveGrid', correctGrid('fovea', { x: 3, y: 4 }))
    await until(() => desk.status === 'offline')
    server.setMeasurement('disc', { kind: 'disc', points: [1, 2] })
    await saved(desk)
    const disc = { kind: 'disc', points: [1, 2] }
    expect(server.measurements).toEqual({ disc, fovea: { kind: 'fovea', points: [3, 4] } })
    desk.refresh()
    desk.editor.undo()
    await saved(desk)
    expect(server.measurements).toEqual({ disc })
  })

  test('that two people have moved are both kept', async () => {
    const server = new ContractServer()
    server.measurements = { mine: along(10), theirs: along(10) }
    const desk = await openDesk(server)
    server.setMeasurement('theirs', along(20))
    move(desk, 'mine', 30)
    await saved(desk)
    expect(server.measurements).toEqual({ mine: along(30), theirs: along(20) })
    expect(shown(desk)).toEqual({ mine: along(30), theirs: along(20) })
  })

  test.each([
    { colleague: 'moved', theirs: along(20) },
    { colleague: 'deleted', theirs: null },
  ])('of which a colleague has $colleague the same are a conflict', async ({ theirs }) => {
    for (const keep of ['keepMine', 'takeTheirs'] as const) {
      const server = new ContractServer()
      server.measurements = { a: along(10) }
      const desk = await openDesk(server)
      server.setMeasurement('a', theirs)
      const before = server.measurements
      move(desk, 'a', 30)
      await until(() => desk.status === 'conflict')
      expect([server.measurements, shown(desk)]).toEqual([before, { a: along(30) }])
      desk.loop[keep]('image')
      await saved(desk)
      const expected = keep === 'keepMine' ? { a: along(30) } : before
      expect([server.measurements, shown(desk)]).toEqual([expected, expected])
    }
  })

  test('deleted here and moved by a colleague are a conflict', async () => {
    const server = new ContractServer()
    server.measurements = { a: along(10) }
    const desk = await openDesk(server)
    server.setMeasurement('a', along(20))
    desk.editor.change('deleteMeasurement', setMeasurement('a', null))
    await until(() => desk.status === 'conflict')
    expect(server.measurements).toEqual({ a: along(20) })
  })

  test('moved offline are a conflict later if a colleague has moved the same meanwhile', async () => {
    const server = new ContractServer()
    server.measurements = { a: along(10), b: along(10) }
    const store = storeInMemory()
    const desk = await openDesk(server, store)
    server.next('request lost', 'request lost', 'request lost')
    move(desk, 'a', 30)
    move(desk, 'b', 30)
    await until(() => desk.status === 'offline')
    desk.loop.stop()
    server.setMeasurement('a', along(20))
    const later = await openDesk(server, store)
    expect(later.status).toBe('conflict')
    later.loop.takeTheirs('image')
    await saved(later)
    expect(server.measurements).toEqual({ a: along(20), b: along(30) })
  })

  test('whose answer was lost are no conflict when they are sent again', async () => {
    const server = new ContractServer()
    server.measurements = { a: along(10) }
    const desk = await openDesk(server)
    server.next('answer lost')
    move(desk, 'a', 30)
    await saved(desk)
    expect(server.measurements).toEqual({ a: along(30) })
  })
})
