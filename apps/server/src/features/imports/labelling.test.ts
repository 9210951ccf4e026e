import { expect, test } from 'vitest'

import type { CocoDocument } from '#coco/document'
import { createAnnotation, getAnnotatorData } from '#contract/annotations'
import { createCategory } from '#contract/categories'
import { updateDataset } from '#contract/datasets'
import { downloadExport, listExports, startExport, type ExportFormat } from '#contract/exports'
import { listTasks } from '#contract/tasks'

import { zipOf } from '../../platform/files/zip.ts'
import type { Account } from '../../testing/given.ts'
import { cocoOf, eye, fileOf, logOf, report, run, withDataset } from './testing/importing.ts'

async function exported(
  kim: Account,
  dataset: { id: number },
  format: ExportFormat,
): Promise<Buffer> {
  const params = { id: dataset.id }
  const { body } = await kim.call(startExport, { params, body: { format } })
  await expect
    .poll(async () => (await kim.call(listTasks)).body.find(({ id }) => id === body.id)?.status)
    .toBe('succeeded')
  const [row] = (await kim.call(listExports, { params })).body
  const answer = await kim.call(downloadExport, { params: { id: row?.id ?? 0 } })
  return answer.bytes
}

const ring = (x: number, y: number, side: number) => [
  x,
  y,
  x + side,
  y,
  x + side,
  y + side,
  x,
  y + side,
]

/** A dataset with an annotation of each kind, and another with the same images and nothing else. */
async function withDrawings() {
  const world = await withDataset()
  const { kim, dataset, image, given } = world
  const pair = await kim.call(createCategory, {
    body: { name: '쌍 & pair', keypoint_labels: ['nasal', 'temporal'] },
  })
  const [disc = 0] = dataset.categoryIds
  const categories = [disc, pair.body.id]
  await kim.call(updateDataset, { params: { id: dataset.id }, body: { categories } })
  const draw = async (content: object, category_id = disc) => {
    const body = { image_id: image.id, category_id, ...content }
    expect((await kim.call(createAnnotation, { body })).status).toBe(201)
  }
  await draw({ segmentation: [[10.01, 10.5, 50.25, 10, 50, 40.99]], metadata: { note: 'ä "1"' } })
  await draw({ segmentation: [ring(1, 1, 7.5)], isbbox: true })
  await draw({ segmentation: { rings: [[ring(10, 10, 40), ring(20, 20, 10)]] } })
  await draw({ segmentation: [ring(5, 5, 4), ring(60, 40, 9)] })
  await draw({ keypoints: [3.5, 2.75, 2, 30, 40, 1] }, pair.body.id)
  await draw({ lines: [[1, 2, 30.25, 4, 30.5, 59]] })
  const copy = await given.dataset(kim, { name: 'Copy', categories: [] })
  await given.image(kim, copy, { name: 'eye.png', width: 80, height: 60 })
  return { ...world, copy }
}

/** Everything that both formats hold, in the order of the boxes: masks here have edges of whole pixels. */
function measuresOf({ annotations, categories }: CocoDocument) {
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  return annotations
    .map(({ category_id, bbox, area, keypoints, lines, isbbox, metadata }) => {
      const category = names.get(category_id)
      return { category, bbox, area, keypoints, lines, isbbox, metadata }
    })
    .toSorted((a, b) => a.area - b.area)
}

test.each([
  { format: 'cvat', carried: 6 },
  { format: 'label-studio', carried: 5 },
] as const)(
  'annotations survive $format, to the pixel, and are recognised afterwards',
  async ({ format, carried }) => {
    const { kim, dataset, copy } = await withDrawings()
    const file = await exported(kim, dataset, format)
    expect((await report(kim, copy, file)).annotations).toEqual({
      in_file: carried,
      created: carried,
      existing: 0,
      left_out: 0,
    })
    const before = measuresOf(await cocoOf(kim, dataset))
    // Label Studio has no open lines, which have no area.
    expect(measuresOf(await cocoOf(kim, copy))).toEqual(before.slice(-carried))
    const second = await report(kim, copy, file)
    expect(second.annotations).toMatchObject({ created: 0, existing: carried })
    expect(second.reasons).toEqual([])
  },
)

test.each(['coco', 'cvat', 'label-studio'] as const)(
  'annotations imported from %s lie above one another as before',
  async (format) => {
    const { kim, given, dataset, image } = await withDataset()
    const copy = await given.dataset(kim, { name: 'Copy', categories: [] })
    const { id } = await given.image(kim, copy, { name: 'eye.png', width: 80, height: 60 })
    for (const [side, position] of [
      [4, 3],
      [8, 1.5],
      [3, 2],
    ] as const) {
      const category_id = dataset.categoryIds[0] ?? 0
      const body = { image_id: image.id, category_id, segmentation: [ring(9, 9, side)], position }
      expect((await kim.call(createAnnotation, { body })).status).toBe(201)
    }
    await report(kim, copy, await exported(kim, dataset, format))
    const { body } = await kim.call(getAnnotatorData, { params: { id } })
    const all = body.categories.flatMap(({ annotations }) => annotations)
    expect(all.map(({ area }) => area)).toEqual([64, 9, 16])
  },
)

test('imported annotations lie on top of those brought to the front', async () => {
  const { kim, dataset, image } = await withDataset()
  const body = { image_id: image.id, category_id: dataset.categoryIds[0] ?? 0, position: 9000 }
  expect((await kim.call(createAnnotation, { body })).status).toBe(201)
  const shapes = [ring(9, 9, 5), ring(9, 9, 4)]
  const annotations = shapes.map((shape, i) => {
    return { id: i + 1, image_id: eye.id, category_id: 1, segmentation: [shape] }
  })
  const categories = [{ id: 1, name: 'disc' }]
  await report(kim, dataset, fileOf({ categories, annotations }))
  const { body: data } = await kim.call(getAnnotatorData, { params: { id: image.id } })
  const all = data.categories.flatMap((category) => category.annotations)
  expect(all.map(({ area, position }) => [area, position])).toEqual([
    [0, 9000],
    [25, 9001],
    [16, 9002],
  ])
})

const cvatFile = `<?xml version="1.0" encoding="utf-8"?>
<annotations><version>1.1</version>
<meta><task><labels><label><name>disc</name><color>#ff0000</color></label></labels></task></meta>
<image id="0" name="eye.png" width="80" height="60">
<box label="disc" occluded="0" source="manual" xtl="1.00" ytl="2.00" xbr="30.00" ybr="40.00"/>
<cuboid label="disc" xtl1="1"/><cuboid label="disc" xtl1="2"/>
<tag label="good frame"/>
</image>
<image id="1" name="other.png" width="80" height="60"><box label="disc" xtl="0" ytl="0" xbr="1" ybr="1"/></image>
</annotations>`

async function* archived() {
  yield { name: 'images/eye.png', content: Buffer.from('a picture') }
  yield { name: 'annotations.xml', content: Buffer.from(cvatFile) }
}

test('the file of an archive is imported, and the report tells what was not carried over', async () => {
  const { kim, dataset } = await withDataset()
  const archive = await Array.fromAsync(zipOf(archived(), new Date()))
  const told = await report(kim, dataset, Buffer.concat(archive))
  expect(told).toMatchObject({
    images: { in_file: 2, matched: 1 },
    annotations: { in_file: 4, created: 1, left_out: 3 },
    categories: { created: ['good frame'], attached: [] },
  })
  expect(told.reasons.map(({ reason, annotations }) => [reason, annotations])).toEqual([
    ['image_not_in_dataset', 1],
    ['not_carried_over', 2],
  ])
  expect(told.reasons[1]?.examples[0]?.params).toEqual({
    kind: 'cuboid',
    count: 2,
    file: 'eye.png',
  })
})

test('tasks of Label Studio match images by their own names', async () => {
  const { kim, dataset, given } = await withDataset()
  await given.image(kim, dataset, { name: '0a1b2c3d-a.png', width: 80, height: 60 })
  const value = { x: 10, y: 10, width: 10, height: 10, rotation: 0, rectanglelabels: ['disc'] }
  const result = [
    { id: 'a', type: 'rectanglelabels', original_width: 80, original_height: 60, value },
  ]
  const tasks = ['/data/upload/1/ffffffff-eye.png', '/data/upload/1/0a1b2c3d-a.png'].map(
    (image, id) => ({ id, data: { image }, annotations: [{ result }] }),
  )
  const told = await report(kim, dataset, Buffer.from(JSON.stringify(tasks)))
  expect(told).toMatchObject({ images: { matched: 2 }, annotations: { created: 2 } })
})

test('a file in XML that is hostile, cut or of something else changes nothing', async () => {
  const { kim, dataset } = await withDataset()
  const files = [
    ['<!DOCTYPE a [<!ENTITY b "c">]><annotations>&b;</annotations>', 'document type'],
    ['<html><body/></html>', 'annotations'],
    [cvatFile.slice(0, 300), 'stops in the middle'],
    [Buffer.from([0x3c, 0x61, 0xff, 0xfe, 0x3e]), 'UTF-8'],
  ] as const
  for (const [content, why] of files) {
    const task = await run(kim, dataset, Buffer.from(content))
    expect(task.status).toBe('failed')
    expect(await logOf(kim, task)).toContain(why)
  }
  expect(await cocoOf(kim, dataset)).toMatchObject({ annotations: [] })
})
