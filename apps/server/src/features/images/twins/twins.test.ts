import { writeFile } from 'node:fs/promises'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { getAnalysisOfAll, requestAnalysis, requestAnalysisOfAll } from '#contract/analysis'
import { listAudit } from '#contract/audit'
import { getDatasetData } from '#contract/datasets'
import { sendResults } from '#contract/dicom-results'
import { dicomwebRoot } from '#contract/dicomweb'
import { getDatasetCoco } from '#contract/exports'
import { generateFhir } from '#contract/fhir'
import { deleteImage, uploadImage } from '#contract/images'
import { sendResultAgain } from '#contract/mics'
import { sendToPacs } from '#contract/pacs'
import { getImageReport, getPatientReport } from '#contract/reports'
import { getStatistics } from '#contract/statistics'
import { chooseTwin, getTwins, listTwins } from '#contract/twins'
import { buildFile, dataSetBytes, photograph, photographWith } from '#dicom/testing/build-file'

import { startApp } from '../../../testing/start-app.ts'
import { recordAudit } from '../../audit/queries.ts'
import { settleStoredTwins } from './settle-stored-twins.ts'

async function withDataset() {
  const started = await startApp()
  const kim = await started.given.user('kim')
  const { id } = await started.given.dataset(kim, { name: 'Clinic' })
  const upload = async (name: string, content: Uint8Array) => {
    const query = { dataset_id: id }
    const answer = await kim.call(uploadImage, { query, files: [{ name, content }] })
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const images = async () =>
    (await kim.call(getDatasetData, { params: { id }, query: { order: 'id' } })).body.images
  return { ...started, kim, datasetId: id, upload, images }
}

const series = ['0020000E', 'UI', '1.2.3.9'] as const

/** The same object from another receiver, which names itself in the file meta group. */
function receivedFile(): Uint8Array {
  const meta = dataSetBytes(
    [
      ['00020002', 'UI', '1.2.840.10008.5.1.4.1.1.77.1.5.1'],
      ['00020010', 'UI', '1.2.840.10008.1.2.1'],
      ['00020016', 'AE', 'RECEIVER'],
    ],
    'explicit',
  )
  const mark = [Buffer.alloc(128), Buffer.from('DICM')]
  return Buffer.concat([...mark, meta, dataSetBytes(photograph, 'explicit')])
}

const stranger = photographWith(['00100010', 'PN', 'Other^Person'], ['00100020', 'LO', 'P-78'])

test('the same data set in a file of another writer is the existing image', async () => {
  const { db, upload, images } = await withDataset()
  const { image } = await upload('eye.dcm', buildFile(photograph))
  // Simulates one stored before data sets were compared.
  await db.updateTable('image').set({ data_sha256: null }).execute()
  const again = await upload('again.dcm', receivedFile())
  expect(again).toMatchObject({ existing: true, image: { id: image.id, twin: null } })
  expect(await images()).toHaveLength(1)
})

test('another data set of the same instance waits for a choice, and counts nowhere', async () => {
  const { app, kim, datasetId, upload, images, given } = await withDataset()
  const { image: first } = await upload('eye.dcm', buildFile(photographWith(series)))
  const { image: second } = await upload(
    'late.dcm',
    buildFile(photographWith(series, ['00081090', 'LO', 'Another camera'])),
  )
  expect(second.twin).toEqual({ standing: 'undecided', is_open: true, others: [first.id] })
  const [listed] = await images()
  expect(listed?.twin).toEqual({ standing: 'counts', is_open: true, others: [second.id] })

  const refused = await kim.call(requestAnalysis, { query: { original_id: second.id } })
  expect(refused).toMatchObject({ status: 409, body: { key: 'images.twin_undecided' } })
  for (const endpoint of [sendToPacs, sendResults, sendResultAgain]) {
    const sent = await kim.call(endpoint, { params: { id: second.id }, query: {} })
    expect(sent).toMatchObject({ status: 409, body: { key: 'images.twin_undecided' } })
  }
  const written = await kim.call(generateFhir, { query: { original_id: second.id } })
  expect(written).toMatchObject({ status: 409, body: { key: 'images.twin_undecided' } })
  const exported = await kim.call(getDatasetCoco, { params: { id: datasetId }, query: {} })
  expect(JSON.parse(exported.bytes.toString())).toMatchObject({ images: [{ id: first.id }] })
  expect((await kim.call(getImageReport, { params: { id: second.id } })).status).toBe(409)
  const bulk = await kim.call(requestAnalysisOfAll, { query: { dataset_id: datasetId } })
  expect(bulk.body.message).toContain('1')
  const { body: analysed } = await kim.call(getAnalysisOfAll, { query: { dataset_id: datasetId } })
  expect(analysed).toMatchObject({ total: 1, images: 1 })
  const { body: course } = await kim.call(getPatientReport, { params: { id: second.id } })
  expect(course.reports.map(({ image }) => image)).toMatchObject([
    { id: first.id, twin_open: true },
  ])
  const { body: statistics } = await kim.call(getStatistics, { params: { id: datasetId } })
  expect(statistics.total.Images).toBe(1)
  const served = await app.inject({
    url: `${dicomwebRoot(datasetId)}/studies/1.2.3/instances`,
    cookies: Object.fromEntries(kim.cookies),
  })
  expect(served.json()).toHaveLength(1)

  const admin = await given.user('admin', { isAdmin: true })
  expect((await admin.call(listTwins)).body).toMatchObject({
    total: 1,
    images: [{ id: second.id, dataset: { id: datasetId }, patientID: 'P-77' }],
  })
  expect((await kim.call(listTwins)).status).toBe(403)
})

test('a person chooses which one counts, which is recorded in the audit trail', async () => {
  const { kim, upload, images, given } = await withDataset()
  const { image: first } = await upload('eye.dcm', buildFile(photograph))
  const { image: second } = await upload('stranger.dcm', buildFile(stranger))
  const { body: twins } = await kim.call(getTwins, { params: { id: second.id } })
  expect(twins).toMatchObject({
    same_data: false,
    images: [
      { id: first.id, patientID: 'P-77', received_from: 'kim' },
      { id: second.id, patientID: 'P-78' },
    ],
  })
  expect((await kim.call(chooseTwin, { params: { id: second.id } })).status).toBe(200)
  expect((await images()).map(({ twin }) => twin)).toEqual([
    { standing: 'set_aside', is_open: false, others: [second.id] },
    { standing: 'counts', is_open: false, others: [first.id] },
  ])
  const refused = await kim.call(requestAnalysis, { query: { original_id: first.id } })
  expect(refused).toMatchObject({ status: 409, body: { key: 'images.twin_set_aside' } })
  const admin = await given.user('admin', { isAdmin: true })
  const { body: audit } = await admin.call(listAudit, { query: { action: 'chooseTwin' } })
  expect(audit.events).toMatchObject([
    { username: 'kim', object_id: second.id, detail: { set_aside: [first.id] } },
  ])
  // A third one waits again, and an image without a twin offers no choice.
  const { image: third } = await upload(
    'third.dcm',
    buildFile([...stranger, ['00200013', 'IS', '3']]),
  )
  expect(third.twin?.standing).toBe('undecided')
})

test('deleting the image that counts chooses the only other one', async () => {
  const { kim, upload, images } = await withDataset()
  const { image: first } = await upload('eye.dcm', buildFile(photograph))
  const { image: second } = await upload('stranger.dcm', buildFile(stranger))
  await kim.call(deleteImage, { params: { id: first.id } })
  expect(await images()).toMatchObject([{ id: second.id, twin: null }])
})

const unlike = (uid: string) => buildFile(photographWith(['00080018', 'UI', uid]))

test('of copies stored before, those that nobody has worked on are set aside', async () => {
  const { db, parts, dataFolder, upload, images } = await withDataset()
  const { image: first } = await upload('eye.dcm', buildFile(photograph))
  const { image: copy } = await upload('copy.dcm', unlike('1.2.3.5'))
  const { image: other } = await upload('other.dcm', unlike('1.2.3.6'))
  await writeFile(path.join(dataFolder, 'datasets', 'Clinic', copy.path), receivedFile())
  const before = { data_sha256: null, instance_uid: '1.2.3.4' }
  await db.updateTable('image').set(before).execute()
  expect((await images()).map(({ twin }) => twin?.standing)).toEqual([
    'counts',
    'undecided',
    'undecided',
  ])
  const settling = settleStoredTwins({ ...parts, audit: recordAudit })
  onTestFinished(() => settling[Symbol.asyncDispose]())
  await expect.poll(images).toMatchObject([
    { id: first.id, twin: { standing: 'counts' } },
    { id: copy.id, twin: { standing: 'set_aside' } },
    { id: other.id, twin: { standing: 'undecided', is_open: true } },
  ])
})
