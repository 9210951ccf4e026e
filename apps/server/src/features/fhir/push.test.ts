import { describe, expect, test } from 'vitest'

import { requestAnalysis } from '#contract/analysis'
import { getAnnotatorData } from '#contract/annotations'
import { updateDataset } from '#contract/datasets'
import { generateFhir, getFhir, pushFhir } from '#contract/fhir'
import { listMessages } from '#contract/outbox'
import { reviewAnalysis } from '#contract/reviews'
import type { Bundle } from '#fhir/resource'

import { analysedImage, patient, stranger } from '../../testing/analysed-image.ts'
import { describeEveryField, stateEveryField } from '../../testing/every-field.ts'
import { haveFhirPeer } from '../../testing/fhir-peer.ts'
import { retireOwnPatient } from './own-patient.ts'
import { quarterHour, withPeer } from './testing/with-peer.ts'

describe.skipIf(!haveFhirPeer())('a FHIR server of somebody else’s', () => {
  test('gets a message despite any failure, and three sends leave every count unchanged', async () => {
    const { peer, send, sent, outboxMessage, read } = await withPeer()
    const faults = [401, 409, 412, 429, 500, 'cut after commit', 'slow'] as const
    await peer.fail(faults)
    const { status, body } = await send()
    expect([status, body]).toMatchObject([200, { key: 'fhir.queued' }])
    await sent()
    expect((await outboxMessage()).tries).toBe(faults.length)
    const counts = await peer.counts()
    expect(counts).toEqual({
      Patient: 1,
      Organization: 2,
      Device: 1,
      ServiceRequest: 1,
      ImagingStudy: 1,
      Media: 1,
      Observation: 3,
      RiskAssessment: 1,
      DiagnosticReport: 1,
      Provenance: 1,
    })
    for (const version of [2, 3]) {
      await send()
      await sent()
      expect((await read()).version).toBe(version)
      expect(await peer.counts()).toEqual(counts)
    }
  })

  test('that asks for a delay gets the message later, and the message says why it waits', async () => {
    const { peer, send, outboxMessage, read } = await withPeer()
    await peer.fail([429])
    await send()
    await expect
      .poll(async () => (await outboxMessage()).failure)
      .toMatchObject({ key: 'fhir.notAccepted', params: { status: 429 } })
    const { due_at: due, posted_at: posted } = await outboxMessage()
    expect(due.getTime() - posted.getTime()).toBeGreaterThanOrEqual(120_000)
    expect((await read()).push).toMatchObject({
      state: 'waiting',
      failure: { key: 'fhir.notAccepted' },
    })
  })

  test('that refuses the content gets it again only on request, and says so', async () => {
    const { peer, send, read, kim, query } = await withPeer()
    await peer.fail([422])
    await send()
    await expect.poll(async () => (await read()).push?.state).toBe('failed')
    expect((await read()).push?.failure).toMatchObject({
      key: 'fhir.refusedByServer',
      params: { status: 422 },
    })
    expect(Object.values(await peer.counts()).every((count) => count === 0)).toBe(true)
    const again = await kim.call(pushFhir, { query })
    expect(again.body).toMatchObject({ key: 'fhir.queued' })
    await expect
      .poll(async () => (await read()).push)
      .toMatchObject({ state: 'sent', failure: null })
    const once = await kim.call(pushFhir, { query })
    expect(once.body).toMatchObject({ key: 'fhir.queuedBefore' })
  })

  test('gets results of its own patient, reports if it has none or two, and has each study once', async () => {
    const started = await withPeer({ patient: 'reference' })
    const { peer, kim, dataset, id, send, sent, read, db, outboxMessage } = started
    const identifier = [{ system: 'urn:oid:2.999.1', value: patient.patient_id }]
    const failure = async () => (await read()).push?.failure
    await send()
    await expect.poll(failure).toMatchObject({ key: 'fhir.patientNotMatched' })
    const hospitals = await peer.create({ resourceType: 'Patient', identifier })
    await sent()
    const subjects = async (type: string) =>
      (await peer.resources(type)).map(
        ({ subject }) => (subject as { reference: string }).reference,
      )
    expect(new Set(await subjects('Observation'))).toEqual(new Set([`Patient/${hospitals}`]))
    expect(await peer.counts()).toMatchObject({ Patient: 1, ImagingStudy: 1, Media: 1 })

    // The other eye of the same study.
    const study = { study_uid: '2.999.5', series_uid: '2.999.5.1' }
    const other = await analysedImage(started, kim, {
      datasetId: dataset.id,
      facts: { ...patient, ...study, instance_uid: '2.999.5.1.2', laterality: 'L' },
    })
    await db
      .updateTable('image')
      .set({ ...study, instance_uid: '2.999.5.1.1' })
      .where('id', '=', id)
      .execute()
    await send()
    await sent()
    const query = { original_id: other }
    await kim.call(generateFhir, { query })
    await kim.call(pushFhir, { query })
    const state = async () => (await kim.call(getFhir, { query })).body.push?.state
    await expect.poll(state).toBe('sent')
    const studies = await peer.resources('ImagingStudy')
    const [current, ...more] = studies.filter(({ status }) => status === 'available')
    expect(current).toMatchObject({
      identifier: [{ value: 'urn:oid:2.999.5' }],
      numberOfInstances: 2,
      subject: { reference: `Patient/${hospitals}` },
    })
    expect(more).toEqual([])
    // The results sent under other UIDs were a mistake.
    expect(studies.filter(({ status }) => status === 'entered-in-error')).toHaveLength(1)

    await peer.create({ resourceType: 'Patient', identifier })
    await send()
    await expect.poll(failure).toMatchObject({ key: 'fhir.patientNotMatched' })
    expect((await outboxMessage()).dead_at).toBeNull()
  })

  test('that got our patient before matches its own alone', async () => {
    const { peer, send, sent, read, db, parts } = await withPeer()
    await send()
    await sent()
    const [ours] = await peer.resources('Patient')
    const { identifier } = ours as { identifier: object[] }
    const bundle = (await read()).message as unknown as Bundle
    const { url: base, authorization } = peer.push
    const request = { headers: { authorization }, milliseconds: 10_000, bytes: 1e6 }
    const fhir = { ...parts.fhir, patient: 'reference' as const }
    const retire = () =>
      retireOwnPatient({ db, outbound: parts.outbound, fhir, base, request }, bundle)
    await retire()
    expect(await peer.resources('Patient')).toMatchObject([{ identifier }])
    const hospitals = await peer.create({ resourceType: 'Patient', identifier })
    await retire()
    const patients = new Map((await peer.resources('Patient')).map((each) => [each['id'], each]))
    expect(patients.get(hospitals)).toMatchObject({ identifier })
    const retired = patients.get(ours?.['id'])
    expect(retired).toMatchObject({
      active: false,
      link: [{ type: 'replaced-by', other: { reference: `Patient/${hospitals}` } }],
    })
    expect(JSON.stringify(retired)).not.toContain(patient.patient_id)
  })

  test('finds no fault in any message, by its own validator', async () => {
    const started = await withPeer()
    const { peer, kim, dataset, id } = started
    const ungradable = {
      quality: {
        grade: 'not-gradable',
        reasons: ['blurred'],
        fundus: 1,
        visibility: 0.1,
        field: null,
      },
    }
    const other = await analysedImage(started, kim, {
      datasetId: dataset.id,
      facts: stranger,
      changes: { ...ungradable, zones: null, risk: null },
    })
    await describeEveryField(kim, dataset)
    await stateEveryField(kim, other)
    for (const original_id of [id, other]) {
      await kim.call(generateFhir, { query: { original_id } })
      const { message } = (await kim.call(getFhir, { query: { original_id } })).body
      expect(await peer.judge(message ?? {})).toEqual([])
    }
  })

  test('gets each result automatically, despite any failure, and each review of it', async () => {
    const { peer, kim, dataset, given, db, advance, parts } = await withPeer()
    const params = { id: dataset.id }
    const choose = (SEND: 'no' | 'analysed' | 'confirmed') =>
      kim.call(updateDataset, { params, body: { settings: { FHIR: { SEND } } } })
    const reports = async () =>
      (await peer.resources('DiagnosticReport')).map(({ status }) => status)
    const waiting = db
      .selectFrom('outbox')
      .select(['due_at', 'lease'])
      .where('delivered_at', 'is', null)
    const allDelivered = async () => {
      await expect
        .poll(
          async () => {
            const unsent = await waiting.where('dead_at', 'is', null).execute()
            const isPausing = unsent.some(
              ({ lease, due_at: due }) => lease === null && due > parts.clock(),
            )
            if (isPausing) advance(quarterHour)
            return unsent
          },
          { timeout: 60_000 },
        )
        .toEqual([])
    }
    const analyse = async (id: number) => {
      await kim.call(requestAnalysis, { query: { original_id: id } })
      const image = async () => (await kim.call(getAnnotatorData, { params: { id } })).body.image
      await expect.poll(async () => (await image()).stateMICS, { timeout: 60_000 }).toBe('Finished')
      return (await image()).results['quality']?.id ?? 0
    }
    const say = (id: number, analysis_id: number, decision: 'confirmed' | 'rejected') =>
      kim.call(reviewAnalysis, { query: { original_id: id }, body: { analysis_id, decision } })

    expect((await choose('analysed')).body.settings.FHIR).toEqual({ SEND: 'analysed' })
    await peer.fail([500, 'cut after commit'])
    const photographed = async () => {
      const { id } = await given.image(kim, dataset)
      await db.updateTable('image').set(stranger).where('id', '=', id).execute()
      return id
    }
    const id = await photographed()
    const analysis = await analyse(id)
    await allDelivered()
    expect(await reports()).toEqual(['preliminary'])
    await say(id, analysis, 'confirmed')
    await allDelivered()
    expect(await reports()).toEqual(['final'])

    await choose('confirmed')
    const other = await photographed()
    const second = await analyse(other)
    await allDelivered()
    expect(await reports()).toEqual(['final'])
    await peer.fail([422])
    await say(other, second, 'confirmed')
    const pushed = async () =>
      (await kim.call(getFhir, { query: { original_id: other } })).body.push?.state
    await expect.poll(pushed).toBe('failed')
    const admin = await given.user('admin', { isAdmin: true })
    const refused = await admin.call(listMessages, { query: {} })
    const dead = refused.body.messages
    expect(dead).toMatchObject([{ image: { id: other }, why: { key: 'fhir.refusedByServer' } }])
    const again = await kim.call(pushFhir, { query: { original_id: other } })
    expect(again.body).toMatchObject({ key: 'fhir.queued' })
    await allDelivered()
    expect(await reports()).toEqual(['final', 'final'])
    await say(other, second, 'rejected')
    await allDelivered()
    expect(new Set(await reports())).toEqual(new Set(['entered-in-error', 'final']))
    expect((await admin.call(listMessages, { query: {} })).body.messages).toEqual([])
    const sent = db.selectFrom('audit_event').select('object_id').where('action', '=', 'sendFhir')
    const [kept, last] = [id, other]
    expect((await sent.orderBy('id').execute()).map((row) => row.object_id)).toEqual([
      kept,
      kept,
      last,
      last,
    ])
  })

  test('gets nothing that went out of date while waiting, and a newer message settles it', async () => {
    const { peer, send, sent, read, db, id, given } = await withPeer()
    await peer.fail([500])
    await send()
    await expect
      .poll(async () => (await db.selectFrom('outbox').selectAll().executeTakeFirst())?.failure)
      .not.toBeNull()
    await db.updateTable('image').set({ patient_id: '7' }).where('id', '=', id).execute()
    await db.updateTable('outbox').set({ due_at: new Date() }).execute()
    await expect.poll(async () => (await read()).push?.state).toBe('failed')
    expect((await read()).push?.failure).toMatchObject({ key: 'fhir.staleMessage' })
    expect(Object.values(await peer.counts()).every((count) => count === 0)).toBe(true)
    const admin = await given.user('admin', { isAdmin: true })
    const refused = async () => (await admin.call(listMessages, { query: {} })).body.messages
    expect(await refused()).toMatchObject([{ why: { key: 'fhir.staleMessage' } }])
    const { patient_id } = patient
    const corrected = { patient_id, patient_name_korean: '홍길순' }
    await db.updateTable('image').set(corrected).where('id', '=', id).execute()
    await send()
    await sent()
    expect(await refused()).toEqual([])
  })

  test('gets messages left by an earlier version of the program in their current form', async () => {
    const { peer, send, sent, read, db } = await withPeer()
    await peer.fail([500])
    await send()
    await expect
      .poll(async () => (await db.selectFrom('outbox').selectAll().executeTakeFirst())?.failure)
      .not.toBeNull()
    await db.updateTable('fhir_message').set({ made_from: 'in another way' }).execute()
    await sent()
    expect(await read()).toMatchObject({ version: 2, stale: false })
    expect(await peer.counts()).toMatchObject({ DiagnosticReport: 1 })
  })

  test('gets nothing that is out of date', async () => {
    const { send, sent, kim, query, db, id } = await withPeer()
    await send()
    await sent()
    await db
      .updateTable('image')
      .set({ patient_name_korean: '홍길순' })
      .where('id', '=', id)
      .execute()
    expect(await kim.call(pushFhir, { query })).toMatchObject({
      status: 409,
      body: { key: 'fhir.staleMessage' },
    })
  })
})
