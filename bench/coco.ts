import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'

import type { Client } from 'pg'

import { multiPolygonToRle } from '#coco/polygon-to-rle'
import { decodeToBitmap, encodeBitmap, rleIou, type Rle, type RleSize } from '#coco/rle'
import { createDataset } from '#contract/datasets'
import { startExport } from '#contract/exports'
import { importCoco } from '#contract/imports'
import { getInfo } from '#contract/info'

import type { NetworkClient } from '../tests/http-client.ts'
import { comparePaired, print, timingOf, type Row } from './measure.ts'
import { naiveDecode, naiveEncode, naiveIou } from './naive-rle.ts'
import { outline, seedImages } from './seed.ts'

const images = 5000
const annotations = 100_000
const vertices = 40
const size: RleSize = [4000, 4000]

/** Masks of lesions on a whole photograph, against the published algorithm. */
export async function benchMasks(rounds: number): Promise<Row[]> {
  const [a, b] = [lesions(), lesions()]
  const bitmap = decodeToBitmap(a, 'column-major')
  const pixels = bitmap.length
  const against = 'COCO’s published algorithm, written down plainly'
  return [
    {
      work: 'mask of 4000 x 4000 pixels: encode',
      against,
      ...(await comparePaired(
        rounds,
        async () => encodeBitmap(bitmap, size, 'column-major'),
        async () => naiveEncode(bitmap),
      )),
    },
    {
      work: 'mask of 4000 x 4000 pixels: decode',
      against,
      ...(await comparePaired(
        rounds,
        async () => decodeToBitmap(a, 'column-major'),
        async () => naiveDecode(a.counts, pixels),
      )),
    },
    {
      work: 'masks of 4000 x 4000 pixels: IoU',
      against,
      ...(await comparePaired(
        rounds,
        async () => rleIou(a, b),
        async () => naiveIou(a.counts, b.counts),
      )),
    },
  ]
}

function lesions(): Rle {
  const shape = Array.from({ length: 30 }, () => ({ outer: outline(300), holes: [] }))
  return multiPolygonToRle(shape, size)
}

/** Imports and exports many annotations; reports the speed, and the server's peak memory. */
export async function benchCoco(
  kim: NetworkClient,
  server: { readonly database: Client; readonly pid: number },
): Promise<void> {
  const dataset = await kim.call(createDataset, { body: { name: 'COCO' } })
  await seedImages(server.database, dataset.id, images)
  const params = { id: dataset.id }
  const watched = { kim, pid: server.pid }
  const file = { name: 'coco.json', content: cocoFile() }
  const megabytes = Math.round(file.content.length / 1e6)
  await tell(`import of a COCO file of ${megabytes} MB`, watched, async () => {
    const task = await kim.call(importCoco, { params, body: {}, file })
    await kim.finished(task.id)
  })
  await tell('export as COCO', watched, async () => {
    const task = await kim.call(startExport, { params, body: {} })
    await kim.finished(task.id)
  })
}

interface Watched {
  readonly kim: NetworkClient
  readonly pid: number
}

async function tell(work: string, { kim, pid }: Watched, act: () => Promise<void>): Promise<void> {
  const start = performance.now()
  const working = act()
  const waits = await waitsDuring(working, kim)
  const seconds = (performance.now() - start) / 1000
  const memory = await peakMemory(pid)
  const { median, p95 } = timingOf(waits)
  print(
    `${work}: ${annotations} annotations on ${images} images in ${seconds.toFixed(1)} s, ` +
      `${Math.round(annotations / seconds)} a second; peak memory of the server so far ${memory}; ` +
      `a call meanwhile took ${median.toFixed(0)} ms (p95 ${p95.toFixed(0)}, worst ${Math.max(...waits).toFixed(0)})`,
  )
}

/** Milliseconds that another user's small call takes meanwhile. */
async function waitsDuring(working: Promise<void>, kim: NetworkClient): Promise<number[]> {
  const waits: number[] = []
  const over = working.then(() => 'over')
  do {
    const start = performance.now()
    await kim.call(getInfo)
    waits.push(performance.now() - start)
  } while ((await Promise.race([over, setTimeout(20)])) !== 'over')
  return waits
}

/** Only Linux reports it. */
async function peakMemory(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /VmHWM:\s+(\d+)/.exec(status)?.[1]
  return kilobytes === undefined ? 'unknown' : `${Math.round(Number(kilobytes) / 1000)} MB`
}

function cocoFile(): Buffer {
  const parts = [Buffer.from('{"annotations":[')]
  for (let id = 1; id <= annotations; id++) {
    const annotation = {
      id,
      image_id: 1 + (id % images),
      category_id: 1,
      segmentation: [outline(vertices)],
    }
    parts.push(Buffer.from(`${id === 1 ? '' : ','}\n${JSON.stringify(annotation)}`))
  }
  const entries = Array.from({ length: images }, (_, index) => ({
    id: index + 1,
    file_name: `eye_${index + 1}.jpg`,
  }))
  const rest = `],"images":${JSON.stringify(entries)},"categories":[{"id":1,"name":"lesion"}]}`
  return Buffer.concat([...parts, Buffer.from(rest)])
}
