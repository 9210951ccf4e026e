import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { createDataset } from '#contract/datasets'
import { importCoco } from '#contract/imports'
import { startScan } from '#contract/scans'

import type { NetworkClient } from '../http-client.ts'
import type { RunningFovea } from '../running-fovea.ts'
import { pngOf, tiffOf, upload } from './calls.ts'

/** A dataset of lee's alone: a file that was put there, one that has vanished, an import. */
export async function fillResearch(fovea: RunningFovea, lee: NetworkClient): Promise<void> {
  const { id } = await lee.call(createDataset, { body: { name: '연구 Research' } })
  await upload(lee, id, 'kept.png', await pngOf(120, 90, 1))
  await upload(lee, id, 'vanished.png', await pngOf(80, 60, 2))
  const folder = path.join(fovea.dataFolder, 'datasets', '연구 Research')
  await mkdir(path.join(folder, 'disk'), { recursive: true })
  await writeFile(path.join(folder, 'disk/put.tif'), await tiffOf(70, 50))
  await rename(path.join(folder, 'vanished.png'), path.join(fovea.dataFolder, 'vanished.png'))
  await rm(path.join(fovea.dataFolder, 'vanished.png'))
  await lee.finished((await lee.call(startScan, { params: { id } })).id)
  const document = {
    images: [{ id: 1, file_name: 'kept.png', width: 120, height: 90 }],
    categories: [{ id: 1, name: 'imported' }],
    annotations: [
      {
        id: 1,
        image_id: 1,
        category_id: 1,
        bbox: [10, 10, 20, 20],
        area: 400,
        segmentation: [[10, 10, 30, 10, 30, 30, 10, 30]],
        iscrowd: 0,
      },
    ],
  }
  const file = { name: 'labels.json', content: Buffer.from(JSON.stringify(document)) }
  await lee.finished((await lee.call(importCoco, { params: { id }, file })).id)
}
