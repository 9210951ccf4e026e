import { expect, test } from 'vitest'

import { setMeasurement } from '#annotation/commands'
import { correctGrid } from '#annotation/grid-places'
import { loadPolygonOperations } from '#geometry/boolean'
import { usualLooks, withCategoryLook } from '#annotation/looks'
import { carryOut } from '#annotation/plan'

import { ContractServer } from '../testing/contract-server.ts'
import { aSquare, storeInMemory } from '../testing/desk.ts'
import { flat, openDesk, saved, until } from '../testing/open-desk.ts'
import { keepBoth, unite } from './settle-conflict.ts'

const operations = await loadPolygonOperations()

/** Mine is a square of 20 at 30, theirs one of 50 at 10. */
async function inConflict() {
  const server = new ContractServer()
  server.colleagueCreates({ segmentation: flat(20), updated_by: 'jin' })
  const desk = await openDesk(server, storeInMemory(), (plan) => carryOut(plan, operations))
  server.colleagueChanges(1, { segmentation: flat(50), updated_by: 'kim' })
  desk.draw('server-1', aSquare(50, 10, 20))
  await until(() => desk.status === 'conflict')
  return { server, desk, annotator: { editor: desk.editor, saving: desk.loop } }
}

test('the conflict names who has changed it', async () => {
  const { desk } = await inConflict()
  expect(desk.loop.ledger.entries.get('server-1')).toMatchObject({ current: { changedBy: 'kim' } })
})

test('both are kept as two annotations', async () => {
  const { server, desk, annotator } = await inConflict()
  keepBoth(annotator, 'server-1')
  await saved(desk)
  expect([...server.stored.values()].map(({ segmentation }) => segmentation)).toEqual([
    flat(50),
    [[50, 10, 70, 10, 70, 30, 50, 30]],
  ])
})

test('their union is one annotation, and can be undone', async () => {
  const { server, desk, annotator } = await inConflict()
  unite(annotator, 'server-1')
  await saved(desk)
  expect([...server.stored.values()]).toHaveLength(1)
  const box = server.stored.get(1)?.segmentation as number[][]
  expect(Math.max(...(box[0] ?? []))).toBe(70)
  desk.editor.undo()
  await saved(desk)
  expect(server.stored.get(1)?.segmentation).toEqual(flat(50))
})

test('neither version is lost if the category was locked in the meantime', async () => {
  const lock = { looks: withCategoryLook(usualLooks, 1, { isLocked: true }) }
  const both = await inConflict()
  both.desk.editor.setView(lock)
  keepBoth(both.annotator, 'server-1')
  await saved(both.desk)
  expect([...both.server.stored.values()]).toHaveLength(2)
  const one = await inConflict()
  one.desk.editor.setView(lock)
  unite(one.annotator, 'server-1')
  await saved(one.desk)
  const box = one.server.stored.get(1)?.segmentation as number[][]
  expect(Math.max(...(box[0] ?? []))).toBe(70)
})

const along = (x: number) => ({ kind: 'length' as const, points: [0, 0, x, 0] })

test('both versions of a measurement are kept beside each other', async () => {
  const server = new ContractServer()
  server.measurements = { a: along(10) }
  const desk = await openDesk(server)
  server.setMeasurement('a', along(20))
  desk.editor.change('moveMeasurement', setMeasurement('a', along(30)))
  await until(() => desk.status === 'conflict')
  keepBoth({ editor: desk.editor, saving: desk.loop }, 'image')
  await saved(desk)
  expect(Object.values(server.measurements)).toEqual([along(20), along(30)])
  expect(server.measurements['a']).toEqual(along(20))
})

test('of a corrected place of the grid only one version can be kept', async () => {
  const server = new ContractServer()
  server.measurements = { fovea: { kind: 'fovea', points: [1, 1] } }
  const desk = await openDesk(server)
  server.setMeasurement('fovea', { kind: 'fovea', points: [2, 2] })
  desk.editor.change('moveGrid', correctGrid('fovea', { x: 3, y: 3 }))
  await until(() => desk.status === 'conflict')
  keepBoth({ editor: desk.editor, saving: desk.loop }, 'image')
  expect(desk.status).toBe('conflict')
  desk.loop.keepMine('image')
  await saved(desk)
  expect(server.measurements).toEqual({ fovea: { kind: 'fovea', points: [3, 3] } })
})
