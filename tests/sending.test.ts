import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'

import { createDataset, updateDataset } from '#contract/datasets'
import { sendResults } from '#contract/dicom-results'
import { uploadImage } from '#contract/images'
import { sendToPacs } from '#contract/pacs'
import { sampleNumbers } from '#report/testing/sample-report'

import { connectDatabase, type Db } from '../apps/server/src/platform/database/database.ts'
import { analysed } from '../apps/server/src/testing/analysed.ts'
import { freePort } from '../apps/server/src/platform/free-port.ts'
import { havePeers, startOrthanc } from '../apps/server/src/testing/dicom-peers.ts'
import { fixtureFile } from '../apps/server/src/testing/fixture-file.ts'
import { createTestDatabase } from '../apps/server/src/testing/test-database.ts'
import { signedIn, type NetworkClient } from './http-client.ts'
import { startFovea } from './running-fovea.ts'

const kills = 4
const seconds = 1000
const files = ['000_jpeg', '000_rle', '000_jls'].map((name) =>
  fixtureFile(`dicom/syntaxes/${name}.dcm`),
)

test.skipIf(!havePeers())(
  `images and results are in the PACS once each, though the server is killed ${kills} times while it sends them`,
  { timeout: 300 * seconds },
  async () => {
    const { fovea, db, archive } = await givenArchive()
    const kim = await signedIn(fovea.address, 'kim')
    const images = await givenAnalysedImages(kim, { db, port: archive.port })
    const isWaiting = db.selectFrom('pacs_sending').select('id').where('state', '!=', 'sent')
    const stored = async () => z.array(z.string()).parse(await archive.rest('GET', '/instances'))

    for (let round = 0; round < kills; round += 1) {
      const id = images[round % images.length] ?? 0
      const asking = askFor(kim, id)
      await sleep(2 * seconds * Math.random())
      await fovea.kill()
      await asking
      await fovea.restart()
    }
    for (const id of images) await askFor(kim, id)
    await expect
      .poll(() => isWaiting.execute(), { timeout: 200 * seconds, interval: 200 })
      .toEqual([])

    const told = await db.selectFrom('pacs_object').select('sop_instance_uid').distinct().execute()
    // Each image with its measurements and its report.
    expect(told).toHaveLength(3 * images.length)
    const uids = await Promise.all(
      (await stored()).map(async (id) => {
        const tags = z.object({ SOPInstanceUID: z.string() })
        return tags.parse(await archive.rest('GET', `/instances/${id}/simplified-tags`))
          .SOPInstanceUID
      }),
    )
    expect(uids.toSorted()).toEqual(told.map((each) => each.sop_instance_uid).toSorted())
  },
)

/** A server, and a foreign archive. */
async function givenArchive() {
  const database = await createTestDatabase()
  onTestFinished(() => database[Symbol.asyncDispose]())
  const { connectionString } = database.connection
  const { db } = connectDatabase({ connectionString, max: 2 })
  onTestFinished(() => db.destroy())
  const port = await freePort()
  const archive = await startOrthanc({ aeTitle: 'NOBODY', port: 1 }, port)
  const fovea = await startFovea({
    ALLOW_REGISTRATION: 'true',
    DATABASE_URL: connectionString,
    OUTBOUND_HOSTS: `127.0.0.1:${port}`,
  })
  onTestFinished(() => fovea.stop())
  return { fovea, db, archive }
}

async function givenAnalysedImages(
  kim: NetworkClient,
  { db, port }: { db: Db; port: number },
): Promise<number[]> {
  const { id } = await kim.call(createDataset, { body: { name: 'Clinic' } })
  const PACS = { IP: '127.0.0.1', PORT: port, CALLEDAETITLE: 'ORTHANC' }
  await kim.call(updateDataset, { params: { id }, body: { settings: { PACS } } })
  const images: number[] = []
  for (const [i, path] of files.entries()) {
    const file = { name: `eye-${i}.dcm`, content: await readFile(path ?? '') }
    const { image } = await kim.call(uploadImage, { query: { dataset_id: id }, file })
    await analysed(db, image.id, { numbers: sampleNumbers({ ageYears: 64, sex: 'female' }) })
    images.push(image.id)
  }
  return images
}

/**
 * Requests that an image and its results be sent. Requests that fail because the server is killed are lost.
 */
async function askFor(kim: NetworkClient, id: number): Promise<void> {
  const query = { language: 'en' } as const
  await kim.call(sendToPacs, { params: { id } }).catch(() => undefined)
  await kim.call(sendResults, { params: { id }, query }).catch(() => undefined)
}
