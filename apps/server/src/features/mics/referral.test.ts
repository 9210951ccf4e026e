import { expect, test } from 'vitest'

import { requestAnalysisOfAll } from '#contract/analysis'
import { getDatasetData, updateDataset } from '#contract/datasets'
import {
  chooseOrder,
  listOrders,
  referImage,
  sendResultAgain,
  type MicsChange,
} from '#contract/mics'
import { getDeadLetters, requeueLetter } from '#contract/outbox'

import { startApp } from '../../testing/start-app.ts'
import { postResult } from './post-result.ts'

const demo = { adapter: 'demo', whenMany: 'ask', reportUrl: '' } as const

/** A dataset of kim's on a server that works, with images of these patients. */
async function givenClinic(
  settings: Partial<MicsChange>,
  patients: readonly string[],
  options: Parameters<typeof startApp>[0] = {},
) {
  const started = await startApp({ site: demo, ...options })
  const { given, db } = started
  const kim = await given.user('kim')
  const dataset = await given.dataset(kim)
  const { id } = dataset
  const change = (MICS: Partial<MicsChange>) =>
    kim.call(updateDataset, { params: { id }, body: { settings: { MICS } } })
  await change(settings)
  const images: number[] = []
  for (const patient_id of patients) {
    const image = await given.image(kim, dataset)
    await db
      .updateTable('image')
      .set({ patient_id, study_date: '2026-01-31' })
      .where('id', '=', image.id)
      .execute()
    images.push(image.id)
  }
  const rows = async () => {
    const { body } = await kim.call(getDatasetData, { params: { id }, query: { order: 'id' } })
    return body.images
  }
  const states = async () => (await rows()).map((image) => image.stateMICS)
  /** As if an analysis had ended. */
  const finish = (imageId: number) =>
    db.transaction().execute(async (trx) => {
      const result = await trx
        .insertInto('analysis_result')
        .values({
          image_id: imageId,
          kind: 'quality',
          name: 'Image quality',
          model_name: 'm',
          model_version: '1',
          image_sha256: Buffer.alloc(32),
          width: 80,
          height: 60,
          numbers: '{}',
          created_at: new Date(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await trx
        .updateTable('image')
        .set({ mics_state: 'Finished', predicted: true })
        .where('id', '=', imageId)
        .execute()
      const image = { id: imageId, dataset_id: id }
      await postResult(started.parts)(trx, { image, ids: { quality: result.id } })
    })
  return { ...started, kim, id, images, rows, states, change, finish }
}

test('without required orders an image can be referred at once', async () => {
  const { kim, images, states } = await givenClinic({}, ['A-1'])
  expect(await states()).toEqual(['Unreferred'])
  const [id = 0] = images
  expect((await kim.call(referImage, { params: { id } })).status).toBe(200)
  expect(await states()).toEqual(['Referred'])
})

test('with required orders an image waits for its own, and cannot be referred without', async () => {
  const { kim, images, states, rows } = await givenClinic({ REQUIRE: true }, ['A-1', 'A-10', 'A-9'])
  expect(await states()).toEqual(['Unselected', 'Unselected', 'Unselected'])
  const [one = 0, none = 0, two = 0] = images
  expect((await kim.call(referImage, { params: { id: one } })).status).toBe(200)
  const refused = await kim.call(referImage, { params: { id: none } })
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ key: 'mics.noOrder' })
  expect(await states()).toEqual(['Referred', 'Unselected', 'Unselected'])
  expect((await rows())[0]?.micsMeta).toEqual({ ORD_SEQ: 'DEMO-A-1-1', BNCH_NM: 'Demo department' })
  expect((await rows())[1]?.micsFailure).toMatchObject({ key: 'mics.noOrder' })

  const many = await kim.call(referImage, { params: { id: two } })
  expect(many.body).toMatchObject({ key: 'mics.manyOrders', params: { count: 2 } })
  const { body: orders } = await kim.call(listOrders, { params: { id: two } })
  expect(orders.map(({ ordSeq }) => ordSeq)).toEqual(['DEMO-A-9-1', 'DEMO-A-9-2'])
  const foreign = await kim.call(chooseOrder, {
    params: { id: two },
    body: { ordSeq: 'DEMO-A-1-1' },
  })
  expect(foreign.body).toMatchObject({ key: 'mics.notAmongOrders' })
  await kim.call(chooseOrder, { params: { id: two }, body: { ordSeq: 'DEMO-A-9-2' } })
  expect((await rows())[2]).toMatchObject({
    stateMICS: 'Unreferred',
    micsMeta: { ORD_SEQ: 'DEMO-A-9-2' },
    micsFailure: null,
  })
})

test('orders are found by themselves, and once they are not required nothing waits for them', async () => {
  const { states, rows, change } = await givenClinic({}, ['A-1', 'A-10'], { works: true })
  await change({ REQUIRE: true })
  await expect.poll(states).toEqual(['Unreferred', 'Unselected'])
  await expect.poll(async () => (await rows())[1]?.micsFailure?.key).toBe('mics.noOrder')
  await change({ REQUIRE: false })
  expect(await states()).toEqual(['Unreferred', 'Unreferred'])
  expect((await rows())[1]?.micsFailure).toBeNull()
})

test('images without an order are left out when all are referred together', async () => {
  const { kim, id, images } = await givenClinic({ REQUIRE: true }, ['A-1', 'A-10'])
  const refused = await kim.call(requestAnalysisOfAll, { query: { dataset_id: id } })
  expect(refused.status).toBe(409)
  const [first = 0] = images
  await kim.call(chooseOrder, { params: { id: first }, body: { ordSeq: 'DEMO-A-1-1' } })
  const { body } = await kim.call(requestAnalysisOfAll, { query: { dataset_id: id } })
  expect(body).toMatchObject({ params: { count: 1 } })
})

test('a finished analysis is sent, and counts as sent when it is acknowledged', async () => {
  const { images, rows, finish } = await givenClinic({ REQUIRESEND: true }, ['A-1'], {
    works: true,
  })
  const [id = 0] = images
  await finish(id)
  await expect.poll(async () => (await rows())[0]?.stateMICS).toBe('FinishedTransmit')
  expect((await rows())[0]?.micsMeta).toMatchObject({ ORD_SEQ: 'DEMO-A-1-1' })
})

test('what cannot be sent for a day is shown in the row and to administrators, and sent again', async () => {
  const { kim, given, db, images, finish, advance } = await givenClinic(
    { REQUIRESEND: true },
    ['A-10', 'A-20'],
    { works: true },
  )
  const [first = 0, second = 0] = images
  const stored = () =>
    db.selectFrom('image').select(['mics_state', 'mics_failure']).orderBy('id').execute()
  const failures = async () => (await stored()).map((image) => image.mics_failure?.key)
  await finish(first)
  await finish(second)
  const failed = db.selectFrom('outbox').select('id').where('failure', 'is not', null)
  await expect.poll(() => failed.execute()).toHaveLength(2)
  expect((await kim.call(sendResultAgain, { params: { id: first } })).status).toBe(409)
  advance(25 * 3600)
  await expect.poll(failures).toEqual(['mics.noOrder', 'mics.noOrder'])
  expect((await stored()).map((image) => image.mics_state)).toEqual(['Finished', 'Finished'])
  const admin = await given.user('admin', { isAdmin: true })
  const { body: dead } = await admin.call(getDeadLetters)
  const expected = { title: { key: 'mics.letter' }, why: { key: 'mics.noOrder' } }
  expect(dead).toMatchObject([expected, expected])

  await db.updateTable('image').set({ patient_id: 'A-1' }).execute()
  const again = await admin.call(sendResultAgain, { params: { id: first } })
  expect(again.status).toBe(200)
  const left = dead.find(({ key }) => key.startsWith(`image ${second}:`))
  await admin.call(requeueLetter, { params: { id: left?.id ?? 0 } })
  await expect
    .poll(stored)
    .toEqual([0, 1].map(() => ({ mics_state: 'FinishedTransmit', mics_failure: null })))
  expect((await admin.call(getDeadLetters)).body).toEqual([])
})
