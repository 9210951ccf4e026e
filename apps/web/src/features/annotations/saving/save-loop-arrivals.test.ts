import { expect, test } from 'vitest'

import { CallError } from '../../../api/call-error.ts'
import { ContractServer } from '../testing/contract-server.ts'
import { storeInMemory } from '../testing/desk.ts'
import { large, openDesk, saved, small, until } from '../testing/open-desk.ts'

const refusal = new CallError(422, { code: 'invalid_input', message: 'No.' })

test('a colleague’s annotation is shown at once if our creation is refused, and goes if it is deleted', async () => {
  const server = new ContractServer()
  const desk = await openDesk(server)
  desk.create('a', small)
  server.next(refusal)
  const sent = desk.loop.saveNow()
  const theirs = server.colleagueCreates()
  desk.refresh()
  await sent
  await until(() => desk.status === 'refused')
  expect(desk.ids).toEqual(['a', 'server-1'])
  desk.refresh()
  server.stored.delete(theirs)
  desk.refresh()
  desk.create('b', large)
  await desk.loop.saveNow()
  expect(desk.ids).toEqual(['a', 'b'])
})

test('saving at once ends with the image that is left, also if there is more to send', async () => {
  const server = new ContractServer()
  const desk = await openDesk(server)
  desk.create('a', small)
  const sent = desk.loop.saveNow()
  desk.create('b', large)
  desk.leave()
  await sent
  expect(desk.loop.ledger.entries.get('b')?.state).not.toBe('saved')
})

test('work that had been saved after all is unsaved no longer once the image was opened again', async () => {
  const server = new ContractServer()
  server.colleagueCreates()
  const store = storeInMemory()
  const desk = await openDesk(server, store)
  desk.draw('server-1', small)
  server.next('answer lost')
  await desk.loop.saveNow()
  desk.leave()
  const again = await openDesk(server, store)
  await saved(again)
  again.leave()
  expect(await store.read()).toBeNull()
  server.colleagueChanges(1, { color: '#00ff00' })
  expect((await openDesk(server, store)).status).toBe('saved')
})
