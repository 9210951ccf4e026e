import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'

import { requestAnalysisOfAll } from '#contract/analysis'
import { createDataset, updateDataset } from '#contract/datasets'
import { uploadImages } from '#contract/images'
import { referImage } from '#contract/mics'

import {
  haveHl7Peer,
  sendHl7,
  startHl7Receiver,
  type Hl7Receiver,
} from '../apps/server/src/features/mics/testing/hl7-peer.ts'
import { connectDatabase, type Db } from '../apps/server/src/platform/database/database.ts'
import { freePort } from '../apps/server/src/platform/free-port.ts'
import { haveFhirPeer, startFhirPeer, type FhirPeer } from '../apps/server/src/testing/fhir-peer.ts'
import { createTestDatabase } from '../apps/server/src/testing/test-database.ts'
import { signedIn, type NetworkClient } from './http-client.ts'
import { startFovea } from './running-fovea.ts'

/** A long proof sets more. */
const kills = Number(process.env['KILLS'] ?? 6)
const imageCount = 6
const seconds = 1000
const day = '2026-01-31'
const patience = { timeout: 400 * seconds, interval: 500 }

test.skipIf(!haveHl7Peer() || !haveFhirPeer())(
  `referred, analysed, written back and pushed: nothing is lost or doubled, though the server is killed ${kills} times at any moment`,
  { timeout: 1800 * seconds },
  async () => {
    const { fovea, db, receiver, peer } = await givenHospital()
    const kim = await signedIn(fovea.address, 'kim')
    const images = await givenImages(kim, { db, receiver })

    for (let round = 0; round < kills; round += 1) {
      const asking = askForSome(kim, images, round)
      await sleep(3000 * Math.random())
      await fovea.kill()
      await asking
      await fovea.restart()
    }
    const undone = db.selectFrom('image').select('id').where('mics_state', '!=', 'FinishedTransmit')
    await expect
      .poll(async () => {
        // An analysis that was killed too often waits to be referred again.
        const waiting = await undone.where('mics_state', '=', 'Unreferred').execute()
        for (const { id } of waiting) await kim.call(referImage, { params: { id } })
        return undone.execute()
      }, patience)
      .toEqual([])
    // A message that a newer analysis overtook on its way is cancelled when that one arrives.
    const undelivered = db
      .selectFrom('outbox')
      .select(['kind', 'key', 'failure', 'dead_at'])
      .where('delivered_at', 'is', null)
      .where('cancelled_at', 'is', null)
    await expect.poll(() => undelivered.execute(), patience).toEqual([])

    await expectWrittenBack(db, receiver)
    await expectPushed(db, peer)
  },
)

/** A server between a foreign order system and FHIR server. */
async function givenHospital() {
  const database = await createTestDatabase()
  onTestFinished(() => database[Symbol.asyncDispose]())
  const { connectionString } = database.connection
  const { db } = connectDatabase({ connectionString, max: 2 })
  onTestFinished(() => db.destroy())
  const receiver = await startHl7Receiver()
  onTestFinished(() => receiver[Symbol.asyncDispose]())
  const peer = await startFhirPeer()
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-hospital-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const written = async (name: string, content: object): Promise<string> => {
    const file = path.join(folder, name)
    await writeFile(file, JSON.stringify(content))
    return file
  }
  const listenPort = await freePort()
  const listen = { host: '127.0.0.1', port: listenPort, from: ['127.0.0.1'] }
  const fovea = await startFovea({
    ALLOW_REGISTRATION: 'true',
    DATABASE_URL: connectionString,
    OUTBOUND_HOSTS: `127.0.0.1:${receiver.port},${peer.host}`,
    MICS_FILE: await written('mics.json', { adapter: 'hl7v2', listen }),
    FHIR_FILE: await written('fhir.json', { push: peer.push }),
  })
  onTestFinished(() => fovea.stop())
  for (let i = 0; i < imageCount; i += 1)
    expect(await sendHl7(listenPort, orderMessage(i))).toContain('MSA|AA')
  return { fovea, db, receiver, peer }
}

function orderMessage(i: number): string {
  return [
    `MSH|^~\\&|HIS||FOVEA||20260131||ORM^O01|${i}|P|2.5`,
    `PID|1||P-${i}^^^^MR`,
    `ORC|NW|${1000 + i}`,
    `OBR|1|${1000 + i}||FUNDUS|||20260131`,
  ].join('\r')
}

/** A dataset that requires orders, and sends results both ways automatically. */
async function givenImages(
  kim: NetworkClient,
  { db, receiver }: { db: Db; receiver: Hl7Receiver },
): Promise<number[]> {
  const { id } = await kim.call(createDataset, { body: { name: 'Clinic' } })
  for (let i = 0; i < imageCount; i += 1) {
    const background = { r: i * 9, g: 80, b: 40 }
    const content = await sharp({ create: { width: 320, height: 240, channels: 3, background } })
      .png()
      .toBuffer()
    const file = { name: `eye-${i}.png`, content }
    await kim.call(uploadImages, { query: { dataset_id: id }, file })
  }
  const rows = await db.selectFrom('image').select('id').orderBy('id').execute()
  for (const [i, image] of rows.entries()) {
    const whose = { patient_id: `P-${i}`, study_date: day }
    await db.updateTable('image').set(whose).where('id', '=', image.id).execute()
  }
  const MICS = { REQUIRE: true, REQUIRESEND: true, IP: '127.0.0.1', PORT: receiver.port }
  const settings = { MICS, FHIR: { SEND: 'analysed' as const } }
  await kim.call(updateDataset, { params: { id }, body: { settings } })
  return rows.map((image) => image.id)
}

/** Refers some image, or all that wait. Requests that fail because the server is killed are lost. */
async function askForSome(
  kim: NetworkClient,
  images: readonly number[],
  round: number,
): Promise<void> {
  const id = images[round % images.length] ?? 0
  await kim.call(referImage, { params: { id } }).catch(() => undefined)
  const [first = 0] = images
  if (id !== first) return
  // The first dataset of this server.
  await kim.call(requestAnalysisOfAll, { query: { dataset_id: 1 } }).catch(() => undefined)
}

function analysesOf(db: Db) {
  return db.selectFrom('analysis').select(['id', 'image_id', 'replaced_at']).orderBy('id').execute()
}

/** The order system has the newest version of each image's result, for the right patient, once. */
async function expectWrittenBack(db: Db, receiver: Hl7Receiver): Promise<void> {
  const analyses = await analysesOf(db)
  const messages = await db
    .selectFrom('outbox')
    .select('key')
    .where('kind', '=', 'mics-result')
    .execute()
  expect(messages).toHaveLength(analyses.length)
  const versions = [...Map.groupBy(analyses, ({ image_id }) => image_id)].toSorted(
    ([a], [b]) => a - b,
  )
  expect(versions).toHaveLength(imageCount)
  const expected = versions.map(([imageId, { length }], i) => ({
    order: String(1000 + i),
    imageId,
    version: length,
    patient: `P-${i}`,
  }))
  const kept = () =>
    receiver
      .kept()
      .map(({ order, imageId, version, patient }) => ({ order, imageId, version, patient }))
      .toSorted((a, b) => a.imageId - b.imageId)
  await expect.poll(kept).toEqual(expected)
}

/** The FHIR server has one report of each image: that of its newest message, of its newest result. */
async function expectPushed(db: Db, peer: FhirPeer): Promise<void> {
  const analyses = await analysesOf(db)
  const posted = db.selectFrom('outbox').select('key').where('kind', '=', 'fhir-result')
  expect(await posted.execute()).toHaveLength(analyses.length)
  const messages = await db
    .selectFrom('fhir_message')
    .selectAll()
    .distinctOn('image_id')
    .orderBy('image_id')
    .orderBy('version', 'desc')
    .execute()
  const current = analyses.filter((analysis) => analysis.replaced_at === null)
  expect(messages.map((each) => [each.image_id, each.analysis_id, each.push_state])).toEqual(
    current
      .toSorted((a, b) => a.image_id - b.image_id)
      .map((analysis) => [analysis.image_id, analysis.id, 'sent']),
  )
  const counts = await peer.counts()
  expect(counts).toMatchObject({
    Patient: imageCount,
    Media: imageCount,
    Observation: imageCount,
    DiagnosticReport: imageCount,
  })
  const told = new Set(messages.flatMap(({ bundle }) => issuedIn(bundle)))
  expect(new Set(issuedIn(await peer.resources('DiagnosticReport')))).toEqual(told)
}

/** When the reports in it were issued. */
function issuedIn(resources: unknown): string[] {
  return [...JSON.stringify(resources).matchAll(/"issued":"([^"]+)"/g)].map(([, at = '']) => at)
}
