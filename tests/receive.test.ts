import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

import { expect, onTestFinished, test } from 'vitest'

import { createDataset, getDatasetData } from '#contract/datasets'
import { addSender } from '#contract/pacs'
import { fundusPhotograph, transferSyntaxFor } from '#dicom/objects/photograph'
import { uidOfUuid } from '#dicom/uid'
import { writeObject } from '#dicom/write-file'

import { freePort } from '../apps/server/src/platform/free-port.ts'
import { signedIn, type NetworkClient } from './http-client.ts'
import { startFovea } from './running-fovea.ts'

const seconds = 1000
const storescu = '/usr/bin/storescu'
const canRun = existsSync(storescu)
if (!canRun) console.warn('SKIPPED: storescu is not installed (apt-get install dcmtk).')

const fileCount = 150
const side = 128

test.skipIf(!canRun)(
  'a receiver that is killed while a station sends has all that it has acknowledged',
  { timeout: 300 * seconds },
  async () => {
    const DICOM_PORT = String(await freePort())
    const fovea = await startFovea({ ALLOW_REGISTRATION: 'true', DICOM_PORT })
    onTestFinished(() => fovea.stop())
    const kim = await signedIn(fovea.address, 'kim')
    const { id } = await kim.call(createDataset, { body: { name: 'Fundus' } })
    const station = { ae_title: 'STATION', address: '127.0.0.1', dataset_id: id }
    await kim.call(addSender, { body: station })

    const left = new Map((await writeFiles()).map((file) => [file, path.basename(file, '.dcm')]))
    const acknowledged: string[] = []
    // Not a round number: the moment lies anywhere between two objects, or within one.
    for (const many of [7, 41, 23]) {
      const before = acknowledged.length
      for await (const file of sent([...left.keys()], DICOM_PORT)) {
        acknowledged.push(left.get(file) ?? '')
        left.delete(file)
        if (acknowledged.length === before + many) void fovea.kill()
      }
      expect(left.size).toBeGreaterThan(0)
      await fovea.restart()
    }
    const patience = { interval: 200, timeout: 100_000 }
    const missing = async () => {
      const there = await instances(kim, id)
      return acknowledged.filter((instance) => !there.has(instance))
    }
    await expect.poll(missing, patience).toEqual([])
    for await (const file of sent([...left.keys()], DICOM_PORT)) left.delete(file)
    expect(left.size).toBe(0)
    await expect.poll(async () => (await instances(kim, id)).size, patience).toBe(fileCount)
  },
)

/** Yields the files that a station reports as stored; ends with the server. */
async function* sent(files: readonly string[], port: string): AsyncGenerator<string> {
  const titles = ['-aet', 'STATION', '-aec', 'XAIMED_OP_XAIFN']
  const child = spawn(storescu, ['-v', ...titles, '127.0.0.1', port, ...files])
  const closed = once(child, 'close')
  let file = ''
  child.stdout.resume()
  for await (const line of createInterface(child.stderr)) {
    file = /Sending file: (\S+)/.exec(line)?.[1] ?? file
    if (/Received Store Response \(Success\)/.test(line)) yield file
  }
  await closed
}

async function instances(kim: NetworkClient, id: number): Promise<ReadonlySet<string>> {
  const { images } = await kim.call(getDatasetData, { params: { id }, query: { limit: 1000 } })
  return new Set(images.map(({ dicomMeta }) => dicomMeta['00080018'] ?? ''))
}

function uid(kind: number, number: number): string {
  return uidOfUuid(`00000000-0000-4000-800${kind}-${String(number).padStart(12, '0')}`)
}

/** Small photographs, each a separate object, in files named by their UIDs. */
async function writeFiles(): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-station-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const files = []
  for (let number = 0; number < fileCount; number += 1) {
    const sopInstanceUid = uid(1, number)
    const bytes = Uint8Array.from({ length: side * side * 3 }, (_, at) => (at * 7 + number) % 256)
    const pixels = {
      rows: side,
      columns: side,
      samplesPerPixel: 3,
      data: { form: 'plain', bytes },
      wasLossy: false,
    } as const
    const context = {
      sopInstanceUid,
      patient: { name: 'A^B', id: 'P-1', birthDate: '', sex: '', age: '' },
      study: { instanceUid: uid(2, 0), date: '20260131', time: '', id: '', accessionNumber: '' },
      series: { instanceUid: uid(3, 0), number: 1, description: '' },
      device: { manufacturer: 'M', model: 'M', serialNumber: '0', softwareVersion: '1' },
      created: { day: '2026-01-31', time: '10:15:00', offset: null },
    }
    const photograph = {
      pixels,
      laterality: 'R',
      acquiredAt: { day: '2026-01-31', time: '10:15:00', offset: null },
      hasBurnedInAnnotation: false,
      synchronizationFrameOfReferenceUid: uid(4, 0),
    } as const
    const file = path.join(folder, `${sopInstanceUid}.dcm`)
    await writeFile(
      file,
      writeObject(fundusPhotograph(context, photograph), transferSyntaxFor(pixels)),
    )
    files.push(file)
  }
  return files
}
