import { expect, test } from 'vitest'

import type { CarryOut } from '#annotation/reshaping'

import { ContractServer } from '../testing/contract-server.ts'
import { storeInMemory } from '../testing/desk.ts'
import { flat, large, openDesk, saved, small } from '../testing/open-desk.ts'

const findLarge: CarryOut = () => ({ geometry: large, lines: [] })

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

test.each(['again', 'after a reload'])(
  'a deletion whose answer was lost is undone as the same annotation once the image is opened %s',
  async (way) => {
    const server = new ContractServer()
    server.colleagueCreates({ segmentation: flat(20) })
    const store = storeInMemory()
    const first = await openDesk(server, store)
    first.delete('server-1')
    server.next('answer lost')
    await first.loop.saveNow()
    expect(server.stored.size).toBe(0)
    // Without the page, there is nothing to undo, so it is undone before.
    if (way === 'after a reload') first.editor.undo()
    const left = first.leave()
    const desk = await openDesk(server, store, undefined, way === 'again' ? left : null)
    if (way === 'again') desk.editor.undo()
    await saved(desk)
    expect([...server.stored.keys()]).toEqual([1])
  },
)

test('an annotation whose creation was not answered is shown once, also with default metadata', async () => {
  const server = new ContractServer()
  server.usualMetadata = { clinic: 'A' }
  const store = storeInMemory()
  const first = await openDesk(server, store)
  first.create('mine', small)
  server.next('answer lost')
  await first.loop.saveNow()
  first.leave()
  const desk = await openDesk(server, store)
  expect(desk.ids).toEqual(['mine'])
  await saved(desk)
  expect(desk.editor.state.document.annotations.get('mine')?.metadata).toEqual({ clinic: 'A' })
})

test('a half-drawn shape in a new annotation goes on under the id that the server has given', async () => {
  const server = new ContractServer()
  const first = await openDesk(server, storeInMemory(), findLarge)
  first.create('mine', small)
  first.editor.select('mine')
  first.editor.setTool('clicks')
  first.click(20, 20)
  await saved(first)
  const [made] = server.stored.keys()
  const desk = await openDesk(server, storeInMemory(), findLarge, first.leave())
  expect(desk.editor.state.selection).toBe(`server-${made}`)
  expect(desk.editor.state.preview?.geometry).toEqual(large)
  desk.editor.keyDown({ key: 'Enter', repeat: false, shift: false, alt: false, ctrl: false })
  await saved(desk)
  expect([...server.stored.values()]).toMatchObject([{ id: made, segmentation: flat(50) }])
})
