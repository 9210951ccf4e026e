import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'

import { createAnnotation, saveAnnotatorData } from '#contract/annotations'
import {
  downloadExport,
  getImageCoco,
  listExports,
  startExport,
  type ExportFormat,
} from '#contract/exports'
import { listTasks } from '#contract/tasks'

import { analysedImage } from '../../testing/analysed-image.ts'
import type { Client } from '../../testing/client.ts'
import { startApp } from '../../testing/start-app.ts'

async function withAnnotations() {
  const started = await startApp({ works: true })
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim, { categories: ['disc', 'a/b: "한글"'] })
  const image = await started.given.image(kim, dataset, { name: 'eye.png', width: 80, height: 60 })
  await started.given.image(kim, dataset, { name: 'plain.png', width: 20, height: 10 })
  const [disc = 0, lesion = 0] = dataset.categoryIds
  const annotate = (category_id: number, segmentation: object) =>
    kim.call(createAnnotation, {
      body: { image_id: image.id, category_id, segmentation: segmentation as never },
    })
  await annotate(disc, [[10, 10, 50, 10, 50, 40]])
  await annotate(lesion, {
    rings: [
      [
        [10, 10, 50, 10, 50, 50, 10, 50],
        [20, 20, 20, 30, 30, 30, 30, 20],
      ],
    ],
  })
  // Empty: exported as none.
  await annotate(disc, [])

  const exported = (format: ExportFormat, withEmptyImages = false) =>
    exportedBy(kim, dataset.id, format, withEmptyImages)
  const addImage = (name: string, width: number) =>
    started.given.image(kim, dataset, { name, width, height: 10 })
  return { ...started, kim, dataset, exported, addImage }
}

async function exportedBy(
  client: Client,
  datasetId: number,
  format: ExportFormat,
  with_empty_images = false,
) {
  const params = { id: datasetId }
  const task = await client.call(startExport, { params, body: { format, with_empty_images } })
  await expect
    .poll(async () => {
      const { body } = await client.call(listTasks)
      return body.find(({ id }) => id === task.body.id)?.status
    })
    .toBe('succeeded')
  const [row] = (await client.call(listExports, { params })).body
  const file = await client.call(downloadExport, { params: { id: row?.id ?? 0 } })
  return { row, file }
}

/** Unpacked by Python, as a peer: the entries' contents by their names. */
async function unpack(archive: Buffer): Promise<Map<string, Buffer>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-export-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'a.zip')
  await writeFile(file, archive)
  const program = `import base64, json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
print(json.dumps({n: base64.b64encode(archive.read(n)).decode() for n in archive.namelist()}))`
  const run = spawnSync('python3', ['-c', program, file], { encoding: 'utf8' })
  if (run.status !== 0) throw new Error(run.stderr)
  const entries = Object.entries(JSON.parse(run.stdout) as Record<string, string>)
  return new Map(entries.map(([name, text]) => [name, Buffer.from(text, 'base64')]))
}

async function whitePixels(png: Buffer | undefined) {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
  const white = data.filter((value, i) => i % info.channels === 0 && value === 255).length
  return { width: info.width, height: info.height, white }
}

const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython) console.warn('SKIPPED: archives are not unpacked without python3.')

test.skipIf(!hasPython)('masks are a picture for each category of an image', async () => {
  const { exported } = await withAnnotations()
  const { row, file } = await exported('masks')
  expect(row).toMatchObject({ tags: ['PNG masks'], counts: { images: 1, annotations: 2 } })
  expect(file.headers).toMatchObject({ 'content-type': 'application/zip' })
  expect(String(file.headers['content-disposition'])).toContain(`masks-${row?.id}.zip`)
  const entries = await unpack(file.bytes)
  expect([...entries.keys()]).toEqual(['disc/eye.png', 'a_b_ _한글_/eye.png'])
  const size = { width: 80, height: 60 }
  expect(await whitePixels(entries.get('a_b_ _한글_/eye.png'))).toEqual({ ...size, white: 1500 })
})

test.skipIf(!hasPython)('a line without an area makes no black mask', async () => {
  const { given } = await startApp({ works: true })
  const kim = await given.user('kim')
  const dataset = await given.dataset(kim, { categories: ['disc', 'vessel'] })
  const { id } = await given.image(kim, dataset, { name: 'eye.png' })
  const [disc = 0, vessel = 0] = dataset.categoryIds
  const shapes = [
    { category_id: disc, segmentation: [[10, 10, 20, 10, 20, 20, 10, 20]] },
    { category_id: vessel, segmentation: [], lines: [[5, 5, 50, 50]] },
  ]
  for (const shape of shapes) await kim.call(createAnnotation, { body: { image_id: id, ...shape } })
  const { file, row } = await exportedBy(kim, dataset.id, 'masks')
  expect([...(await unpack(file.bytes)).keys()]).toEqual(['disc/eye.png'])
  expect(row).toMatchObject({ counts: { annotations: 1 } })
})

test.skipIf(!hasPython)('masks of empty images are black, for every category', async () => {
  const { exported } = await withAnnotations()
  const entries = await unpack((await exported('masks', true)).file.bytes)
  expect(entries.size).toBe(4)
  expect(await whitePixels(entries.get('disc/plain.png'))).toEqual({
    width: 20,
    height: 10,
    white: 0,
  })
})

test.skipIf(!hasPython)('images that differ only in their extension keep it', async () => {
  const { exported, addImage } = await withAnnotations()
  await addImage('photo.PNG', 21)
  await addImage('photo.bmp', 22)
  await addImage('Photo.png', 23)
  const masks = await unpack((await exported('masks', true)).file.bytes)
  const widths = ['photo.PNG', 'photo.bmp', 'Photo.png_5'].map(async (name) => {
    const { width } = await whitePixels(masks.get(`disc/${name}.png`))
    return width
  })
  expect(await Promise.all(widths)).toEqual([21, 22, 23])
  const labels = await unpack((await exported('yolo-detect', true)).file.bytes)
  expect([...labels.keys()].slice(1)).toEqual([
    'labels/eye.txt',
    'labels/plain.txt',
    'labels/photo.PNG.txt',
    'labels/photo.bmp.txt',
    'labels/Photo.png_5.txt',
  ])
})

test.skipIf(!hasPython)(
  'YOLO labels are shares of the image, holes joined to their outline',
  async () => {
    const { exported } = await withAnnotations()
    const { row, file } = await exported('yolo-segment', true)
    expect(row).toMatchObject({
      tags: ['YOLO segmentation'],
      counts: { images: 2, annotations: 2 },
    })
    const entries = await unpack(file.bytes)
    expect(String(entries.get('data.yaml'))).toContain('  1: "a/b: \\"한글\\""')
    expect(String(entries.get('labels/plain.txt'))).toBe('')
    const [triangle = '', holed = ''] = String(entries.get('labels/eye.txt')).split('\n')
    expect(triangle).toBe('0 0.125000 0.166667 0.625000 0.166667 0.625000 0.666667')
    const numbers = holed.split(' ').slice(1).map(Number)
    const ring = numbers.map((value, i) => value * (i % 2 === 0 ? 80 : 60))
    expect(shoelace(ring)).toBeCloseTo(1500, 1)
  },
)

test.skipIf(!hasPython)('YOLO boxes are centres and sizes', async () => {
  const { exported } = await withAnnotations()
  const entries = await unpack((await exported('yolo-detect')).file.bytes)
  expect(String(entries.get('labels/eye.txt')).split('\n')).toEqual([
    '0 0.375000 0.416667 0.500000 0.500000',
    '1 0.375000 0.500000 0.500000 0.666667',
    '',
  ])
})

test('the table has a line for each annotation, with its measures', async () => {
  const { exported } = await withAnnotations()
  const { row, file } = await exported('csv', true)
  expect(row).toMatchObject({ tags: ['CSV'], counts: { images: 2, annotations: 2 } })
  expect(file.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8' })
  const text = file.bytes.toString()
  expect(text.startsWith('\uFEFF"image_id","file",')).toBe(true)
  const [head = '', ...lines] = text.slice(1).trimEnd().split('\r\n')
  const [, holed, empty] = lines.map((line) => recordOf(head, line))
  expect(lines).toHaveLength(3)
  expect(holed).toMatchObject({
    file: 'eye.png',
    category: 'a/b: ""한글""',
    area_px2: '1500',
    perimeter_px: '200',
    box_x_px: '10',
    box_width_px: '40',
    parts: '1',
    holes: '1',
    creator: 'kim',
  })
  expect(empty).toMatchObject({ file: 'plain.png', annotation_id: '', category: '' })
})

test('an empty annotation is no line of the table', async () => {
  const started = await startApp({ works: true })
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim, { categories: ['disc'] })
  const image = await started.given.image(kim, dataset, { name: 'eye.png', width: 80, height: 60 })
  const body = { image_id: image.id, category_id: dataset.categoryIds[0] ?? 0, segmentation: [] }
  expect((await kim.call(createAnnotation, { body })).status).toBe(201)
  const { file } = await exportedBy(kim, dataset.id, 'csv', true)
  const [head = '', ...lines] = file.bytes.toString().slice(1).trimEnd().split('\r\n')
  expect(lines).toHaveLength(1)
  const [line = ''] = lines
  expect(recordOf(head, line)).toMatchObject({ annotation_id: '', category: '' })
})

test('of two foveas the lower one tells where the nose is, as in the annotator', async () => {
  const started = await startApp({ works: true })
  const kim = await started.given.user('kim')
  const names = ['Optic disc', 'Optic cup', 'Fovea']
  const dataset = await started.given.dataset(kim, { categories: names })
  const image = await started.given.image(kim, dataset, { name: 'eye.png', width: 80, height: 60 })
  const [disc = 0, cup = 0, fovea = 0] = dataset.categoryIds
  for (const drawn of [
    { category_id: disc, segmentation: [[20, 20, 50, 20, 50, 50, 20, 50]] },
    { category_id: cup, segmentation: [[25, 30, 35, 30, 35, 40, 25, 40]] },
    { category_id: fovea, keypoints: [70, 30, 2], position: 9 },
    { category_id: fovea, keypoints: [5, 30, 2], position: 8 },
  ]) {
    const body = { image_id: image.id, ...drawn }
    expect((await kim.call(createAnnotation, { body })).status).toBe(201)
  }
  const { bytes } = await kim.call(getImageCoco, { params: { id: image.id } })
  const { nasal, temporal } = JSON.parse(bytes.toString()).images[0].optic_disc.rim_px
  expect(nasal).toBeGreaterThan(temporal)
  const { file } = await exportedBy(kim, dataset.id, 'csv')
  const [head = '', line = ''] = file.bytes.toString().slice(1).split('\r\n')
  expect(recordOf(head, line)['rim_nasal_px']).toBe(String(nasal))
})

test('a drawn cup and disc are measured for the table and for COCO', async () => {
  const started = await startApp({ works: true })
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim, { categories: ['시신경유두', 'Optic cup'] })
  const image = await started.given.image(kim, dataset, { name: 'eye.png', width: 80, height: 60 })
  const squares = [
    [10, 10, 50, 10, 50, 50, 10, 50],
    [20, 20, 40, 20, 40, 30, 20, 30],
  ]
  for (const [index, category_id] of dataset.categoryIds.entries()) {
    const segmentation = [squares[index] ?? []]
    await kim.call(createAnnotation, { body: { image_id: image.id, category_id, segmentation } })
  }
  const { bytes } = await kim.call(getImageCoco, { params: { id: image.id } })
  const coco = JSON.parse(bytes.toString())
  const ratios = {
    vertical_cup_to_disc: 0.25,
    horizontal_cup_to_disc: 0.5,
    cup_to_disc_area: 0.125,
  }
  expect(coco.images).toMatchObject([{ optic_disc: { ...ratios, rim_px: { superior: 11.2 } } }])
  expect(coco.categories.map(({ role }: { role: string }) => role)).toEqual(['disc', 'cup'])
  const { file } = await exportedBy(kim, dataset.id, 'csv')
  const [head = '', ...lines] = file.bytes.toString().slice(1).trimEnd().split('\r\n')
  for (const line of lines) {
    expect(recordOf(head, line)).toMatchObject({
      vertical_cup_to_disc: '0.25',
      horizontal_cup_to_disc: '0.5',
      cup_to_disc_area: '0.125',
      rim_nasal_px: '',
    })
  }
})

test('kept lengths and angles are in the table and in COCO', async () => {
  const { given } = await startApp({ works: true })
  const kim = await given.user('kim')
  const dataset = await given.dataset(kim)
  const image = await given.image(kim, dataset)
  const measurements = {
    m1: { kind: 'length' as const, points: [0, 0, 30, 40, 30, 50] },
    m2: { kind: 'angle' as const, points: [10, 0, 0, 0, 0, 10] },
    m3: { kind: 'length' as const, points: [0, 0, 1, 1] },
    fovea: { kind: 'fovea' as const, points: [40, 50] },
  }
  await kim.call(saveAnnotatorData, { body: { image: { id: image.id, measurements } } })
  const { bytes } = await kim.call(getImageCoco, { params: { id: image.id } })
  expect(JSON.parse(bytes.toString()).images[0].measurements).toEqual([
    { ...measurements.m1, length_px: 60 },
    { ...measurements.m2, degrees: 90 },
    { ...measurements.m3, length_px: 1.4 },
    measurements.fovea,
  ])
  const { file } = await exportedBy(kim, dataset.id, 'csv', true)
  const [head = '', line = ''] = file.bytes.toString().slice(1).trimEnd().split('\r\n')
  expect(recordOf(head, line)).toMatchObject({ lengths_px: '60 1.4', angles_degrees: '90' })
})

test('the table of the analysis has a line for each measure, including images without annotations', async () => {
  const started = await withAnnotations()
  const { kim, exported, dataset } = started
  const measures = { avr: { notMeasurable: 'kinds-confused' } }
  const id = await analysedImage(started, kim, {
    datasetId: dataset.id,
    changes: {
      zones: {
        scale: { kind: 'stated', micrometresPerPixel: 9.5, source: 'Pixel Spacing' },
        micrometresPerPixel: 9.5,
        measures: {
          ...measures,
          crae: { value: 151.2, uncertainty: 3, unit: 'µm', reference: null },
        },
        vessels: [],
        sources: {},
      },
    },
  })
  const { row, file } = await exported('analysis')
  expect(row).toMatchObject({ tags: ['Analysis CSV'] })
  const [head = '', ...lines] = file.bytes.toString().slice(1).trimEnd().split('\r\n')
  const [avr, crae] = lines.map((line) => recordOf(head, line))
  expect(lines).toHaveLength(2)
  expect(avr).toMatchObject({
    image_id: String(id),
    measure: 'avr',
    value: '',
    not_measurable: 'kinds-confused',
  })
  expect(crae).toMatchObject({
    measure: 'crae',
    value: '151.2',
    uncertainty_1_sd: '3',
    unit: 'µm',
    quality: 'gradable',
    micrometres_per_pixel: '9.5',
    not_measurable: '',
  })
  // It has a patient, so the file does not identify it.
  expect(file.bytes.toString()).not.toMatch(/00012345|2026-07-14/)
})

/** Fields without commas in them. */
function recordOf(head: string, line: string): Record<string, string> {
  return Object.fromEntries(fieldsOf(head).map((name, i) => [name, fieldsOf(line)[i] ?? '']))
}

function fieldsOf(line: string): string[] {
  return line.slice(1, -1).split('","')
}

function shoelace(ring: readonly number[]): number {
  let twice = 0
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    twice += (ring[j] ?? 0) * (ring[i + 1] ?? 0) - (ring[i] ?? 0) * (ring[j + 1] ?? 0)
  }
  return Math.abs(twice / 2)
}
