import { readFile } from 'node:fs/promises'

import { describe, expect, test } from 'vitest'

import { getDatasetData, updateDataset } from '#contract/datasets'
import { deleteImage, uploadImage } from '#contract/images'
import { listMessages } from '#contract/outbox'
import { listSendings, sendToPacs } from '#contract/pacs'

import { reportTo, startCommitmentArchive } from '../../../testing/commitment-archive.ts'
import { freePort } from '../../../platform/free-port.ts'
import { havePeers, startOrthanc } from '../../../testing/dicom-peers.ts'
import { fixtureFile } from '../../../testing/fixture-file.ts'
import { startApp } from '../../../testing/start-app.ts'

const file = fixtureFile('dicom/syntaxes/000_jpeg.dcm')
const patience = { timeout: 60_000 }

/** An image that was sent to an archive at this port, with storage commitment requested. */
async function withSent(archivePort: number, dicomPort: number, title = 'XAIMED_OP_XAIFN') {
  const outboundHosts = ['127.0.0.1', `127.0.0.1:${archivePort}`]
  const app = await startApp({
    works: true,
    dicomPort,
    outboundHosts,
    sessionSeconds: 7 * 24 * 3600,
  })
  const kim = await app.given.user('kim')
  const dataset = await app.given.dataset(kim)
  const content = await readFile(file)
  const uploaded = await kim.call(uploadImage, {
    query: { dataset_id: dataset.id },
    files: [{ name: 'eye.dcm', content }],
  })
  const PACS = { IP: '127.0.0.1', PORT: archivePort, AETITLE: title, COMMITMENT: true }
  const body = { settings: { PACS: { ...PACS, CALLEDAETITLE: 'ORTHANC' } } }
  await kim.call(updateDataset, { params: { id: dataset.id }, body })
  const params = { id: uploaded.body.image.id }
  await kim.call(sendToPacs, { params })
  const sending = async () => (await kim.call(listSendings, { params })).body[0]
  const commitment = async () => (await sending())?.commitment
  await expect.poll(commitment, patience).not.toBe(null)
  const shown = async () =>
    (await kim.call(getDatasetData, { params: { id: dataset.id } })).body.images[0]?.pacsState
  const uid = uploaded.body.image.dicomMeta['00080018']
  return { ...app, kim, sending, commitment, shown, params, uid }
}

describe('after it was sent', () => {
  test.skipIf(!havePeers())('Orthanc commits itself, by an association of its own', async () => {
    const [dicomPort, archivePort] = [await freePort(), await freePort()]
    await startOrthanc({ aeTitle: 'XAIMED_OP_XAIFN', port: dicomPort }, archivePort)
    const { commitment, sending, shown } = await withSent(archivePort, dicomPort)
    await expect.poll(commitment, patience).toBe('committed')
    expect(await sending()).toMatchObject({
      state: 'sent',
      commitmentFailure: null,
      objects: [{ committed: true, reason: null }],
    })
    expect(await shown()).toBe('committed')
  })

  test.each(['before', 'after'] as const)(
    'a report is taken %s the answer, on the same association',
    async (moment) => {
      const archive = await startCommitmentArchive({
        action: ({ transactionUid, instances }) => ({
          [moment]: {
            transactionUid,
            failed: instances.map((instance) => ({ instance, reason: 0x0213 })),
          },
        }),
      })
      const { commitment, sending, shown } = await withSent(archive.port, await freePort())
      await expect.poll(commitment, patience).toBe('failed')
      expect((await sending())?.objects).toMatchObject([
        { committed: false, reason: { message: 'It has no space for the object.' } },
      ])
      expect(await shown()).toBe('notCommitted')
    },
  )

  test('it is requested again, any of its reports counts, and others are refused', async () => {
    const archive = await startCommitmentArchive({ action: () => ({}) })
    const dicomPort = await freePort()
    const {
      advance,
      sending,
      commitment,
      uid = '',
    } = await withSent(archive.port, dicomPort, 'EYE_CLINIC')
    const why = async () => (await sending())?.commitmentFailure?.message
    await expect.poll(why, patience).toContain('has not answered the request yet')
    advance(3700)
    await expect.poll(() => archive.asked.length, patience).toBe(2)
    const [first] = archive.asked
    const committed = [uid]
    expect(await reportTo(dicomPort, 'EYE_CLINIC', { transactionUid: '1.2.3', committed })).toBe(
      0x0115,
    )
    await expect(reportTo(dicomPort, 'SOMEBODY', { transactionUid: '1.2.3' })).rejects.toThrow(
      'rejected',
    )
    expect(await commitment()).toBe('asked')
    const told = { transactionUid: first?.transactionUid ?? '', committed }
    expect(await reportTo(dicomPort, 'EYE_CLINIC', told)).toBe(0)
    expect(await commitment()).toBe('committed')
    // A report whose answer was lost is sent again.
    expect(await reportTo(dicomPort, 'EYE_CLINIC', told)).toBe(0)
    expect(await commitment()).toBe('committed')
  })

  test('if an archive never answers the commitment stays unknown, and administrators see it', async () => {
    const archive = await startCommitmentArchive({ action: () => ({ hangsUp: true }) })
    const { advance, db, given, params } = await withSent(archive.port, await freePort())
    await expect.poll(() => archive.asked.length, patience).toBeGreaterThan(1)
    advance(25 * 3600)
    const kept = () => db.selectFrom('pacs_sending').select('commitment').executeTakeFirst()
    await expect.poll(kept, patience).toEqual({ commitment: 'unknown' })
    const admin = await given.user('root', { isAdmin: true })
    const messages = (await admin.call(listMessages, { query: {} })).body.messages
    expect(messages).toMatchObject([
      {
        title: { message: 'Storage commitment requests to the PACS' },
        image: { ...params, file_name: 'eye.dcm' },
      },
    ])
    await admin.call(deleteImage, { params })
    expect((await admin.call(listMessages, { query: {} })).body.messages).toMatchObject([
      { image: null },
    ])
  })
})

test('a receiver without requests accepts no report', async () => {
  const dicomPort = await freePort()
  await startApp({ dicomPort })
  await expect(reportTo(dicomPort, 'XAIMED_OP_XAIFN', { transactionUid: '1.2.3' })).rejects.toThrow(
    'rejected',
  )
})
