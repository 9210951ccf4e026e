import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { describe, expect, test } from 'vitest'

import { getDatasetData } from '#contract/datasets'
import { retrieveFromPacs, testPacs } from '#contract/pacs'
import { cancelTask, retryTask } from '#contract/tasks'

import {
  dcmtk,
  haveDicomweb,
  havePeers,
  startDcmqrscp,
  startOrthanc,
  testFolder,
} from '../../testing/dicom-peers.ts'
import {
  ended,
  fileOf,
  patient,
  photographs,
  withApp,
  withOrthanc,
  withWebArchive,
} from './testing/with-archive.ts'

describe.skipIf(!havePeers())('with a PACS', () => {
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
})
