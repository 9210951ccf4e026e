import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

import { describe, expect, onTestFinished, test } from 'vitest'

import { uploadImage } from '#contract/images'
import { listSendings, sendToPacs, testPacs, type PacsSettings } from '#contract/pacs'

import { freePort } from '../../platform/free-port.ts'
import { startSecureStorescp, havePeers, startOrthanc } from '../../testing/dicom-peers.ts'
import { privateCertificate } from '../../testing/private-authority.ts'
import { startApp } from '../../testing/start-app.ts'
import { fileOf, withApp, withOrthanc } from './testing/with-archive.ts'

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

describe.skipIf(!havePeers())('with a PACS', () => {
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
