import { writeFile } from 'node:fs/promises'
import path from 'node:path'

import { describe, expect, test } from 'vitest'

import { listAudit } from '#contract/audit'
import { updateDataset } from '#contract/datasets'
import { retrieveFromPacs, type PacsSettings } from '#contract/pacs'
import { mostStudies, searchPacs } from '#contract/pacs-search'
import { getTaskLogs, listTasks, retryTask } from '#contract/tasks'

import { freePort } from '../../../platform/free-port.ts'
import {
  dcmtk,
  haveDicomweb,
  havePeers,
  startDcmqrscp,
  startDicomwebOrthanc,
  startOrthanc,
  testFolder,
  type Orthanc,
} from '../../../testing/dicom-peers.ts'
import {
  smallPhotograph,
  studyUidOf,
  type SmallPhotograph,
} from '../../../testing/small-photograph.ts'
import { startApp } from '../../../testing/start-app.ts'

const hong = { study: 1, name: 'Hong^Gildong=洪^吉洞=홍^길동', patientId: 'P-1', accession: 'A-1' }
const kim = { study: 2, name: '김^철수', patientId: 'P-2', time: '143000' } as const
const miller = {
  study: 3,
  name: 'Miller^Eva',
  patientId: 'P-3',
  date: '20261102',
  modality: 'XC',
  accession: 'A-3',
}
const inKsx1001 = { characterSet: '\\ISO 2022 IR 149' } as const
const photographs: readonly SmallPhotograph[] = [
  hong,
  { ...hong, instance: 2 },
  { ...kim, ...inKsx1001 },
  miller,
]

async function withApp(...webPorts: readonly number[]) {
  const [dicomPort, archivePort] = [await freePort(), await freePort()]
  const ports = [archivePort, ...webPorts]
  const started = await startApp({
    works: true,
    dicomPort,
    outboundHosts: ['127.0.0.1', ...ports.map((port) => `127.0.0.1:${port}`)],
  })
  const user = await started.given.user('kim')
  const { id } = await started.given.dataset(user, { name: 'Clinic' })
  const params = { id }
  const set = async (PACS: Partial<PacsSettings>) => {
    const body = { settings: { PACS: { MODALITY: 'ANY' as const, ...PACS } } }
    expect((await user.call(updateDataset, { params, body })).status).toBe(200)
  }
  const search = async (body: Parameters<typeof searchPacs.body.parse>[0]) =>
    (await user.call(searchPacs, { params, body: body as object })).body
  const found = async (body: object) =>
    (await search(body)).studies.map(({ patientID }) => patientID)
  const ended = async (task: number) => {
    const find = async () => (await user.call(listTasks)).body.find((one) => one.id === task)
    await expect.poll(async () => (await find())?.completed, { timeout: 60_000 }).toBe(true)
    const { body } = await user.call(getTaskLogs, { params: { id: task } })
    return { status: (await find())?.status, logs: body.logs.join('\n') }
  }
  const retrieve = async (studies: readonly string[]) => {
    const body = { studies: [...studies], dataset_id: id }
    return (await user.call(retrieveFromPacs, { body })).body
  }
  const station = { aeTitle: 'XAIMED_OP_XAIFN', port: dicomPort }
  return { ...started, user, id, params, station, archivePort, set, search, found, ended, retrieve }
}

async function keep(orthanc: Orthanc, objects: readonly SmallPhotograph[]) {
  for (const object of objects) {
    await orthanc.rest('POST', '/instances', smallPhotograph(object))
  }
}

async function withOrthanc(objects = photographs, settings: Partial<PacsSettings> = {}) {
  const app = await withApp()
  const orthanc = await startOrthanc(app.station, app.archivePort)
  await keep(orthanc, objects)
  const station = { IP: '127.0.0.1', PORT: orthanc.port, CALLEDAETITLE: 'ORTHANC' }
  await app.set({ ...station, RETRIEVE: 'C-GET', ...settings })
  return { ...app, orthanc }
}

async function withWebOrthanc() {
  const orthanc = await startDicomwebOrthanc()
  await keep(orthanc, photographs)
  const app = await withApp(orthanc.httpPort)
  await app.set({ RETRIEVE: 'WADO-RS', DICOMWEB: orthanc.root })
  return { ...app, orthanc }
}

async function withDcmqrscp() {
  const app = await withApp()
  const archive = await startDcmqrscp(app.station, app.archivePort)
  const folder = await testFolder()
  for (const [index, object] of photographs.entries()) {
    const file = path.join(folder, `${index}.dcm`)
    await writeFile(file, smallPhotograph(object))
    await dcmtk('storescu', '-aec', 'ARCHIVE', '127.0.0.1', archive.port, file)
  }
  await app.set({ IP: '127.0.0.1', PORT: archive.port, CALLEDAETITLE: 'ARCHIVE' })
  return app
}

const archives = [
  { name: 'Orthanc by C-FIND', start: () => withOrthanc(), canRun: () => havePeers() },
  { name: 'Orthanc by QIDO-RS', start: withWebOrthanc, canRun: () => haveDicomweb() },
  { name: 'dcmqrscp by C-FIND', start: withDcmqrscp, canRun: () => havePeers() },
]

describe.each(archives.filter(({ canRun }) => canRun()))('the archive $name', ({ start }) => {
  test('is searched by day, name in any writing, numbers and modality', async () => {
    const { found } = await start()
    const day = { studyDate: '2026-11-01' }
    expect(await found(day)).toEqual(['P-2', 'P-1'])
    expect(await found({ studyDate: '20261101-20261102' })).toEqual(['P-3', 'P-2', 'P-1'])
    expect(await found({ studyDate: '20261103-' })).toEqual([])
    expect(await found({ patientName: 'Hong Gil' })).toEqual(['P-1'])
    expect(await found({ patientName: 'Hong*ng' })).toEqual(['P-1'])
    expect(await found({ ...day, patientName: '홍길동' })).toEqual(['P-1'])
    expect(await found({ ...day, patientName: '洪' })).toEqual(['P-1'])
    expect(await found({ ...day, patientName: '김철수' })).toEqual(['P-2'])
    expect(await found({ ...day, patientName: '길동' })).toEqual([])
    expect(await found({ patientID: 'P-?' })).toEqual(['P-3', 'P-2', 'P-1'])
    expect(await found({ patientID: 'P-2' })).toEqual(['P-2'])
    expect(await found({ accessionNumber: 'A-3' })).toEqual(['P-3'])
    expect(await found({ modality: 'XC', studyDate: '20261101-' })).toEqual(['P-3'])
    expect(await found({ modality: 'XC', patientName: 'Hong' })).toEqual([])
  })
})

describe.skipIf(!havePeers())('a search of the archive', () => {
  test.each([
    ['Orthanc', () => withOrthanc()],
    ['dcmqrscp', withDcmqrscp],
  ])('of %s finds Korean names by themselves', async (_, start) => {
    const { found } = await start()
    expect(await found({ patientName: '홍길동' })).toEqual(['P-1'])
    expect(await found({ patientName: '김 철수' })).toEqual(['P-2'])
  })

  test("shows each study's patient, date, and number of images", async () => {
    const { search } = await withOrthanc()
    const { studies, more } = await search({ studyDate: '20261101' })
    expect(more).toBe(false)
    expect(studies).toEqual([
      expect.objectContaining({ names: ['김철수'], study_time: '14:30:00', present: 0 }),
      {
        study_uid: studyUidOf(1),
        names: ['Hong Gildong', '洪吉洞', '홍길동'],
        patientID: 'P-1',
        birth_date: '1960-01-31',
        sex: 'F',
        study_date: '2026-11-01',
        study_time: '10:15:00',
        accession_number: 'A-1',
        modalities: ['OP'],
        description: 'Fundus',
        instances: 2,
        present: 0,
      },
    ])
  })

  test('lists a limited number, and says that there are more', async () => {
    const many = Array.from({ length: mostStudies + 1 }, (_, index) => ({
      ...miller,
      study: 1000 + index,
    }))
    const { search } = await withOrthanc(many)
    const { studies, more } = await search({ patientName: 'Miller' })
    expect(studies).toHaveLength(mostStudies)
    expect(more).toBe(true)
  })

  test('leaves one row in the audit trail, with the kinds of its criteria', async () => {
    const { given, search } = await withOrthanc()
    await search({ patientName: '홍길동', studyDate: '20261101' })
    const admin = await given.user('admin', { isAdmin: true })
    const { body } = await admin.call(listAudit, { query: { action: 'searchPacs' } })
    expect(body.events).toHaveLength(1)
    expect(body.events[0]).toMatchObject({
      username: 'kim',
      detail: { criteria: ['patientName', 'studyDate'] },
    })
    expect(JSON.stringify(body)).not.toContain('홍길동')
  })
})

describe.skipIf(!havePeers())('studies that were chosen', () => {
  test.each(['C-MOVE', 'C-GET'] as const)('come by %s, of several patients', async (RETRIEVE) => {
    const { search, retrieve, ended } = await withOrthanc(photographs, { RETRIEVE })
    const task = await retrieve([studyUidOf(1), studyUidOf(3)])
    expect(task.name).toBe('Retrieving 2 studies from the PACS')
    expect(await ended(task.id)).toMatchObject({ status: 'succeeded' })
    const { studies } = await search({ studyDate: '20261101-' })
    const present = studies.map(({ patientID, present: images }) => [patientID, images])
    expect(present).toEqual([
      ['P-3', 1],
      ['P-2', 0],
      ['P-1', 2],
    ])
  })

  test.skipIf(!haveDicomweb())('come by WADO-RS, of several patients', async () => {
    const { search, retrieve, ended } = await withWebOrthanc()
    const task = await retrieve([studyUidOf(2), studyUidOf(3)])
    expect(await ended(task.id)).toMatchObject({ status: 'succeeded' })
    const { studies } = await search({ studyDate: '20261101-' })
    expect(studies.map(({ present }) => present)).toEqual([1, 1, 0])
  })

  test('are retrieved although others fail, which are named with the reason and can be retried', async () => {
    const { search, retrieve, ended, orthanc, user } = await withOrthanc(photographs, {
      MODALITY: 'OP',
    })
    const gone = studyUidOf(9)
    const { id } = await retrieve([gone, studyUidOf(3), studyUidOf(1)])
    const first = await ended(id)
    expect(first.status).toBe('failed')
    expect(first.logs).toContain(`The PACS no longer has the study (${gone}).`)
    expect(first.logs).toContain(
      'Study of patient P-3 of 2026-11-02: It has no images of modality OP',
    )
    expect(first.logs).toContain('2 of 3 studies are incomplete')
    const { studies } = await search({ patientID: 'P-1' })
    expect(studies).toMatchObject([{ present: 2 }])
    await keep(orthanc, [
      { ...hong, study: 9, date: '20261031' },
      { ...miller, study: 3, instance: 7, modality: 'OP', patientId: 'P-3' },
    ])
    await user.call(retryTask, { params: { id } })
    const second = await ended(id)
    expect(second.logs.split('no longer has the study')).toHaveLength(2)
    expect((await search({ patientID: 'P-1' })).studies).toMatchObject([
      { present: 2 },
      { present: 1 },
    ])
  })

  test('are refused together with a patient, or if they are not UIDs', async () => {
    const { user, id } = await withApp()
    const bodies = [
      { studies: [studyUidOf(1)], patientID: 'P-1', studyDate: '20261101' },
      { patientID: 'P-1' },
      { studies: [] },
      { studies: ['*'] },
      {},
    ]
    for (const body of bodies) {
      const answer = await user.call(retrieveFromPacs, { body: { ...body, dataset_id: id } })
      expect(answer.status).toBe(400)
    }
  })
})

test('a sentence explains why an archive cannot be searched', async () => {
  const { user, params, set, archivePort, given } = await withApp()
  const search = () => user.call(searchPacs, { params, body: { patientID: 'P-1' } })
  expect(await search()).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('No PACS is set') },
  })
  await set({ IP: '127.0.0.1', PORT: archivePort, CALLEDAETITLE: 'ORTHANC' })
  expect(await search()).toMatchObject({
    status: 502,
    body: { message: expect.stringContaining('could not be reached') },
  })
  await set({
    IP: '127.0.0.1',
    PORT: archivePort,
    DICOMWEB: `http://127.0.0.1:${archivePort}/q`,
    RETRIEVE: 'WADO-RS',
  })
  expect(await search()).toMatchObject({ status: 502 })
  const stranger = await given.user('lee')
  const refused = await stranger.call(searchPacs, { params, body: { patientID: 'P-1' } })
  expect(refused.status).toBe(404)
})
