import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'

import { expect, test } from 'vitest'

import { getDatasetData } from '#contract/datasets'
import {
  dicomwebRoot,
  retrieveInstance,
  retrieveInstanceMetadata,
  retrieveRendered,
  searchInstances,
  searchStudies,
} from '#contract/dicomweb'
import {
  deleteDocument,
  getDocument,
  getDocumentPdf,
  getReportContent,
  listImageDocuments,
  listPatientDocuments,
} from '#contract/documents'
import { uploadImage } from '#contract/images'
import { addSender, getReceiver } from '#contract/pacs'
import type { JsonDataSet } from '#dicom/json/json-element'
import { sopClasses, type ObjectContext } from '#dicom/objects/common'
import { encapsulatedPdf } from '#dicom/objects/encapsulated-pdf'
import { measurementReport } from '#dicom/objects/measurement-report'
import { buildFile, type ElementSource, photographWith } from '#dicom/testing/build-file'
import { writeObject } from '#dicom/write-file'

import { describeFile, store } from '../../platform/dicom-network/store.ts'
import { associate } from '../../platform/dicom-network/user.ts'
import { writeParts } from '../../platform/http/multipart-related.ts'
import { freePort } from '../../platform/free-port.ts'
import { peerAt, testFolder } from '../../testing/dicom-peers.ts'
import { placeIn } from '../../testing/dicomweb-client.ts'
import { startApp } from '../../testing/start-app.ts'

const explicit = '1.2.840.10008.1.2.1'
const rtPlan = '1.2.840.10008.5.1.4.1.1.481.5'
const pdf = Buffer.from('%PDF-1.7\n%of another system\n%%EOF')

function contextOf(number: number, { study = '1.2.3', patient = 'P-77' } = {}): ObjectContext {
  return {
    sopInstanceUid: `1.2.3.10.${number}`,
    patient: { name: 'Hong^Gildong', id: patient, birthDate: '', sex: '', age: '' },
    study: { instanceUid: study, date: '20260131', time: '', id: '', accessionNumber: '' },
    series: { instanceUid: `1.2.3.20.${number}`, number, description: 'From the viewer' },
    device: { manufacturer: 'Viewer', model: 'V', serialNumber: '0', softwareVersion: '1' },
    created: { day: '2026-02-01', time: '10:15:30', offset: null },
  }
}

function report(context: ObjectContext): Uint8Array {
  const image = {
    sopClassUid: sopClasses.ophthalmicPhotography8Bit,
    sopInstanceUid: '1.2.3.4',
    seriesInstanceUid: '1.2.3.5',
  }
  const own = {
    image,
    groups: [],
    deviceObserverUid: '1.2.3.7',
    language: 'en',
    verification: null,
  } as const
  return writeObject(measurementReport(context, own))
}

const segmentation = buildFile(
  photographWith(
    ['00080016', 'UI', sopClasses.segmentation],
    ['00080018', 'UI', '1.2.3.10.3'],
    ['0020000E', 'UI', '1.2.3.20.3'],
  ),
)

async function withStudy() {
  const dicomPort = await freePort()
  const started = await startApp({ works: true, dicomPort })
  const kim = await started.given.user('kim')
  const admin = await started.given.user('admin', { isAdmin: true })
  const dataset = await started.given.dataset(kim, { name: 'Clinic' })
  const params = { id: dataset.id }
  const upload = async (...elements: readonly ElementSource[]) => {
    const content = buildFile(photographWith(['0020000E', 'UI', '1.2.3.5'], ...elements))
    const files = [{ name: `eye-${elements.flat().join('-')}.dcm`, content }]
    const { body } = await kim.call(uploadImage, { query: { dataset_id: dataset.id }, files })
    return { id: body.image.id }
  }
  const image = await upload()
  const documents = async () => (await kim.call(listImageDocuments, { params: image })).body
  const search = async (endpoint: typeof searchStudies) => {
    const { bytes } = await kim.call(endpoint, { params, query: {} })
    return JSON.parse(bytes.toString()) as JsonDataSet[]
  }
  const stow = async (...contents: readonly Uint8Array[]) => {
    const parts = contents.map((each) => ({ contentType: 'application/dicom', content: each }))
    const payload = Buffer.concat(await Array.fromAsync(writeParts(parts, 'between')))
    const answer = await started.app.inject({
      method: 'POST',
      url: `${dicomwebRoot(dataset.id)}/studies`,
      cookies: Object.fromEntries(kim.cookies),
      payload,
      headers: { 'content-type': 'multipart/related; type="application/dicom"; boundary=between' },
    })
    return { status: answer.statusCode, body: answer.json<JsonDataSet>() }
  }
  return { ...started, kim, admin, dataset, params, dicomPort, documents, upload, search, stow }
}

test('reports, PDFs and segmentations are kept with their study, listed at its images, and returned', async () => {
  const { kim, params, documents, upload, search, stow } = await withStudy()
  const [sr, document] = [
    report(contextOf(1)),
    writeObject(encapsulatedPdf(contextOf(2), { title: 'Visual field', pdf })),
  ]
  for (const _ of ['new', 'again']) {
    const { status, body } = await stow(sr, document, segmentation)
    expect([status, body['00081199']?.Value?.length]).toEqual([200, 3])
  }
  const { body } = await kim.call(getDatasetData, { params })
  expect(body.images.map(({ patientID }) => patientID)).toEqual(['P-77'])
  const listed = (await documents()).toSorted((a, b) => a.id - b.id)
  expect(listed).toMatchObject([
    { kind: 'report', type: 'Comprehensive SR', title: 'From the viewer', date: '2026-02-01' },
    { kind: 'pdf', title: 'Visual field', is_of_other_patient: false, has_versions: false },
    { kind: 'segmentation', type: 'Segmentation' },
  ])
  // An image of another study of the patient lists them, and one of another patient does not.
  const later = await upload(['00080018', 'UI', '1.2.99.1'], ['0020000D', 'UI', '1.2.99'])
  const stranger = await upload(
    ['00080018', 'UI', '1.2.98.1'],
    ['00100020', 'LO', 'P-78'],
    ['0020000D', 'UI', '1.2.98'],
  )
  expect((await kim.call(listPatientDocuments, { params: later })).body).toHaveLength(3)
  expect((await kim.call(listPatientDocuments, { params: stranger })).body).toEqual([])
  const again = await kim.call(getDatasetData, { params })
  expect(again.body.images.map((each) => each.documents)).toEqual([3, 0, 0])
  const idOf = (kind: string) => ({ id: listed.find((each) => each.kind === kind)?.id ?? 0 })
  const shown = await kim.call(getDocumentPdf, { params: idOf('pdf') })
  expect(shown.headers['content-type']).toBe('application/pdf')
  expect(shown.bytes).toEqual(pdf)
  expect((await kim.call(getReportContent, { params: idOf('report') })).body).toMatchObject({
    root: { name: 'Imaging Measurement Report' },
    isVerified: false,
  })
  expect((await kim.call(getDocumentPdf, { params: idOf('segmentation') })).status).toBe(404)
  expect((await kim.call(getDocument, { params: idOf('segmentation') })).bytes).toEqual(
    segmentation,
  )

  const [study] = await search(searchStudies)
  expect(study).toMatchObject({
    '00080061': { Value: ['DOC', 'OP', 'SR'] },
    '00201206': { Value: [4] },
    '00201208': { Value: [4] },
  })
  const objects = await search(searchInstances)
  const found = objects.find((each) => each['00080018']?.Value?.[0] === '1.2.3.10.1')
  const place = { ...params, ...placeIn(found) }
  const accept = { accept: 'application/dicom' }
  const whole = await kim.call(retrieveInstance, { params: place, headers: accept })
  expect(whole.bytes).toEqual(Buffer.from(sr))
  const metadata = await kim.call(retrieveInstanceMetadata, { params: place })
  expect(JSON.parse(metadata.bytes.toString())).toMatchObject([
    { '0040A040': { vr: 'CS', Value: ['CONTAINER'] }, '0040A730': { vr: 'SQ' } },
  ])
  expect((await kim.call(retrieveRendered, { params: place })).status).toBe(406)
})

test('a station’s report is kept, even of a study without images; unsupported classes are not negotiated', async () => {
  const { admin, dataset, dicomPort, documents, search } = await withStudy()
  const rule = { ae_title: 'VIEWER', address: '127.0.0.0/8', dataset_id: dataset.id }
  await admin.call(addSender, { body: rule })
  const folder = await testFolder()
  const send = async (content: Uint8Array) => {
    const file = path.join(folder, 'object.dcm')
    await writeFile(file, content)
    const object = await describeFile(file)
    if (object === undefined) throw new Error('It says what it is.')
    const peer = peerAt(dicomPort, 'XAIMED_OP_XAIFN', 'VIEWER')
    const proposals = [{ abstractSyntax: object.sopClassUid, transferSyntaxes: [explicit] }]
    const user = await associate(peer, proposals)
    try {
      return await store(user, object)
    } finally {
      await user.release()
    }
  }
  expect(await send(report(contextOf(1, { study: '1.2.99' })))).toBe(0)
  expect(await send(report(contextOf(2, { patient: 'P-78' })))).toBe(0)
  const plan = buildFile(photographWith(['00080016', 'UI', rtPlan], ['0020000E', 'UI', '1.2.3.6']))
  await expect(send(plan)).rejects.toMatchObject({ fault: 'not accepted' })
  await expect.poll(async () => (await search(searchStudies)).length).toBe(2)
  await expect.poll(async () => (await documents()).length).toBe(1)
  expect(await documents()).toMatchObject([{ patient_id: 'P-78', is_of_other_patient: true }])
  expect((await admin.call(getReceiver)).body).toMatchObject({ waiting: 0, refused: [] })
})

test('a member deletes a document for good, and it may be received again', async () => {
  const { dataFolder, given, kim, params, documents, search, stow, db } = await withStudy()
  const lee = await given.user('lee')
  const object = writeObject(encapsulatedPdf(contextOf(2), { title: 'Visual field', pdf }))
  await stow(object, report(contextOf(1)))
  const found = (await documents()).find(({ kind }) => kind === 'pdf')
  const { id = 0 } = found ?? {}
  const { file } = await db
    .selectFrom('dicom_document')
    .select('file')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const stored = path.join(dataFolder, file)
  expect(existsSync(stored)).toBe(true)
  expect((await lee.call(deleteDocument, { params: { id } })).status).toBe(404)
  expect((await kim.call(deleteDocument, { params: { id } })).status).toBe(200)
  expect((await documents()).map(({ kind }) => kind)).toEqual(['report'])
  expect((await kim.call(getDocument, { params: { id } })).status).toBe(404)
  expect((await kim.call(deleteDocument, { params: { id } })).status).toBe(404)
  expect(existsSync(stored)).toBe(false)
  expect((await search(searchStudies))[0]?.['00201208']).toMatchObject({ Value: [2] })
  const { body } = await kim.call(getDatasetData, { params })
  expect(body.images.map((each) => each.documents)).toEqual([1])
  expect((await stow(object)).status).toBe(200)
  expect(await documents()).toHaveLength(2)
})
