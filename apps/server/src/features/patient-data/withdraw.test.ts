import { readFile } from 'node:fs/promises'

import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { updateDataset } from '#contract/datasets'
import { sendResults } from '#contract/dicom-results'
import { generateFhir, getFhir, pushFhir } from '#contract/fhir'
import { uploadImage } from '#contract/images'
import { listSendings } from '#contract/pacs'
import { statePatientData, type PatientDataChange } from '#contract/patient-data'

import { analyseAs } from '../../testing/analysed-image.ts'
import { freePort } from '../../platform/free-port.ts'
import { havePeers, startOrthanc } from '../../testing/dicom-peers.ts'
import { haveFhirPeer, startFhirPeer } from '../../testing/fhir-peer.ts'
import { fixtureFile } from '../../testing/fixture-file.ts'
import { startApp } from '../../testing/start-app.ts'

const patientSystem = 'urn:oid:2.999.1'
const patience = { timeout: 60_000 }

/** The file with spaces in its Patient ID. */
function withoutPatientId(content: Buffer): Buffer {
  const tag = Buffer.from([0x10, 0, 0x20, 0, 0x4c, 0x4f])
  const at = content.indexOf(tag)
  const length = content.readUInt16LE(at + 6)
  return Buffer.from(content).fill(' ', at + 8, at + 8 + length)
}

/**
 * A DICOM photograph whose results were sent to an archive and a FHIR server.
 * @param statedId the patient ID that a person states, if the file has none
 */
async function withSentResults(statedId?: string) {
  const archivePort = await freePort()
  const [archive, peer] = await Promise.all([
    startOrthanc({ aeTitle: 'NOBODY', port: 1 }, archivePort),
    startFhirPeer(),
  ])
  const fhir = {
    organisation: 'Clinic',
    patient_system: patientSystem,
    patient: 'own',
    push: peer.push,
  }
  const outboundHosts = [`127.0.0.1:${archivePort}`, peer.host]
  const started = await startApp({ works: true, fhir, outboundHosts })
  const kim = await started.given.user('kim', { isAdmin: true })
  const dataset = await started.given.dataset(kim)
  const PACS = { IP: '127.0.0.1', PORT: archivePort, CALLEDAETITLE: 'ORTHANC' }
  await kim.call(updateDataset, { params: { id: dataset.id }, body: { settings: { PACS } } })
  const upload = async (name: string) => {
    const file = await readFile(fixtureFile(`dicom/syntaxes/${name}.dcm`))
    const content = statedId === undefined ? file : withoutPatientId(file)
    const files = [{ name: `${name}.dcm`, content }]
    const { body } = await kim.call(uploadImage, { query: { dataset_id: dataset.id }, files })
    return body.image
  }
  const { id } = await upload('000_jpeg')
  const params = { id }
  const query = { original_id: id }
  const analyse = () => analyseAs(started, id, { facts: {} })
  const sendToArchive = () => kim.call(sendResults, { params, query: { language: 'en' } })
  const sending = async () => (await kim.call(listSendings, { params })).body[0]
  const push = async () => {
    expect((await kim.call(generateFhir, { query })).status).toBe(200)
    await kim.call(pushFhir, { query })
    const state = async () => (await kim.call(getFhir, { query })).body.push?.state
    await expect.poll(state, patience).toBe('sent')
  }
  const state = (changes: PatientDataChange) =>
    kim.call(statePatientData, { params, body: changes })
  const { study_uid } = await started.db
    .selectFrom('image')
    .select('study_uid')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { id: other } = await upload('000_rle')
  await started.db.updateTable('image').set({ study_uid }).where('id', '=', other).execute()
  const stated = statedId === undefined ? null : await state({ patient_id: statedId })
  expect(stated?.status ?? 200).toBe(200)
  await analyse()
  await sendToArchive()
  await expect.poll(async () => (await sending())?.state, patience).toBe('sent')
  await push()
  return { ...started, archive, peer, kim, id, analyse, sendToArchive, sending, push, state }
}

type Peer = Awaited<ReturnType<typeof startFhirPeer>>

const Tags = z.object({
  PatientID: z.string(),
  Modality: z.string(),
  StudyInstanceUID: z.string(),
  SOPInstanceUID: z.string(),
})

/** The objects of an archive, with the type of each. */
async function objectsIn(archive: Awaited<ReturnType<typeof startOrthanc>>) {
  const ids = z.array(z.string()).parse(await archive.rest('GET', '/instances'))
  return Promise.all(
    ids.map(async (id) => {
      const tags = Tags.parse(await archive.rest('GET', `/instances/${id}/simplified-tags`))
      return { id, ...tags }
    }),
  )
}

const resultTypes = ['DiagnosticReport', 'Observation', 'RiskAssessment'] as const

/** For each result of a FHIR server: its status, and the number of its patient. */
async function resultsIn(peer: Peer) {
  const patients = new Map(
    (await peer.resources('Patient')).map(({ id, identifier }) => [
      `Patient/${String(id)}`,
      (identifier as { value: string }[])[0]?.value,
    ]),
  )
  const found = await Promise.all(resultTypes.map((type) => peer.resources(type)))
  return found.flat().map(({ resourceType, status, subject }) => ({
    type: resourceType,
    status,
    patient: patients.get((subject as { reference: string }).reference),
  }))
}

describe.skipIf(!havePeers() || !haveFhirPeer())(
  'results that were sent of another patient',
  () => {
    test('are rejected in the archive and entered in error on the FHIR server, and the new patient gets their own', async () => {
      const { archive, peer, state, analyse, push, sendToArchive, sending } =
        await withSentResults()
      const before = await objectsIn(archive)
      const [first] = before
      expect(before.map(({ Modality: each }) => each).toSorted()).toEqual(['DOC', 'SR'])
      const told = await resultsIn(peer)
      expect(new Set(told.map(({ status }) => status))).toEqual(new Set(['preliminary']))
      expect(new Set(told.map(({ patient }) => patient))).toEqual(new Set([first?.PatientID]))

      // Results that are out of date by now were sent nevertheless.
      expect((await state({ age: 50 })).status).toBe(200)
      expect((await state({ patient_id: 'P-2' })).status).toBe(200)
      const notes = async () =>
        (await objectsIn(archive)).filter(({ Modality: each }) => each === 'KO')
      await expect.poll(async () => (await notes()).length, patience).toBe(1)
      const [note] = await notes()
      expect(note).toMatchObject({
        PatientID: first?.PatientID,
        StudyInstanceUID: first?.StudyInstanceUID,
      })
      const bytes = String(await archive.file(`/instances/${note?.id}/file`))
      expect(bytes).toContain('113037')
      for (const { SOPInstanceUID: uid } of before) expect(bytes).toContain(uid)
      expect(bytes).not.toContain('P-2')

      const withdrawn = told.map((each) => ({ ...each, status: 'entered-in-error' }))
      await expect.poll(() => resultsIn(peer), patience).toEqual(withdrawn)

      await analyse()
      await push()
      const own = told.map((each) => ({ ...each, patient: 'P-2' }))
      expect(new Set(await resultsIn(peer))).toEqual(new Set([...withdrawn, ...own]))
      const statusesOf = async (type: string) =>
        (await peer.resources(type)).map(({ status }) => status)
      expect(new Set(await statusesOf('Media'))).toEqual(new Set(['entered-in-error', 'completed']))
      // The first patient's study has another image.
      expect(await statusesOf('ImagingStudy')).toEqual(['available', 'available'])

      // The archive still knows the photograph as the first patient's.
      expect((await sendToArchive()).status).toBe(200)
      await expect.poll(async () => (await sending())?.state, patience).toBe('failed')
      expect(await sending()).toMatchObject({
        failure: { key: 'patientData.otherPatientInArchive' },
      })
      expect(await objectsIn(archive)).toHaveLength(3)
    })

    test('are rejected under the patient they were sent for, if the file names none', async () => {
      const { archive, state } = await withSentResults('P-1')
      expect((await objectsIn(archive)).map(({ PatientID: id }) => id)).toEqual(['P-1', 'P-1'])
      expect((await state({ patient_id: 'P-2' })).status).toBe(200)
      const notes = async () =>
        (await objectsIn(archive)).filter(({ Modality: each }) => each === 'KO')
      await expect.poll(notes, patience).toMatchObject([{ PatientID: 'P-1' }])
    })
  },
)
