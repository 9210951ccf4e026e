import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

import { describe, expect, onTestFinished, test } from 'vitest'

import { getDatasetData, updateDataset } from '#contract/datasets'
import { uploadImage } from '#contract/images'
import {
  listSendings,
  retrieveFromPacs,
  sendToPacs,
  testPacs,
  type PacsSettings,
} from '#contract/pacs'
import { cancelTask, getTaskLogs, listTasks, retryTask } from '#contract/tasks'

import { freePort } from '../../platform/free-port.ts'
import {
  dcmtk,
  haveDicomweb,
  startSecureStorescp,
  havePeers,
  startDcmqrscp,
  startDicomwebOrthanc,
  startOrthanc,
  testFolder,
} from '../../testing/dicom-peers.ts'
import type { Account } from '../../testing/given.ts'
import { privateCertificate } from '../../testing/private-authority.ts'
import { fixtureFile } from '../../testing/fixture-file.ts'
import { startApp } from '../../testing/start-app.ts'

const syntaxes = fixtureFile('dicom/syntaxes')
const canRun = havePeers()
const fileOf = (name: string) => path.join(syntaxes, `${name}.dcm`)
/** Five photographs of one patient and study; the last is of modality XC, the others OP. */
const photographs = ['000_rgb_le', '000_mono16', '000_jpeg', '000_rle', '000_ybr422']
const patient = { patientID: 'P0000', studyDate: '2026-11-01' }

/** An empty DICOMweb service behind TLS. @returns its root */
async function startSecureQido({ cert, key }: { cert: string; key: string }): Promise<string> {
  const identity = { cert: await readFile(cert), key: await readFile(key) }
  const server = createServer(identity, (_request, response) => {
    response.setHeader('content-type', 'application/dicom+json').end('[]')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/dicom-web`
}

async function withApp(webPort = 80) {
  const dicomPort = await freePort()
  const archivePort = await freePort()
  const started = await startApp({
    works: true,
    dicomPort,
    outboundHosts: ['127.0.0.1', `127.0.0.1:${archivePort}`, `127.0.0.1:${webPort}`],
  })
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim, { name: 'Clinic' })
  const params = { id: dataset.id }
  const station = { aeTitle: 'XAIMED_OP_XAIFN', port: dicomPort }
  const set = async (PACS: Partial<PacsSettings>) => {
    const answer = await kim.call(updateDataset, { params, body: { settings: { PACS } } })
    expect(answer.status).toBe(200)
  }
  const images = async () => (await kim.call(getDatasetData, { params })).body.images
  return { ...started, kim, dataset, params, station, archivePort, set, images }
}

async function withOrthanc(settings: Partial<PacsSettings> = {}, names = photographs) {
  const app = await withApp()
  const orthanc = await startOrthanc(app.station, app.archivePort)
  for (const name of names) {
    await orthanc.rest('POST', '/instances', await readFile(fileOf(name)))
  }
  await app.set({
    IP: '127.0.0.1',
    PORT: orthanc.port,
    CALLEDAETITLE: 'ORTHANC',
    MODALITY: 'ANY',
    ...settings,
  })
  return { ...app, orthanc }
}

async function withWebArchive() {
  const orthanc = await startDicomwebOrthanc()
  for (const name of photographs) {
    await orthanc.rest('POST', '/instances', await readFile(fileOf(name)))
  }
  return { ...(await withApp(orthanc.httpPort)), root: orthanc.root }
}

async function ended(kim: Account, id: number) {
  const find = async () => (await kim.call(listTasks)).body.find((task) => task.id === id)
  await expect.poll(async () => (await find())?.completed, { timeout: 60_000 }).toBe(true)
  const { body } = await kim.call(getTaskLogs, { params: { id } })
  const task = await find()
  return { status: task?.status, result: task?.result, logs: body.logs.join('\n') }
}

describe.skipIf(!canRun)('with a PACS', () => {
  test.each(['C-MOVE', 'C-GET'] as const)(
    "a patient's images are retrieved by %s, once",
    async (RETRIEVE) => {
      const { kim, dataset, images } = await withOrthanc({ RETRIEVE })
      const body = { ...patient, dataset_id: dataset.id, metadata: { ORD_SEQ: '77' } }
      const first = await kim.call(retrieveFromPacs, { body })
      expect(first.body.message).toBe('The images are being retrieved from the PACS.')
      expect(await ended(kim, first.body.id)).toMatchObject({
        status: 'succeeded',
        result: { added: photographs.length, existing: 0, refused: 0 },
      })
      const list = await images()
      expect(list).toHaveLength(photographs.length)
      for (const image of list) {
        expect(image).toMatchObject({ patientID: 'P0000', metadata: { ORD_SEQ: '77' } })
      }
      const again = await kim.call(retrieveFromPacs, { body })
      expect(await ended(kim, again.body.id)).toMatchObject({
        status: 'succeeded',
        result: { added: 0, existing: photographs.length },
      })
    },
  )

  test.skipIf(!haveDicomweb())("a patient's images are retrieved by WADO-RS, once", async () => {
    const { kim, dataset, params, images, set, root } = await withWebArchive()
    await set({ RETRIEVE: 'WADO-RS', DICOMWEB: `${root}/`, MODALITY: 'ANY' })
    const trial = { RETRIEVE: 'WADO-RS', DICOMWEB: root } as const
    expect((await kim.call(testPacs, { params, body: trial })).body).toMatchObject({
      success: true,
    })
    const wrong = { ...trial, DICOMWEB: `${root}/nothing` }
    expect((await kim.call(testPacs, { params, body: wrong })).body).toMatchObject({
      success: false,
      message: expect.stringContaining('refused the DICOMweb request'),
    })
    const body = { ...patient, dataset_id: dataset.id }
    for (const result of [
      { added: photographs.length, existing: 0 },
      { added: 0, existing: photographs.length },
    ]) {
      const { body: task } = await kim.call(retrieveFromPacs, { body })
      expect(await ended(kim, task.id)).toMatchObject({ status: 'succeeded', result })
    }
    expect(await images()).toHaveLength(photographs.length)
  })

  test('only series of the modality are retrieved, and with force lossless nothing lossy', async () => {
    const { kim, dataset, images, set } = await withOrthanc({ MODALITY: 'OT' })
    const body = { ...patient, dataset_id: dataset.id }
    const none = await kim.call(retrieveFromPacs, { body })
    const outcome = await ended(kim, none.body.id)
    expect(outcome.status).toBe('failed')
    expect(outcome.logs).toContain('no images of patient P0000')
    const { WEBPASSWORDSET: _, ...PACS } = (
      await kim.call(getDatasetData, { params: { id: dataset.id } })
    ).body.dataset.settings.PACS
    await set({ ...PACS, MODALITY: 'OP', FORCELOSSLESSTRANFERPROTOCOL: true })
    const some = await kim.call(retrieveFromPacs, { body })
    const lossless = await ended(kim, some.body.id)
    expect(lossless.status).toBe('failed')
    expect(lossless.logs).toMatch(/1 of \d images were not received from the PACS/)
    const syntaxesOf = (await images()).map(({ dicomMeta }) => dicomMeta['00020010'])
    expect(syntaxesOf.length).toBeGreaterThan(0)
    expect(syntaxesOf).not.toContain('1.2.840.10008.1.2.4.50')
  })

  test('the connection test explains a failure in a sentence', async () => {
    const { kim, params, orthanc } = await withOrthanc()
    const call = async (PACS: Partial<PacsSettings>) =>
      (await kim.call(testPacs, { params, body: { CALLEDAETITLE: 'ORTHANC', ...PACS } })).body
    expect(await call({ IP: '127.0.0.1', PORT: orthanc.port })).toMatchObject({
      success: true,
      message: 'The PACS answered: the connection works.',
    })
    const title = { CALLEDAETITLE: 'NOBODY' }
    expect(await call({ IP: '127.0.0.1', PORT: orthanc.port, ...title })).toMatchObject({
      success: true,
    })
    expect(await call({ IP: '127.0.0.1', PORT: 104 })).toMatchObject({
      success: false,
      message: expect.stringContaining('could not be reached'),
    })
    expect(await call({ IP: '127.0.0.1', PORT: 22 })).toMatchObject({
      success: false,
      message: expect.stringContaining('OUTBOUND_HOSTS'),
    })
    expect(await call({})).toMatchObject({ success: false })
  })

  test('a PACS behind TLS is queried only if its certificate is trusted', async () => {
    const certificate = await privateCertificate()
    const port = await freePort()
    await startSecureStorescp(port, certificate)
    const DICOMWEB = await startSecureQido(certificate)
    const outboundHosts = ['127.0.0.1', `127.0.0.1:${port}`, new URL(DICOMWEB).host]
    const ways = [
      { IP: '127.0.0.1', PORT: port, CALLEDAETITLE: 'STORESCP', TLS: true },
      { RETRIEVE: 'WADO-RS', DICOMWEB },
    ] as const
    const tried = async (dicomAuthority?: string) => {
      const { given } = await startApp({
        outboundHosts,
        ...(dicomAuthority === undefined ? {} : { dicomAuthority }),
      })
      const kim = await given.user('kim')
      const { id } = await given.dataset(kim)
      const answers = ways.map((body) => kim.call(testPacs, { params: { id }, body }))
      return (await Promise.all(answers)).map(({ body }) => body)
    }
    const trusted = { success: true }
    expect(await tried(await readFile(certificate.authority, 'utf8'))).toMatchObject([
      trusted,
      trusted,
    ])
    const refused = {
      success: false,
      message: expect.stringContaining('certificate of the PACS is not trusted'),
    }
    expect(await tried()).toMatchObject([refused, refused])
  })

  test('a study that the PACS returns for another patient is left out', async () => {
    const app = await withApp()
    const archive = await startDcmqrscp(app.station, app.archivePort)
    const other = path.join(await testFolder(), 'other.dcm')
    await dcmtk('dcmconv', fileOf('000_rgb_le'), other)
    await dcmtk('dcmodify', '-nb', '-m', '(0010,0020)=P00001', other)
    await dcmtk('storescu', '-aec', 'ARCHIVE', '127.0.0.1', archive.port, other)
    await app.set({
      IP: '127.0.0.1',
      PORT: archive.port,
      CALLEDAETITLE: 'ARCHIVE',
      MODALITY: 'ANY',
    })
    const started = await app.kim.call(retrieveFromPacs, {
      body: { ...patient, dataset_id: app.dataset.id },
    })
    expect((await ended(app.kim, started.body.id)).status).toBe('failed')
    expect(await app.images()).toEqual([])
  })

  test('a PACS that does not know our AE title is not retried', async () => {
    const app = await withApp()
    const stranger = { ...app.station, aeTitle: 'SOMEBODY_ELSE' }
    const archive = await startDcmqrscp(stranger, app.archivePort)
    await dcmtk('storescu', '-aec', 'ARCHIVE', '127.0.0.1', archive.port, fileOf('000_rgb_le'))
    await app.set({
      IP: '127.0.0.1',
      PORT: archive.port,
      CALLEDAETITLE: 'ARCHIVE',
      MODALITY: 'ANY',
      RETRIEVE: 'C-MOVE',
    })
    const body = { ...patient, dataset_id: app.dataset.id }
    const { body: task } = await app.kim.call(retrieveFromPacs, { body })
    const { status, logs } = await ended(app.kim, task.id)
    expect(status).toBe('failed')
    expect(logs).toContain(app.station.aeTitle)
    expect(logs).not.toContain('again in')
  })

  test('an unavailable PACS is retried, and the retrieval can be repeated when it is back', async () => {
    const app = await withApp()
    await app.set({
      IP: '127.0.0.1',
      PORT: app.archivePort,
      CALLEDAETITLE: 'ORTHANC',
      MODALITY: 'ANY',
    })
    const body = { ...patient, dataset_id: app.dataset.id }
    const { body: task } = await app.kim.call(retrieveFromPacs, { body })
    const failed = await ended(app.kim, task.id)
    expect(failed.status).toBe('failed')
    expect(failed.logs).toContain('The PACS could not be reached')
    const orthanc = await startOrthanc(app.station, app.archivePort)
    await orthanc.rest('POST', '/instances', await readFile(fileOf('000_jpeg')))
    await app.kim.call(retryTask, { params: { id: task.id } })
    expect(await ended(app.kim, task.id)).toMatchObject({ status: 'succeeded' })
    expect(await app.images()).toHaveLength(1)
  })

  test('patient ids with wildcards, and datasets without a PACS, are refused', async () => {
    const { kim, dataset } = await withApp()
    const ask = (patientID: string) =>
      kim.call(retrieveFromPacs, {
        body: { patientID, studyDate: '20261101', dataset_id: dataset.id },
      })
    for (const patientID of ['*', 'P00?0', 'A\\B', ' ']) {
      expect((await ask(patientID)).status).toBe(400)
    }
    expect((await ask('P0000')).status).toBe(409)
  })

  test('a stopped retrieval ends, and keeps the images that have arrived', async () => {
    const { kim, dataset, images } = await withOrthanc({ RETRIEVE: 'C-GET' })
    const body = { ...patient, dataset_id: dataset.id }
    const { body: task } = await kim.call(retrieveFromPacs, { body })
    await kim.call(cancelTask, { params: { id: task.id } })
    expect((await ended(kim, task.id)).status).toBe('cancelled')
    await kim.call(retryTask, { params: { id: task.id } })
    expect((await ended(kim, task.id)).status).toBe('succeeded')
    expect(await images()).toHaveLength(photographs.length)
  })

  test('an image is stored in the PACS as soon as the PACS is available', async () => {
    const app = await withApp()
    await app.set({ IP: '127.0.0.1', PORT: app.archivePort, CALLEDAETITLE: 'ORTHANC' })
    const content = await readFile(fileOf('000_jpeg'))
    const uploaded = await app.kim.call(uploadImage, {
      query: { dataset_id: app.dataset.id },
      files: [{ name: 'eye.dcm', content }],
    })
    const params = { id: uploaded.body.image.id }
    const asked = await app.kim.call(sendToPacs, { params })
    const sendings = async () => (await app.kim.call(listSendings, { params })).body
    const failure = async () => (await sendings())[0]?.failure?.message
    await expect.poll(failure, { timeout: 30_000 }).toContain('The PACS could not be reached')
    expect((await app.kim.call(sendToPacs, { params })).body.id).toBe(asked.body.id)
    const orthanc = await startOrthanc(app.station, app.archivePort)
    const state = async () => (await sendings())[0]?.state
    await expect.poll(state, { timeout: 60_000 }).toBe('sent')
    expect(await sendings()).toMatchObject([
      {
        kind: 'image',
        asked_by: 'kim',
        failure: null,
        objects: [{ kind: 'image', status: '0000' }],
      },
    ])
    expect(await orthanc.rest('GET', '/instances')).toHaveLength(1)
  })

  test('waiting messages go to the PACS that is set now, even after one that is not allowed', async () => {
    const app = await withApp()
    // From a time when settings were saved without checking the list.
    const settings = JSON.stringify({ PACS: { IP: '10.99.0.1', CALLEDAETITLE: 'ORTHANC' } })
    await app.db.updateTable('dataset').set({ settings }).execute()
    const content = await readFile(fileOf('000_jpeg'))
    const uploaded = await app.kim.call(uploadImage, {
      query: { dataset_id: app.dataset.id },
      files: [{ name: 'eye.dcm', content }],
    })
    const params = { id: uploaded.body.image.id }
    await app.kim.call(sendToPacs, { params })
    const latest = async () => (await app.kim.call(listSendings, { params })).body[0]
    const failure = async () => (await latest())?.failure?.message
    await expect.poll(failure, { timeout: 30_000 }).toContain('This server may not call')
    await app.set({ IP: '' })
    await expect.poll(failure, { timeout: 30_000 }).toContain('No PACS')
    const far = new Date(Date.now() + 900_000)
    const isFree = app.db.updateTable('outbox').set({ due_at: far }).where('lease', 'is', null)
    await isFree.execute()
    const orthanc = await startOrthanc(app.station, app.archivePort)
    await app.set({ IP: '127.0.0.1', PORT: app.archivePort, CALLEDAETITLE: 'ORTHANC' })
    await expect.poll(async () => (await latest())?.state, { timeout: 30_000 }).toBe('sent')
    expect(await orthanc.rest('GET', '/instances')).toHaveLength(1)
  })
})
