import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

import sharp from 'sharp'
import { expect, test } from 'vitest'

import { getDatasetData } from '#contract/datasets'
import { ScanReport, startScan } from '#contract/scans'

import type { NetworkClient } from './http-client.ts'
import { givenFundus, killTwice } from './killed-twice.ts'

const seconds = 1000
const fileCount = 300

test(
  'a scan that is killed twice continues: each file is listed once and counted once',
  { timeout: 300 * seconds },
  async () => {
    const { fovea, kim, dataset } = await givenFundus()
    await putFiles(path.join(fovea.dataFolder, 'datasets/Fundus'))

    const task = await kim.call(startScan, { params: { id: dataset.id } })
    await killTwice(fovea, () => listed(kim, dataset.id))
    const { status, result } = await kim.finished(task.id)
    expect(status).toBe('succeeded')
    expect(ScanReport.parse(result)).toMatchObject({
      files: fileCount,
      added: fileCount,
      unchanged: 0,
      left_out: 0,
      missing: 0,
    })
    expect(await listed(kim, dataset.id)).toBe(fileCount)
  },
)

async function listed(kim: NetworkClient, id: number): Promise<number> {
  const { total } = await kim.call(getDatasetData, { params: { id }, query: { limit: 1 } })
  return total
}

async function putFiles(folder: string): Promise<void> {
  for (let number = 0; number < fileCount; number += 1) {
    const place = path.join(folder, `visit-${number % 7}`)
    await mkdir(place, { recursive: true })
    const background = { r: number % 256, g: Math.floor(number / 256), b: 40 }
    const content = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
      .png()
      .toBuffer()
    await writeFile(path.join(place, `eye-${number}.png`), content)
  }
}
