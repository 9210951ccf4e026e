import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { createDataset, getDatasetData } from '#contract/datasets'
import { addSender } from '#contract/pacs'

import { freePort } from '../apps/server/src/platform/free-port.ts'
import { signedIn, type NetworkClient } from './http-client.ts'
import { startFovea } from './running-fovea.ts'
import { hasStation, sent, stationTitle, writePhotograph } from './station.ts'

const seconds = 1000
if (!hasStation) console.warn('SKIPPED: storescu is not installed (apt-get install dcmtk).')

const fileCount = 150

test.skipIf(!hasStation)(
  'a receiver that is killed while a station sends has all that it has acknowledged',
  { timeout: 480 * seconds },
  async () => {
    const port = await freePort()
    const fovea = await startFovea({ ALLOW_REGISTRATION: 'true', DICOM_PORT: String(port) })
    onTestFinished(() => fovea.stop())
    const kim = await signedIn(fovea.address, 'kim')
    const { id } = await kim.call(createDataset, { body: { name: 'Fundus' } })
    const station = { ae_title: stationTitle, address: '127.0.0.1', dataset_id: id }
    await kim.call(addSender, { body: station })

    const left = new Map((await writeFiles()).map((file) => [file, path.basename(file, '.dcm')]))
    const acknowledged: string[] = []
    // Not a round number: the moment lies anywhere between two objects, or within one.
    for (const many of [7, 41, 23]) {
      const before = acknowledged.length
      for await (const file of sent([...left.keys()], port)) {
        acknowledged.push(left.get(file) ?? '')
        left.delete(file)
        if (acknowledged.length === before + many) void fovea.kill()
      }
      expect(left.size).toBeGreaterThan(0)
      await fovea.restart()
    }
    // Objects that a killed server was filing wait until their lease ends, after half a minute.
    const patience = { interval: 200, timeout: 180 * seconds }
    const missing = async () => {
      const there = await instances(kim, id)
      return acknowledged.filter((instance) => !there.has(instance))
    }
    await expect.poll(missing, patience).toEqual([])
    for await (const file of sent([...left.keys()], port)) left.delete(file)
    expect(left.size).toBe(0)
    await expect.poll(async () => (await instances(kim, id)).size, patience).toBe(fileCount)
  },
)

async function instances(kim: NetworkClient, id: number): Promise<ReadonlySet<string>> {
  const { images } = await kim.call(getDatasetData, { params: { id }, query: { limit: 1000 } })
  return new Set(images.map(({ dicomMeta }) => dicomMeta['00080018'] ?? ''))
}

async function writeFiles(): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-station-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return Promise.all(
    Array.from({ length: fileCount }, (_, number) => writePhotograph(folder, number)),
  )
}
