import { createHash, randomUUID } from 'node:crypto'
import { access, mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { describe, expect, test } from 'vitest'

import { getDatasetData } from '#contract/datasets'
import { downloadExport, listExports, startExport } from '#contract/exports'
import { getImage, uploadImage } from '#contract/images'
import { healthReady } from '#contract/info'
import { addSender, usualAeTitle } from '#contract/pacs'
import { erasePatient } from '#contract/patients'
import { startScan } from '#contract/scans'

import { sweepArrivals } from './features/pacs/receiver/sweep-arrivals.ts'
import { freePort } from './platform/free-port.ts'
import { dcmtk, havePeers } from './testing/dicom-peers.ts'
import { sourceOf } from './testing/file-store-suite.ts'
import { fixtureFile } from './testing/fixture-file.ts'
import { pngOf } from './testing/given.ts'
import { startApp } from './testing/start-app.ts'
import { emptyBucket, withSwift } from './testing/swift-bucket.ts'
import { haveSwift } from './testing/swift-peer.ts'

const canRun = haveSwift()

async function withBucket(options: { dicomPort?: number } = {}) {
  const started = await startApp({ works: true, bucket: await emptyBucket(), ...options })
  const boss = await started.given.user('boss', { isAdmin: true })
  const dataset = await started.given.dataset(boss, { name: '서울 Clinic' })
  const images = async () =>
    (await boss.call(getDatasetData, { params: { id: dataset.id } })).body.images
  const { files } = started.parts
  const stored = async (folder: string) =>
    (await Array.fromAsync(files.walk(folder))).map((found) => found.path)
  return { ...started, boss, dataset, images, files, stored }
}

describe.skipIf(!canRun)('an installation whose files are in a bucket', () => {
  test('stores, shows, exports and erases photographs, and keeps none of them on its disk', async () => {
    const { given, boss, dataset, stored, db, dataFolder } = await withBucket()
    const image = await given.image(boss, dataset, { name: 'eye.png', width: 300, height: 200 })
    const params = { id: image.id }
    expect((await boss.call(getImage, { params, query: { width: 100 } })).status).toBe(200)
    const original = await boss.call(getImage, { params, query: { asPng: 'true' } })
    expect(original.status).toBe(200)
    expect(await stored('datasets')).toEqual(['서울 Clinic/eye.png'])

    await boss.call(startExport, { params: { id: dataset.id }, body: { with_empty_images: true } })
    const list = async () => (await boss.call(listExports, { params: { id: dataset.id } })).body
    await expect.poll(async () => (await list()).length).toBe(1)
    const [done] = await list()
    const exported = await boss.call(downloadExport, { params: { id: done?.id ?? 0 } })
    expect(JSON.parse(exported.bytes.toString())).toMatchObject({ images: [{ id: image.id }] })

    await db.updateTable('image').set({ patient_id: 'P-7' }).where('id', '=', image.id).execute()
    await boss.call(erasePatient, { body: { patient_id: 'P-7', reason: 'asked for it' } })
    expect(await stored('datasets')).toEqual([])
    await expect(access(path.join(dataFolder, 'datasets'))).rejects.toThrow('ENOENT')
    const copies = await readdir(path.join(dataFolder, 'cache'), {
      recursive: true,
      withFileTypes: true,
    })
    expect(copies.filter((entry) => entry.isFile())).toEqual([])
  })

  test('lists what somebody put into the bucket', async () => {
    const { boss, dataset, images, files } = await withBucket()
    await files.put('datasets/서울 Clinic/left/a.png', await sourceOf(await pngOf(40, 30, 1)))
    await boss.call(startScan, { params: { id: dataset.id } })
    await expect.poll(images).toMatchObject([{ path: 'left/a.png', missing: false }])
  })

  test('asks for a repetition while the store is away, and goes on once it is back', async () => {
    const { boss, dataset, given, visitor, images, stored } = await withBucket()
    await given.image(boss, dataset, { name: 'before.png' })
    const upload = async () => {
      const photograph = [{ name: 'eye.png', content: await pngOf(40, 30, 1) }]
      const query = { dataset_id: dataset.id }
      return (await boss.call(uploadImage, { query, files: photograph })).status
    }
    const swift = await withSwift()
    await swift.stop()
    try {
      expect(await upload()).toBe(503)
      // No other process could do better, and lists need no store.
      const { parts } = (await visitor.call(healthReady)).body
      expect(parts).toMatchObject({ database: 'works', storage: 'works', files: 'fails' })
      expect(await images()).toHaveLength(1)
    } finally {
      await swift.resume()
    }
    expect(await upload()).toBe(201)
    expect(await images()).toMatchObject([{ missing: false }, { missing: false }])
    expect(await stored('datasets')).toEqual(['서울 Clinic/before.png', '서울 Clinic/eye.png'])
  })

  test('puts whole objects that a stopped receiver left into the bucket, and removes others', async () => {
    const { db, dataset, dataFolder, files, stored } = await withBucket()
    const [whole, cut] = [randomUUID(), randomUUID()]
    await mkdir(path.join(dataFolder, 'arrivals'), { recursive: true })
    for (const id of [whole, cut])
      await writeFile(path.join(dataFolder, `arrivals/${id}.dcm.part`), `bytes of ${id}`)
    const content = `bytes of ${whole}`
    await db
      .insertInto('dicom_arrival')
      .values({
        id: whole,
        received_at: new Date(),
        // Not to be filed during the test.
        leased_until: new Date(Date.now() + 3600_000),
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
      .execute()
    await sweepArrivals(db, dataFolder, { bucket: files })
    expect(await readdir(path.join(dataFolder, 'arrivals'))).toEqual([])
    expect(await stored('arrivals')).toEqual([`${whole}.dcm`])
  })

  test.skipIf(!havePeers())(
    'has an object of a station in the bucket before it is acknowledged, and files it',
    async () => {
      const dicomPort = await freePort()
      const { boss, dataset, images, stored, dataFolder } = await withBucket({ dicomPort })
      const rule = { ae_title: 'CAMERA', address: '127.0.0.1', dataset_id: dataset.id }
      await boss.call(addSender, { body: rule })
      const titles = ['-aet', 'CAMERA', '-aec', usualAeTitle] as const
      const file = fixtureFile('dicom/syntaxes/000_jpeg.dcm')
      const sent = await dcmtk('storescu', '-R', '-xy', ...titles, '127.0.0.1', dicomPort, file)
      expect(sent).toMatchObject({ code: 0 })
      await expect.poll(async () => (await images()).length, { timeout: 60_000 }).toBe(1)
      await expect.poll(() => stored('arrivals')).toEqual([])
      expect(await stored('datasets')).toHaveLength(1)
      expect(await readdir(path.join(dataFolder, 'arrivals'))).toEqual([])

      const swift = await withSwift()
      await swift.stop()
      const other = fixtureFile('dicom/syntaxes/000_jpll.dcm')
      const send = () =>
        dcmtk('storescu', '-v', '-R', '-xs', ...titles, '127.0.0.1', dicomPort, other)
      const refused = await send().finally(() => swift.resume())
      expect(refused.output).toMatch(/Refused: OutOfResources/u)
      expect(await images()).toHaveLength(1)
      expect(await readdir(path.join(dataFolder, 'arrivals'))).toEqual([])
      expect(await send()).toMatchObject({ code: 0 })
      await expect.poll(async () => (await images()).length, { timeout: 60_000 }).toBe(2)
    },
  )
})
