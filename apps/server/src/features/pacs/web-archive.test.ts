import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { updateDataset } from '#contract/datasets'
import { sendResults } from '#contract/dicom-results'
import { uploadImage } from '#contract/images'
import {
  listSendings,
  retrieveFromPacs,
  sendToPacs,
  testPacs,
  type PacsChange,
} from '#contract/pacs'
import { listTasks } from '#contract/tasks'
import { sampleNumbers } from '#report/testing/sample-report'

import { analysed } from '../../testing/analysed.ts'
import { startCommitmentArchive } from '../../testing/commitment-archive.ts'
import {
  dataSetOf,
  haveDicomweb,
  havePeers,
  startDicomwebOrthanc,
  startStorescp,
} from '../../testing/dicom-peers.ts'
import { fixtureFile } from '../../testing/fixture-file.ts'
import { startApp } from '../../testing/start-app.ts'

const file = fixtureFile('dicom/syntaxes/000_rgb_le.dcm')
const user = { username: 'fovea', password: 'hunter2' }
const right = { WEBUSER: user.username, WEBPASSWORD: user.password }

/** A dataset beside an archive that requires sign-in. */
async function withArchive(...more: readonly number[]) {
  const orthanc = await startDicomwebOrthanc(undefined, user)
  const storescp = await startStorescp()
  const ports = [orthanc.httpPort, storescp.port, ...more]
  const outboundHosts = ['127.0.0.1', ...ports.map((port) => `127.0.0.1:${port}`)]
  const started = await startApp({ works: true, outboundHosts })
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim, { name: 'Clinic' })
  const params = { id: dataset.id }
  const there = { DICOMWEB: orthanc.root, MODALITY: 'ANY' } as const
  const set = async (PACS: Partial<PacsChange>) => {
    const answer = await kim.call(updateDataset, { params, body: { settings: { PACS } } })
    expect(answer.status).toBe(200)
  }
  const tried = async (PACS: Partial<PacsChange>) =>
    (await kim.call(testPacs, { params, body: { ...there, ...PACS } })).body
  const stored = async () => z.array(z.string()).parse(await orthanc.rest('GET', '/instances'))
  return { ...started, orthanc, storescp, kim, dataset, params, there, set, tried, stored }
}

async function withImage(...ports: readonly number[]) {
  const app = await withArchive(...ports)
  const uploaded = await app.kim.call(uploadImage, {
    query: { dataset_id: app.dataset.id },
    files: [{ name: 'eye.dcm', content: await readFile(file) }],
  })
  const params = { id: uploaded.body.image.id }
  const sendings = async () => (await app.kim.call(listSendings, { params })).body
  const latest = async () => (await sendings())[0]
  const sent = async () => {
    await expect.poll(async () => (await latest())?.state, { timeout: 60_000 }).toBe('sent')
  }
  return { ...app, params, latest, sent }
}

describe.skipIf(!havePeers() || !haveDicomweb())('a PACS that asks for a user', () => {
  test('is tested and retrieved from with the stored password', async () => {
    const { orthanc, kim, dataset, there, set, tried } = await withArchive()
    await orthanc.rest('POST', '/instances', await readFile(file))
    const refusal = {
      success: false,
      message: expect.stringContaining('did not accept the user and password'),
    }
    const RETRIEVE = 'WADO-RS'
    expect(await tried({ RETRIEVE, DICOMWEB: 'http://10.99.0.1/dicom-web' })).toMatchObject({
      success: false,
      message: expect.stringContaining('This server may not call'),
    })
    expect(await tried({ RETRIEVE })).toMatchObject(refusal)
    expect(await tried({ RETRIEVE, ...right, WEBPASSWORD: 'wrong' })).toMatchObject(refusal)
    await set({ ...there, RETRIEVE, ...right })
    expect(await tried({ RETRIEVE, WEBUSER: user.username })).toMatchObject({ success: true })
    await kim.call(retrieveFromPacs, {
      body: { patientID: 'P0000', studyDate: '2026-11-01', dataset_id: dataset.id },
    })
    const task = async () => (await kim.call(listTasks)).body[0]
    await expect.poll(async () => (await task())?.completed, { timeout: 60_000 }).toBe(true)
    expect(await task()).toMatchObject({ status: 'succeeded', result: { added: 1 } })
  })

  test('gets the same bytes by STOW-RS as by C-STORE, once the password is right', async () => {
    const { kim, db, params, there, set, latest, sent, stored, orthanc, storescp } =
      await withImage()
    const byWeb = { ...there, SENDBY: 'STOW-RS' } as const
    await set({ ...byWeb, ...right, WEBPASSWORD: 'wrong!' })
    await kim.call(sendToPacs, { params })
    const failure = async () => (await latest())?.failure?.message
    await expect
      .poll(failure, { timeout: 30_000 })
      .toContain('did not accept the user and password')
    expect((await latest())?.state).toBe('waiting')
    const told = await Promise.all([
      db.selectFrom('outbox').selectAll().execute(),
      db.selectFrom('audit_event').selectAll().execute(),
    ])
    expect(JSON.stringify(told)).not.toContain('wrong!')
    await set({ ...byWeb, ...right })
    await sent()
    expect((await latest())?.objects).toMatchObject([{ kind: 'image', status: '0000' }])
    const [instance, ...more] = await stored()
    expect(more).toEqual([])
    const sentByWeb = await orthanc.file(`/instances/${instance}/file`)
    expect(sentByWeb.equals(await readFile(file))).toBe(true)

    const station = { IP: '127.0.0.1', PORT: storescp.port, CALLEDAETITLE: 'STORESCP' }
    await set({ ...station, SENDBY: 'C-STORE' })
    await kim.call(sendToPacs, { params })
    await sent()
    const [name = ''] = await readdir(storescp.folder)
    const sentByNetwork = await dataSetOf(path.join(storescp.folder, name))
    expect(sentByNetwork.equals(await dataSetOf(file))).toBe(true)
  })

  test('gets results once, even if they are sent repeatedly', async () => {
    const { kim, db, params, there, set, latest, sent, stored } = await withImage()
    await set({ ...there, SENDBY: 'STOW-RS', COMMITMENT: true, ...right })
    await analysed(db, params.id, { numbers: sampleNumbers({ ageYears: 64, sex: 'female' }) })
    for (const _ of ['first', 'again']) {
      await kim.call(sendResults, { params, query: { language: 'ko' } })
      await sent()
      await kim.call(sendToPacs, { params })
      await sent()
      expect(await latest()).toMatchObject({ kind: 'image', commitment: null })
    }
    expect(await stored()).toHaveLength(3)
  })

  test('is asked over DICOM whether it keeps objects stored by STOW-RS', async () => {
    const archive = await startCommitmentArchive({
      action: ({ transactionUid, instances }) => ({
        after: { transactionUid, committed: instances },
      }),
    })
    const { kim, params, there, set, latest, stored } = await withImage(archive.port)
    const overDicom = { IP: '127.0.0.1', PORT: archive.port, COMMITMENT: true }
    await set({ ...there, ...overDicom, SENDBY: 'STOW-RS', ...right })
    await kim.call(sendToPacs, { params })
    const commitment = async () => (await latest())?.commitment
    await expect.poll(commitment, { timeout: 60_000 }).toBe('committed')
    expect(await stored()).toHaveLength(1)
  })
})
