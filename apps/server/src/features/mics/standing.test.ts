import { expect, test } from 'vitest'

import { shareDataset, updateDataset } from '#contract/datasets'
import { sendResultAgain } from '#contract/mics'
import { listMessages, type MessageState } from '#contract/outbox'
import { getPatientData, statePatientData } from '#contract/patient-data'
import { reviewAnalysis } from '#contract/reviews'

import { analyseAs, patient, stranger } from '../../testing/analysed-image.ts'
import { startApp } from '../../testing/start-app.ts'
import { findCurrentAnalysis } from '../analysis/queries.ts'
import { findStand } from '../reviews/queries.ts'
import { postStanding } from './post-standing.ts'
import { Site } from './site-file.ts'
import { startMllpPeer } from './testing/mllp-peer.ts'

/** A dataset whose results go to a receiver of HL7, with one image. */
async function givenClinic({ works = true }: { works?: boolean } = {}) {
  const peer = await startMllpPeer()
  const started = await startApp({
    site: Site.parse({ adapter: 'hl7v2' }),
    outboundHosts: [`127.0.0.1:${peer.port}`],
    works,
    siteTimeZone: 'Asia/Seoul',
  })
  const { given, db, parts } = started
  const kim = await given.user('kim')
  const dataset = await given.dataset(kim)
  const MICS = { REQUIRESEND: true, IP: '127.0.0.1', PORT: peer.port }
  await kim.call(updateDataset, { params: { id: dataset.id }, body: { settings: { MICS } } })
  const { id } = await given.image(kim, dataset)
  /** Simulates the end of an analysis. */
  const analyse = async (facts: object = patient): Promise<void> => {
    await analyseAs(started, id, { facts })
    await db.transaction().execute(async (trx) => {
      const done = { mics_state: 'Finished', predicted: true } as const
      await trx.updateTable('image').set(done).where('id', '=', id).execute()
      await postStanding(parts)(trx, { image: { id, dataset_id: dataset.id } })
    })
  }
  const say = async (decision: 'confirmed' | 'rejected', note = ''): Promise<void> => {
    const analysis = await findCurrentAnalysis(db, id)
    const body = { analysis_id: analysis?.naming_result ?? 0, decision, note }
    const { status } = await kim.call(reviewAnalysis, { query: { original_id: id }, body })
    expect(status).toBe(201)
  }
  const send = () => kim.call(sendResultAgain, { params: { id } })
  const row = () =>
    db
      .selectFrom('image')
      .select(['mics_state as state', 'mics_failure as failure'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const isSent = async (): Promise<void> => {
    await expect.poll(row).toEqual({ state: 'FinishedTransmit', failure: null })
  }
  const admin = await given.user('admin', { isAdmin: true })
  const listed = async (state: MessageState) =>
    (await admin.call(listMessages, { query: { state } })).body
  const told = () =>
    peer.taken.map((each) => `${each.order} ${each.report} ${each.observations} ${each.version}`)
  return { ...started, kim, dataset, peer, id, analyse, say, send, row, isSent, listed, told }
}

test('each review reaches the order system, in order, with its clinician', async () => {
  const { id, peer, analyse, say, send, isSent, told } = await givenClinic()
  const order = `ORD-${id}`
  await analyse()
  await isSent()
  await say('confirmed')
  await isSent()
  await say('confirmed', 'the same once more')
  expect((await send()).status).toBe(200)
  await expect.poll(told).toEqual([`${order} P P 1`, `${order} F F 2`, `${order} F F 2`])
  await isSent()
  await say('rejected')
  await isSent()
  await say('confirmed')
  await isSent()
  await analyse()
  await isSent()
  await say('confirmed')
  await isSent()
  expect(told().slice(3)).toEqual([
    `${order} C W 3`,
    `${order} C C 4`,
    `${order} P P 5`,
    `${order} C C 6`,
  ])
  const [preliminary, final, again, withdrawn] = peer.taken
  expect([preliminary?.interpreter, final?.interpreter, withdrawn?.interpreter]).toEqual([
    '',
    'kim',
    'kim',
  ])
  expect(again?.id).toBe(final?.id)
  expect(preliminary?.text).toContain('needs confirmation by a clinician')
  expect(final?.text).toMatch(
    /NTE\|1\|L\|AI analysis result, confirmed by kim, [-\d]+ [:\d]+ \(UTC\+9\)\./,
  )
  expect(final?.text).not.toContain('needs confirmation')
  expect(preliminary?.text).toContain('|crae^CRAE^99FOVEA||151.23|um^micrometer^UCUM|')
  expect(preliminary?.text).toContain('PID|1||00012345^^^^MR||Hong^Gildong^^^^^L^A~홍길동')
  expect(preliminary?.text).toContain('||19640309|M\r')
})

test('a result refused for its content is reported at once and not retried automatically', async () => {
  const { peer, analyse, row, send, isSent, listed } = await givenClinic()
  peer.answer = { code: 'AR', error: '204' }
  await analyse()
  await expect.poll(async () => (await listed('refused')).messages).toHaveLength(1)
  const why = {
    key: 'mics.refusedFor',
    params: { code: 'AR', error: '204 unknown key identifier' },
  }
  expect((await listed('refused')).messages).toMatchObject([{ tries: 1, why }])
  expect(await row()).toMatchObject({ state: 'Finished', failure: why })
  peer.answer = { code: 'AA' }
  expect((await send()).status).toBe(200)
  await isSent()
  expect(peer.taken).toHaveLength(2)
})

test('a withdrawn result is taken back where it may have arrived, and waiting messages are not sent', async () => {
  const { id, peer, analyse, say, isSent, listed, row, told } = await givenClinic()
  peer.answer = { code: 'AE' }
  await analyse()
  await expect.poll(async () => (await row()).failure?.key).toBe('mics.refused')
  await say('confirmed')
  expect((await listed('waiting')).counts.waiting).toBe(2)
  peer.answer = { code: 'AA' }
  await say('rejected')
  await isSent()
  const { counts, messages } = await listed('cancelled')
  expect(counts).toMatchObject({ waiting: 0, refused: 0, delivered: 1, cancelled: 2 })
  expect(messages.map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
  expect(told().at(-1)).toBe(`ORD-${id} C W 3`)
  expect(told().filter((each) => each.includes(' F '))).toEqual([])
})

test('a result that was withdrawn before its first try is never sent', async () => {
  const { peer, analyse, say, listed, parts, row } = await givenClinic({ works: false })
  await analyse()
  await say('rejected')
  parts.outbox.work()
  expect((await listed('waiting')).counts).toMatchObject({ waiting: 0, cancelled: 1 })
  expect(await row()).toEqual({ state: 'Finished', failure: null })
  expect(peer.taken).toEqual([])
})

test('a result that belongs to another patient by now is withdrawn from the first', async () => {
  const { id, peer, analyse, isSent } = await givenClinic()
  await analyse()
  await isSent()
  await analyse(stranger)
  await expect
    .poll(() => peer.taken.map((each) => `${each.patient} ${each.report} ${each.observations}`))
    .toEqual(['00012345 P P', '00012345 C W', '00099999 P P'])
  expect(peer.taken.map(({ order }) => order)).toEqual([`ORD-${id}`, `ORD-${id}`, `ORD-${id}`])
})

test('messages from before reviews were sent are delivered in their old form', async () => {
  const { db, id, analyse, parts, told, isSent } = await givenClinic({ works: false })
  await analyse()
  const stand = await findStand(db, id)
  const payload = { imageId: id, analysisId: stand?.analysisId, version: 1 }
  await db
    .updateTable('outbox')
    .set({ payload: JSON.stringify(payload) })
    .execute()
  parts.outbox.work()
  await isSent()
  expect(told()).toEqual([`ORD-${id} P P 1`])
})

test("another patient ID withdraws the image's results, and removes its order", async () => {
  const { id, kim, dataset, given, db, peer, analyse, isSent, told } = await givenClinic()
  await analyse()
  await isSent()
  const lee = await given.user('lee')
  await kim.call(shareDataset, { params: { id: dataset.id }, body: { users: ['lee'] } })
  const params = { id }
  const change = { params, body: { patient_id: 'NEW' } }
  const known = async () => (await kim.call(getPatientData, { params })).body
  expect((await known()).was_sent).toBe(true)
  expect((await lee.call(statePatientData, change)).status).toBe(403)
  expect((await kim.call(statePatientData, change)).status).toBe(200)
  await expect.poll(told).toEqual([`ORD-${id} P P 1`, `ORD-${id} C W 2`])
  const [first, withdrawn] = peer.taken
  expect(withdrawn?.patient).toBe(first?.patient)
  expect(withdrawn?.interpreter).toBe('kim')
  expect(await known()).toMatchObject({ was_sent: false })
  const row = await db
    .selectFrom('image')
    .select(['patient_id', 'mics_state', 'mics_meta'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ patient_id: 'NEW', mics_state: 'Unreferred' })
  expect(row.mics_meta).not.toHaveProperty('ORD_SEQ')
})
