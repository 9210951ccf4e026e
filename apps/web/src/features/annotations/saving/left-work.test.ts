import { expect, test } from 'vitest'

import { ContractServer } from '../testing/contract-server.ts'
import { storeInMemory } from '../testing/desk.ts'
import { flat, large, openDesk, saved, small } from '../testing/open-desk.ts'

test('undo and redo go on where they were when an image is opened again', async () => {
  const server = new ContractServer()
  server.colleagueCreates({ segmentation: flat(20) })
  const first = await openDesk(server)
  first.delete('server-1')
  first.create('mine', small)
  first.draw('mine', large)
  await saved(first)
  const [made] = server.stored.keys()
  const desk = await openDesk(server, storeInMemory(), undefined, first.leave())
  desk.editor.undo()
  await saved(desk)
  expect([...server.stored.values()]).toMatchObject([{ id: made, segmentation: flat(20) }])
  desk.editor.undo()
  await saved(desk)
  expect([server.stored.size, server.undoList]).toEqual([0, [1]])
  desk.editor.undo()
  await saved(desk)
  expect([...server.stored.keys()]).toEqual([1])
  desk.editor.redo()
  desk.editor.redo()
  desk.editor.redo()
  await saved(desk)
  expect([...server.stored.values()]).toMatchObject([{ id: made, segmentation: flat(50) }])
})

test('work that was not saved when the image was closed is undone as well', async () => {
  const server = new ContractServer()
  const store = storeInMemory()
  const first = await openDesk(server, store)
  server.next('request lost')
  first.create('mine', small)
  const desk = await openDesk(server, store, undefined, first.leave())
  await saved(desk)
  desk.editor.undo()
  await saved(desk)
  expect(server.stored.size).toBe(0)
})
