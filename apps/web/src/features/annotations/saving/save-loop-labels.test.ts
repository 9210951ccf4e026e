import { describe, expect, test } from 'vitest'

import { CallError } from '../../../api/call-error.ts'
import { ContractServer } from '../testing/contract-server.ts'
import { storeInMemory } from '../testing/desk.ts'
import { openDesk, saved, until } from '../testing/open-desk.ts'

describe('labels of the image as a whole', () => {
  test('are saved, taken back by undo and given again by redo', async () => {
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

  test('given without a network survive the page, and leave those of a colleague alone', async () => {
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

  test('of a colleague appear, are not undone, and stay when their own step is', async () => {
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

  test('that the server refuses are told with the reason, and taken back by undo', async () => {
    const server = new ContractServer()
    const desk = await openDesk(server)
    server.next(
      new CallError(400, { code: 'invalid_input', message: 'There is no such category.' }),
    )
    desk.label(7, true)
    await until(() => desk.status === 'refused')
    expect(desk.loop.ledger.labels.failure?.message).toBe('There is no such category.')
    desk.editor.undo()
    await saved(desk)
    expect(desk.labels).toEqual([])
  })
})
