import { describe, expect, test, vi } from 'vitest'

import type { CarryOut } from '#annotation/reshaping'
import type { PlanAnswer } from '#annotation/plan'
import { SearchTooLargeError } from '#annotation/search'

import { CallError, unexpectedAnswer } from '../../../api/call-error.ts'
import { ContractServer } from '../testing/contract-server.ts'
import { aSquare, type Desk, storeInMemory } from '../testing/desk.ts'
import { flat, large, openDesk, saved, small, until } from '../testing/open-desk.ts'
import { serverStateOf } from '../wire.ts'
import { settledUnseen } from './settled.ts'

describe('a drawing', () => {
  test('is automatically on the server shortly after', async () => {
    const server = new ContractServer()
    const desk = await openDesk(server)
    desk.create('new', small)
    expect(desk.status).toBe('unsaved')
    await saved(desk)
    expect([...server.stored.values()]).toMatchObject([{ segmentation: flat(20), revision: 1 }])
  })

  test('is sent as the changes alone', async () => {
    const server = new ContractServer()
    server.colleagueCreates({ segmentation: flat(20), metadata: { grade: 2 } })
    const desk = await openDesk(server)
    desk.colour('server-1', '#00ff00')
    await saved(desk)
    expect(server.stored.get(1)).toMatchObject({ color: '#00ff00', metadata: { grade: 2 } })
    expect(server.arrived).toEqual(['PATCH /api/annotation/:id'])
  })

  test('is also deleted on the server, and restored by undo', async () => {
    const server = new ContractServer()
    server.colleagueCreates({ segmentation: flat(20) })
    const desk = await openDesk(server)
    desk.delete('server-1')
    await saved(desk)
    expect(server.stored.size).toBe(0)
    desk.editor.undo()
    await saved(desk)
    expect([...server.stored.values()]).toMatchObject([{ segmentation: flat(20) }])
    expect(desk.ids).toEqual(['server-1'])
  })

  test('keeps its place among others if an earlier one is saved later', async () => {
    const server = new ContractServer()
    const desk = await openDesk(server)
    server.next('request lost')
    for (const id of ['first', 'second', 'third']) desk.create(id, small)
    await saved(desk)
    const places = desk.ids.map((id) => desk.editor.state.document.annotations.get(id)?.position)
    const stored = [...server.stored.values()].map(({ position }) => position)
    expect(stored).not.toEqual(places)
    expect(stored.toSorted((a, b) => a - b)).toEqual(places)
  })

  test('that is undone does not fill the undo list, but one that is deleted does', async () => {
    const server = new ContractServer()
    const desk = await openDesk(server)
    desk.create('new', small)
    await saved(desk)
    desk.editor.undo()
    await saved(desk)
    expect([server.stored.size, server.undoList]).toEqual([0, []])
    desk.editor.redo()
    await saved(desk)
    desk.delete('new')
    await saved(desk)
    expect(server.undoList).toHaveLength(1)
  })

  test('is shown with the default metadata that the server adds', async () => {
    const server = new ContractServer()
    server.usualMetadata = { clinic: 'A' }
    const desk = await openDesk(server)
    desk.create('new', small)
    await saved(desk)
    expect(desk.editor.state.document.annotations.get('new')?.metadata).toEqual({ clinic: 'A' })
    expect(desk.editor.undo()).toEqual({ label: 'create', skipped: [] })
    expect(desk.ids).toEqual([])
    desk.editor.redo()
    await saved(desk)
    expect(desk.editor.state.document.annotations.get('new')?.metadata).toEqual({ clinic: 'A' })
    expect(desk.status).toBe('saved')
  })
})

test('work on an image that somebody has deleted waits, and is saved once it is restored', async () => {
  const server = new ContractServer()
  server.colleagueCreates({ segmentation: flat(20) })
  const desk = await openDesk(server)
  server.imageIsDeleted = true
  desk.colour('server-1', '#00ff00')
  desk.create('new', small)
  await until(() => desk.status === 'offline')
  server.imageIsDeleted = false
  await saved(desk)
  expect([...server.stored.values()]).toMatchObject([
    { color: '#00ff00' },
    { segmentation: flat(20) },
  ])
})

function never(): Promise<PlanAnswer> {
  return new Promise(() => undefined)
}

const asBefore: CarryOut = ({ base, baseLines }) => ({ geometry: base, lines: baseLines })

const asDrawn: CarryOut = ({ base, drawing }) => ({
  geometry: drawing.kind === 'area' ? drawing.area : base,
  lines: [],
})

function draw({ editor }: Desk, annotation: string, operation: 'add' | 'replace'): void {
  const drawing = { kind: 'area', area: small } as const
  editor.reshape({ annotation, operation, drawing, asBox: false, mark: editor.mark('draw') })
}

describe('a drawing that was not merged when its page closed', () => {
  test('is merged at the next visit, and only once', async () => {
    const server = new ContractServer()
    const store = storeInMemory()
    const before = await openDesk(server, store, never)
    before.create('new', [])
    await saved(before)
    draw(before, 'new', 'add')
    before.loop.stop()
    const after = await openDesk(server, store, asDrawn)
    expect(after.ids).toEqual(['server-1'])
    await saved(after)
    expect([...server.stored.values()]).toMatchObject([{ segmentation: flat(20) }])
    await until(() => after.editor.state.pending.length === 0)
    expect(await store.read()).toBeNull()
  })

  test('is merged into its annotation also if that was saved while it was worked out', async () => {
    const server = new ContractServer()
    const store = storeInMemory()
    const before = await openDesk(server, store, never)
    before.create('new', [])
    draw(before, 'new', 'add')
    await saved(before)
    before.loop.stop()
    const after = await openDesk(server, store, asDrawn)
    await saved(after)
    expect([...server.stored.values()]).toMatchObject([{ segmentation: flat(20) }])
  })

  test.each(['before', 'after'])(
    'and is too large where nobody can decide goes with the annotation that it began, saved %s the page closed',
    async (time) => {
      const server = new ContractServer()
      const store = storeInMemory()
      const before = await openDesk(server, store, never)
      const { preferences } = before.editor.state
      before.editor.setView({
        activeCategory: 1,
        preferences: { ...preferences, newAfterStroke: true },
      })
      before.editor.setTool('magicWand')
      before.click(10, 10)
      if (time === 'before') await saved(before)
      before.loop.stop()
      const after = await openDesk(server, store, () => {
        throw new SearchTooLargeError('It is too large.')
      })
      await settledUnseen(after.editor)
      await after.loop.saveNow()
      expect(after.ids).toEqual([])
      expect([...server.stored.values(), ...server.undoList]).toEqual([])
      expect(await store.read()).toBeNull()
    },
  )

  test('is left out if it would overwrite a colleague’s later change', async () => {
    const server = new ContractServer()
    server.colleagueCreates({ segmentation: flat(20) })
    server.colleagueCreates({ segmentation: flat(20) })
    const store = storeInMemory()
    const before = await openDesk(server, store, never)
    draw(before, 'server-1', 'replace')
    draw(before, 'server-2', 'add')
    before.loop.stop()
    for (const id of [1, 2]) server.colleagueChanges(id, { segmentation: flat(50) })
    const after = await openDesk(server, store, asBefore)
    expect(after.editor.state.pending).toEqual([])
    expect(server.stored.get(1)).toMatchObject({ segmentation: flat(50) })
    expect(await store.read()).toBeNull()
  })
})

describe('a bad network', () => {
  test('loses no edit, whichever way a call is lost, and creates nothing twice', async () => {
    const server = new ContractServer()
    const desk = await openDesk(server)
    server.next('request lost', 'answer lost', 'answer lost')
    desk.create('new', small)
    await until(() => desk.status === 'offline')
    desk.draw('new', large)
    await saved(desk)
    expect([...server.stored.values()]).toMatchObject([{ segmentation: flat(50), revision: 2 }])
  })

  test('that answers with a page of its own is tried again', async () => {
    const server = new ContractServer()
    const desk = await openDesk(server)
    server.next(unexpectedAnswer('<title>Sign in to the network of the hotel</title>'))
    desk.create('new', small)
    await saved(desk)
    expect([...server.stored.values()]).toMatchObject([{ segmentation: flat(20) }])
  })

  test('is reported until an immediate save succeeds', async () => {
    const server = new ContractServer()
    const desk = await openDesk(server)
    server.next(...Array<'request lost'>(4).fill('request lost'))
    desk.create('new', small)
    await desk.loop.saveNow()
    expect(desk.status).toBe('offline')
    await until(() => desk.status === 'saved')
  })

  test('and a closed page: the work is restored and saved once', async () => {
    const server = new ContractServer()
    const store = storeInMemory()
    const desk = await openDesk(server, store)
    server.next('answer lost', 'request lost', 'request lost')
    desk.create('new', small)
    await until(() => desk.status === 'offline')
    desk.loop.stop()
    const again = await openDesk(server, store)
    expect(again.editor.state.document.annotations.get('new')?.geometry).toEqual(small)
    await saved(again)
    again.refresh()
    expect([...server.stored.values()]).toMatchObject([{ segmentation: flat(20) }])
    expect(again.ids).toEqual(['new'])
    expect(await store.read()).toBeNull()
  })

  test('without storage in this browser is reported', async () => {
    const store = { read: () => Promise.resolve(null), write: () => Promise.reject(new Error()) }
    const server = new ContractServer()
    const desk = await openDesk(server, store)
    desk.create('new', small)
    await saved(desk)
    expect(desk.loop.isKept).toBe(false)
  })
})

async function inConflict(): Promise<[ContractServer, Desk]> {
  const server = new ContractServer()
  server.colleagueCreates({ segmentation: flat(20) })
  const desk = await openDesk(server)
  server.colleagueChanges(1, { segmentation: flat(30) })
  desk.draw('server-1', large)
  await until(() => desk.status === 'conflict')
  return [server, desk]
}

describe('two people on one image', () => {
  test('a conflict loses nothing, and keeping mine replaces theirs', async () => {
    const [server, desk] = await inConflict()
    expect(server.stored.get(1)).toMatchObject({ segmentation: flat(30) })
    expect(desk.editor.state.document.annotations.get('server-1')?.geometry).toEqual(large)
    desk.loop.keepMine('server-1')
    await saved(desk)
    expect(server.stored.get(1)).toMatchObject({ segmentation: flat(50), revision: 3 })
  })

  test('taking theirs shows theirs', async () => {
    const [, desk] = await inConflict()
    desk.loop.takeTheirs('server-1')
    expect(desk.status).toBe('saved')
    expect(desk.editor.state.document.annotations.get('server-1')?.geometry).toEqual(
      aSquare(10, 10, 30),
    )
  })

  test("a colleague's deletion of an annotation that is edited here is a conflict, too", async () => {
    const server = new ContractServer()
    server.colleagueCreates()
    const desk = await openDesk(server)
    server.stored.clear()
    desk.draw('server-1', large)
    await until(() => desk.status === 'conflict')
    desk.loop.keepMine('server-1')
    await saved(desk)
    expect([...server.stored.values()]).toMatchObject([{ segmentation: flat(50) }])
  })

  test("others' creations, changes and deletions appear, and one's own are not news", async () => {
    const server = new ContractServer()
    server.colleagueCreates()
    const desk = await openDesk(server)
    desk.create('mine', small)
    await saved(desk)
    server.colleagueCreates({ segmentation: flat(30) })
    server.stored.delete(1)
    desk.refresh()
    expect(desk.ids).toEqual(['mine', 'server-3'])
  })

  test('a response older than a later save changes nothing', async () => {
    const server = new ContractServer()
    server.colleagueCreates()
    const desk = await openDesk(server)
    const begunAt = performance.now()
    const before = new Map(server.stored)
    desk.create('mine', small)
    desk.delete('server-1')
    await saved(desk)
    server.stored.clear()
    for (const [id, annotation] of before) server.stored.set(id, annotation)
    desk.refresh(begunAt)
    expect(desk.ids).toEqual(['mine'])
  })
})

describe('a change that the server refuses', () => {
  const refusal = new CallError(422, { code: 'unusable_content', message: 'Too many points.' })

  test('is reported with its reason and kept until it is edited or retried', async () => {
    const server = new ContractServer()
    const store = storeInMemory()
    const desk = await openDesk(server, store)
    server.next(refusal)
    desk.create('new', small)
    await until(() => desk.status === 'refused')
    expect(desk.loop.ledger.entries.get('new')).toMatchObject({ message: 'Too many points.' })
    expect(await store.read()).not.toBeNull()
    desk.loop.tryAgain('new')
    await saved(desk)
    expect(server.stored.size).toBe(1)
  })

  test('does not hold up others, nor does a fault of the page', async () => {
    const server = new ContractServer()
    const desk = await openDesk(server)
    const noted = vi.fn<(error: unknown) => void>()
    vi.stubGlobal('reportError', noted)
    const fault = new TypeError('A fault of the page.')
    server.next(fault)
    desk.create('new', small)
    await until(() => desk.status === 'refused')
    expect(noted).toHaveBeenCalledWith(fault)
    vi.unstubAllGlobals()
    desk.create('other', large)
    await until(() => server.stored.size === 1)
    desk.loop.tryAgain('new')
    await saved(desk)
    expect(server.stored.size).toBe(2)
  })
})

describe('an annotation that the server made for the user', () => {
  test('appears without being saved again, and can be undone like any other step', async () => {
    const server = new ContractServer()
    const desk = await openDesk(server)
    server.colleagueCreates({ segmentation: flat(20) })
    const made = [...server.stored.values()].map(serverStateOf)
    // The live stream has already announced it.
    desk.refresh()
    desk.loop.takeMade(made, 'copy')
    expect(desk.ids).toEqual(['server-1'])
    expect(desk.status).toBe('saved')
    expect(server.arrived).toEqual([])
    desk.editor.undo()
    await saved(desk)
    expect(server.stored.size).toBe(0)
    desk.editor.redo()
    await saved(desk)
    expect([...server.stored.values()]).toMatchObject([{ segmentation: flat(20) }])
  })
})
