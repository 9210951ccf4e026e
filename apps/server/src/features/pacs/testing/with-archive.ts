import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { expect } from 'vitest'

import { getDatasetData, updateDataset } from '#contract/datasets'
import type { PacsSettings } from '#contract/pacs'
import { getTaskLogs, listTasks } from '#contract/tasks'

import { freePort } from '../../../platform/free-port.ts'
import { startDicomwebOrthanc, startOrthanc } from '../../../testing/dicom-peers.ts'
import type { Account } from '../../../testing/given.ts'
import { fixtureFile } from '../../../testing/fixture-file.ts'
import { startApp } from '../../../testing/start-app.ts'

const syntaxes = fixtureFile('dicom/syntaxes')
/** The path of a file of tests/fixtures/dicom/syntaxes. */
export const fileOf = (name: string) => path.join(syntaxes, `${name}.dcm`)
/** Five photographs of one patient and study; the last is of modality XC, the others OP. */
export const photographs = ['000_rgb_le', '000_mono16', '000_jpeg', '000_rle', '000_ybr422']
/** The patient and the study of the photographs. */
export const patient = { patientID: 'P0000', studyDate: '2026-11-01' }

/** A server with a dataset, which may call an archive. */
export async function withApp(webPort = 80) {
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

/** A server whose dataset has Orthanc with these photographs as its PACS. */
export async function withOrthanc(settings: Partial<PacsSettings> = {}, names = photographs) {
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

/** A server beside Orthanc with DICOMweb. */
export async function withWebArchive() {
  const orthanc = await startDicomwebOrthanc()
  for (const name of photographs) {
    await orthanc.rest('POST', '/instances', await readFile(fileOf(name)))
  }
  return { ...(await withApp(orthanc.httpPort)), root: orthanc.root }
}

/** Waits for the end of a task. @returns how it ended, with its log */
export async function ended(kim: Account, id: number) {
  const find = async () => (await kim.call(listTasks)).body.find((task) => task.id === id)
  await expect.poll(async () => (await find())?.completed, { timeout: 60_000 }).toBe(true)
  const { body } = await kim.call(getTaskLogs, { params: { id } })
  const task = await find()
  return { status: task?.status, result: task?.result, logs: body.logs.join('\n') }
}
