import { expect, test } from 'vitest'

import { discardCorrection, requestAnalysis, requestAnalysisOfAll } from '#contract/analysis'
import { getDatasetData, updateDataset } from '#contract/datasets'
import {
  chooseOrder,
  listOrders,
  referImage,
  sendResultAgain,
  type MicsChange,
} from '#contract/mics'
import { countUndelivered, listMessages, tryMessageNow, type MessageState } from '#contract/outbox'
import { cancelTask } from '#contract/tasks'

import { analysed } from '../../testing/analysed.ts'
import { startApp } from '../../testing/start-app.ts'
import { postStanding } from './post-standing.ts'
import { Site } from './site-file.ts'

const demo = Site.parse({ adapter: 'demo' })

/** A dataset of kim's with images of these patients, on a server that runs jobs. */
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
  /** Simulates the end of an analysis. */
  const finish = (imageId: number) =>
    db.transaction().execute(async (trx) => {
      await analysed(trx, imageId)
      await trx
        .updateTable('image')
        .set({ mics_state: 'Finished', predicted: true })
        .where('id', '=', imageId)
        .execute()
      const image = { id: imageId, dataset_id: id }
      await postStanding(started.parts)(trx, { image })
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
  expect(refused.body).toMatchObject({
    key: 'mics.orderRequired',
    params: { why: { key: 'mics.noOrder' } },
  })
  expect(await states()).toEqual(['Referred', 'Unselected', 'Unselected'])
  expect((await rows())[0]?.micsMeta).toEqual({ ORD_SEQ: 'DEMO-A-1-1', BNCH_NM: 'Demo department' })
  expect((await rows())[1]?.micsFailure).toMatchObject({ key: 'mics.noOrder' })

  const many = await kim.call(referImage, { params: { id: two } })
  expect(many.body).toMatchObject({
    params: { why: { key: 'mics.manyOrders', params: { count: 2 } } },
  })
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

test('orders are found automatically, and if they are no longer required nothing waits for them', async () => {
  const { states, rows, change } = await givenClinic({}, ['A-1', 'A-10'], { works: true })
  await change({ REQUIRE: true })
  await expect.poll(states).toEqual(['Unreferred', 'Unselected'])
  await expect.poll(async () => (await rows())[1]?.micsFailure?.key).toBe('mics.noOrder')
  await change({ REQUIRE: false })
  expect(await states()).toEqual(['Unreferred', 'Unreferred'])
  expect((await rows())[1]?.micsFailure).toBeNull()
})

test('requesting the analysis of an image requests its order, too', async () => {
  const { kim, images, states, rows } = await givenClinic({ REQUIRE: true }, ['A-1', 'A-10'])
  const [one = 0, none = 0] = images
  const refused = await kim.call(requestAnalysis, { query: { original_id: none } })
  expect(refused.status).toBe(409)
  expect(refused.body.message).toBe(
    'The image was not referred, because its dataset requires an order before an analysis. The order system has no order for this patient and day. Check the patient ID and the study date, or ask the department.',
  )
  expect((await kim.call(requestAnalysis, { query: { original_id: one } })).status).toBe(200)
  expect(await states()).toEqual(['Referred', 'Unselected'])
  expect((await rows())[0]?.micsMeta).toMatchObject({ ORD_SEQ: 'DEMO-A-1-1' })
  const again = await kim.call(discardCorrection, { query: { original_id: none } })
  expect([again.status, again.body]).toMatchObject([409, { key: 'analysis.waitsForOrder' }])
})

test('if orders are required, the images that wait to be referred are "all" images', async () => {
  const patients = ['A-1', 'A-10', 'A-2', 'A-3']
  const { kim, id, images, states, db } = await givenClinic({ REQUIRE: true }, patients)
  const query = { dataset_id: id }
  const refused = await kim.call(requestAnalysisOfAll, { query })
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ key: 'analysis.allWaitForOrders', params: { count: 4 } })
  for (const i of [0, 2, 3]) {
    const body = { ordSeq: `DEMO-${patients[i] ?? ''}-1` }
    await kim.call(chooseOrder, { params: { id: images[i] ?? 0 }, body })
  }
  // One is done; the analysis of another failed after it was done once.
  const [, , failed = 0, done = 0] = images
  const predicted = db.updateTable('image').set({ predicted: true })
  await predicted.where('id', 'in', [failed, done]).execute()
  await db.updateTable('image').set({ mics_state: 'Finished' }).where('id', '=', done).execute()
  const { body } = await kim.call(requestAnalysisOfAll, { query })
  expect(body).toMatchObject({ params: { count: 2 } })
  expect(await states()).toEqual(['Referred', 'Unselected', 'Referred', 'Finished'])
  const second = await kim.call(requestAnalysisOfAll, { query })
  expect([second.status, second.body]).toMatchObject([409, { key: 'tasks.underWay' }])
  await kim.call(cancelTask, { params: { id: body.task.id } })
  expect(await states()).toEqual(['Unreferred', 'Unselected', 'Unreferred', 'Finished'])
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

test('a result that was not taken is shown in the row and to administrators, and retried on request', async () => {
  const { given, db, id, images, finish, advance } = await givenClinic(
    { REQUIRESEND: true },
    ['A-10', 'A-20'],
    { works: true },
  )
  const [first = 0, second = 0] = images
  const stored = () =>
    db.selectFrom('image').select(['mics_state', 'mics_failure']).orderBy('id').execute()
  const failures = async () => (await stored()).map((image) => image.mics_failure?.key)
  let admin = await given.user('admin', { isAdmin: true })
  const listed = async (state: MessageState) =>
    (await admin.call(listMessages, { query: { state } })).body
  await finish(first)
  await finish(second)
  await expect.poll(failures).toEqual(['mics.noOrder', 'mics.noOrder'])
  expect((await stored()).map((image) => image.mics_state)).toEqual(['Finished', 'Finished'])
  const [shown] = (await admin.call(getDatasetData, { params: { id }, query: {} })).body.images
  expect(shown?.undelivered).toMatchObject([
    { receiver: 'orderSystem', state: 'waiting', why: { key: 'mics.noOrder' } },
  ])
  expect(Date.parse(shown?.undelivered[0]?.next_try_at ?? '')).not.toBeNaN()
  const waiting = await listed('waiting')
  expect(waiting.counts).toMatchObject({ waiting: 2, failing: 2, refused: 0 })
  const expected = { title: { key: 'mics.letter' }, why: { key: 'mics.noOrder' } }
  const untilThen = { ...expected, state: 'waiting', next_try_at: expect.any(String) }
  expect(waiting.messages).toMatchObject([untilThen, untilThen])
  expect((await admin.call(countUndelivered)).body).toMatchObject({ failing: 2, refused: 0 })

  advance(25 * 3600)
  // Nobody is signed in any more.
  admin = await given.user('another', { isAdmin: true })
  await expect.poll(async () => (await listed('refused')).messages).toHaveLength(2)
  const { messages: dead, counts } = await listed('refused')
  expect(counts).toMatchObject({ waiting: 0, refused: 2, delivered: 0 })
  expect(dead).toMatchObject([expected, expected])
  const about = dead.map(({ image }) => image).toSorted((a, b) => (a?.id ?? 0) - (b?.id ?? 0))
  expect(about).toMatchObject([
    { id: first, patientID: 'A-10' },
    { id: second, patientID: 'A-20' },
  ])

  await db.updateTable('image').set({ patient_id: 'A-1' }).execute()
  expect((await admin.call(sendResultAgain, { params: { id: first } })).status).toBe(200)
  const left = dead.find(({ image }) => image?.id === second)
  await admin.call(tryMessageNow, { params: { id: left?.id ?? 0 } })
  await expect
    .poll(stored)
    .toEqual([0, 1].map(() => ({ mics_state: 'FinishedTransmit', mics_failure: null })))
  expect((await listed('delivered')).counts).toMatchObject({ refused: 0, delivered: 2 })
  const after = (await admin.call(getDatasetData, { params: { id }, query: {} })).body.images
  expect(after.map(({ undelivered }) => undelivered)).toEqual([[], []])
})

test('an analysed image with several orders gets the chosen one, and its result is sent', async () => {
  const { given, db, images, finish } = await givenClinic({ REQUIRESEND: true }, ['A-9'], {
    works: true,
  })
  const [id = 0] = images
  await finish(id)
  const row = () =>
    db
      .selectFrom('image')
      .select(['mics_state', 'mics_failure', 'mics_meta'])
      .executeTakeFirstOrThrow()
  await expect.poll(async () => (await row()).mics_failure?.key).toBe('mics.manyOrders')
  const admin = await given.user('admin', { isAdmin: true })
  await admin.call(chooseOrder, { params: { id }, body: { ordSeq: 'DEMO-A-9-2' } })
  await expect.poll(row).toMatchObject({
    mics_state: 'FinishedTransmit',
    mics_failure: null,
    mics_meta: { ORD_SEQ: 'DEMO-A-9-2' },
  })
})

test('an analysed image without an order is not a failure of its result', async () => {
  const { kim, images, rows, finish, change } = await givenClinic({}, ['A-9'])
  const [id = 0] = images
  await finish(id)
  await change({ REQUIRE: true })
  const refused = await kim.call(referImage, { params: { id } })
  expect([refused.status, refused.body]).toMatchObject([409, { key: 'mics.orderRequired' }])
  expect((await rows())[0]).toMatchObject({ stateMICS: 'Finished', micsFailure: null })
})
