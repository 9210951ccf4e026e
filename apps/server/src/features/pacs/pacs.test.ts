import { createHash, randomUUID } from 'node:crypto'
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { describe, expect, test } from 'vitest'

import { listAudit } from '#contract/audit'
import { getDatasetData, updateDataset } from '#contract/datasets'
import { deleteImage, getImage } from '#contract/images'
import { addSender, getReceiver, removeSender } from '#contract/pacs'

import { statuses } from '../../platform/dicom-network/command.ts'
import { describeFile, store } from '../../platform/dicom-network/store.ts'
import { associate } from '../../platform/dicom-network/user.ts'
import { freePort } from '../../platform/free-port.ts'
import {
  dataSetOf,
  dcmtk,
  havePeers,
  peerAt,
  syntaxFiles,
  testFolder,
} from '../../testing/dicom-peers.ts'
import { fixtureFile } from '../../testing/fixture-file.ts'
import { startApp } from '../../testing/start-app.ts'
import { sweepArrivals } from './receiver/sweep-arrivals.ts'

const syntaxes = fixtureFile('dicom/syntaxes')
const canRun = havePeers()
const fileOf = (name: string) => path.join(syntaxes, `${name}.dcm`)

async function withReceiver() {
  const dicomPort = await freePort()
  const started = await startApp({ works: true, dicomPort })
  const admin = await started.given.user('admin', { isAdmin: true })
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim, { name: 'Clinic' })
  const rule = (title: string, address = '127.0.0.0/8') =>
    admin.call(addSender, { body: { ae_title: title, address, dataset_id: dataset.id } })
  const images = async () =>
    (await kim.call(getDatasetData, { params: { id: dataset.id } })).body.images
  const send = (file: string, title = 'CAMERA') => {
    const option = syntaxFiles[path.basename(file, '.dcm')] ?? '-xe'
    const titles = ['-aet', title, '-aec', 'XAIMED_OP_XAIFN'] as const
    return dcmtk('storescu', '-R', option, ...titles, '127.0.0.1', dicomPort, file)
  }
  const state = async () => (await admin.call(getReceiver)).body
  const settled = async () => {
    await expect.poll(async () => (await state()).waiting, { timeout: 60_000 }).toBe(0)
  }
  return { ...started, admin, kim, dataset, rule, images, send, state, settled, dicomPort }
}

describe.skipIf(!canRun)('objects that stations send', () => {
  test('become images of the dataset that the rule names, in every transfer syntax', async () => {
    const { kim, rule, images, send, settled, admin } = await withReceiver()
    expect((await rule('CAMERA')).status).toBe(201)
    const names = Object.keys(syntaxFiles)
    for (const name of names) expect(await send(fileOf(name))).toMatchObject({ code: 0 })
    await settled()
    const list = await images()
    expect(list).toHaveLength(names.length)
    for (const name of ['000_jpeg', '000_rle', '000_deflated']) {
      const object = await describeFile(fileOf(name))
      const image = list.find(({ file_name }) => file_name === `${object?.sopInstanceUid}.dcm`)
      expect(image).toMatchObject({ patientID: 'P0000' })
      const { bytes } = await kim.call(getImage, {
        params: { id: image?.id ?? 0 },
        query: { asDicom: 'true' },
      })
      const sent = await dataSetOf(fileOf(name))
      expect(bytes.subarray(-sent.length).equals(sent)).toBe(true)
    }
    const { body } = await admin.call(listAudit, { query: { action: 'receiveDicom' } })
    expect(body.events).toHaveLength(names.length)
    expect(body.events.at(-1)).toMatchObject({ username: 'CAMERA', address: '127.0.0.1' })
  })

  test('are refused from stations and addresses without a rule', async () => {
    const { rule, images, send, admin } = await withReceiver()
    await rule('CAMERA', '10.1.0.0/16')
    const { body } = await rule('OTHER')
    expect((await send(fileOf('000_jpeg'))).output).toContain('Calling AE Title Not Recognized')
    expect(await send(fileOf('000_jpeg'), 'OTHER')).toMatchObject({ code: 0 })
    await admin.call(removeSender, { params: { id: body.id } })
    expect((await send(fileOf('000_rle'), 'OTHER')).code).not.toBe(0)
    await expect.poll(async () => (await images()).length).toBe(1)
  })

  test('are kept once if they arrive twice; other bytes under the same UID are kept beside', async () => {
    const { rule, images, send, settled } = await withReceiver()
    await rule('CAMERA')
    const changed = path.join(await testFolder(), '000_jpeg.dcm')
    await copyFile(fileOf('000_jpeg'), changed)
    await dcmtk('dcmodify', '-nb', '-i', '(0008,1090)=Another camera', changed)
    for (const file of [fileOf('000_jpeg'), fileOf('000_jpeg'), changed]) {
      expect(await send(file)).toMatchObject({ code: 0 })
      await settled()
    }
    const [first, second, ...others] = await images()
    expect(others).toEqual([])
    expect(second?.file_name).toBe(first?.file_name.replace('.dcm', '_2.dcm'))
    expect(second?.twin).toEqual({ standing: 'undecided', is_open: true, others: [first?.id] })
  })

  test('that cannot become images are kept and listed with the reason', async () => {
    const { rule, images, send, settled, state, kim } = await withReceiver()
    await rule('CAMERA')
    await send(fileOf('000_jpeg'))
    await settled()
    const [image] = await images()
    await kim.call(deleteImage, { params: { id: image?.id ?? 0 } })
    expect(await send(fileOf('000_jpeg'))).toMatchObject({ code: 0 })
    await settled()
    expect((await state()).refused).toMatchObject([
      { ae_title: 'CAMERA', dataset: 'Clinic', message: expect.stringContaining('undo list') },
    ])
  })

  test('are refused if they differ from the announcement', async () => {
    const { rule, dicomPort, images } = await withReceiver()
    await rule('CAMERA')
    const object = await describeFile(fileOf('000_jpeg'))
    if (object === undefined) throw new Error('no object')
    const user = await associate(peerAt(dicomPort, 'XAIMED_OP_XAIFN', 'CAMERA'), [
      { abstractSyntax: object.sopClassUid, transferSyntaxes: [object.transferSyntaxUid] },
    ])
    const lie = { ...object, sopInstanceUid: '1.2.3.4' }
    await expect(store(user, lie)).rejects.toMatchObject({ code: statuses.doesNotMatchClass })
    await user.release()
    expect(await images()).toEqual([])
  })
})

test('are repaired after a power cut: whole objects become images, others are removed', async () => {
  const { db, dataFolder, given, parts } = await startApp()
  const dataset = await given.dataset(await given.user('kim'))
  const folder = path.join(dataFolder, 'arrivals')
  await mkdir(folder)
  const [whole, cut, unlisted] = [randomUUID(), randomUUID(), randomUUID()]
  for (const id of [whole, cut, unlisted])
    await writeFile(path.join(folder, `${id}.dcm.part`), `bytes of ${id}`)
  const arrival = (id: string, content: string) => ({
    id,
    received_at: parts.clock(),
    ae_title: 'CAMERA',
    address: '127.0.0.1',
    sop_class_uid: '1.2.3',
    sop_instance_uid: '1.2.3.4',
    study_uid: '1.2.3.5',
    series_uid: '1.2.3.6',
    sha256: createHash('sha256').update(content).digest(),
    size: content.length,
    dataset_id: dataset.id,
    task_id: null,
    image_id: null,
    refusal: null,
  })
  await db
    .insertInto('dicom_arrival')
    .values([arrival(whole, `bytes of ${whole}`), arrival(cut, `bytes of ${cut} and more`)])
    .execute()
  await sweepArrivals(db, dataFolder)
  expect(await readdir(folder)).toEqual([`${whole}.dcm`])
})

test("the owner changes an archive's settings, and unspecified ones stay", async () => {
  const { given } = await startApp({ outboundHosts: ['pacs.clinic:4242'] })
  const [kim, lee] = [await given.user('kim'), await given.user('lee')]
  const dataset = await given.dataset(kim, { sharedWith: [lee] })
  const params = { id: dataset.id }
  expect(dataset.settings.PACS).toMatchObject({
    AETITLE: 'XAIMED_OP_XAIFN',
    IP: '',
    PORT: 104,
    MODALITY: 'XC',
    FORCELOSSLESSTRANFERPROTOCOL: false,
  })
  const PACS = { IP: 'pacs.clinic', PORT: '4242', FORCELOSSLESSTRANFERPROTOCOL: 'true' } as const
  const changed = await kim.call(updateDataset, { params, body: { settings: { PACS } } })
  expect(changed.body.settings.PACS).toMatchObject({
    IP: 'pacs.clinic',
    PORT: 4242,
    FORCELOSSLESSTRANFERPROTOCOL: true,
  })
  expect((await lee.call(updateDataset, { params, body: { settings: { PACS } } })).status).toBe(403)
  const wrong = { ...PACS, AETITLE: 'much too long for a title' }
  const refused = await kim.call(updateDataset, { params, body: { settings: { PACS: wrong } } })
  expect(refused.status).toBe(400)
})
