import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import type { z } from 'zod'

import { createAnnotation, changeAnnotation } from '#contract/annotations'
import { uploadImage } from '#contract/images'
import { erasePatient, findPatient } from '#contract/patients'
import {
  checkText,
  compareReleases,
  downloadRelease,
  listReleases,
  listTextChecks,
  releaseContents,
  startRelease,
  withdrawRelease,
} from '#contract/releases'
import { getTaskLogs, listTasks } from '#contract/tasks'
import { drawFundus } from '#retina/testing/drawn-fundus'
import { sampleNumbers } from '#report/testing/sample-report'

import { decodeDicom } from '../../platform/images/dicom-pixels.ts'
import type { Account } from '../../testing/given.ts'
import { analysed } from '../../testing/analysed.ts'
import { startApp } from '../../testing/start-app.ts'
import { canReadParquet, readParquet } from './testing/read-parquet.ts'

const noPatients = { shares: { train: 50, validation: 0, test: 50 }, seed: 3 }

async function finished(client: Account, id: number) {
  await expect
    .poll(async () => (await client.call(listTasks)).body.find((task) => task.id === id)?.completed)
    .toBe(true)
  return (await client.call(listTasks)).body.find((task) => task.id === id)
}

/** Makes a release. @returns the newest one in the list */
async function released(
  client: Account,
  datasetId: number,
  body: Partial<z.input<typeof startRelease.body>>,
) {
  const params = { id: datasetId }
  const asked = { title: 'First', ...body }
  const task = await client.call(startRelease, { params, body: asked })
  if (task.status !== 200) return { task: task.body, status: task.status }
  const ended = await finished(client, task.body.id)
  const [release] = (await client.call(listReleases, { params })).body
  return { ended, release, status: 200 }
}

async function download(client: Account, id: number | undefined) {
  const { bytes } = await client.call(downloadRelease, { params: { id: id ?? 0 } })
  return { bytes, entries: await unpack(bytes) }
}

/** Unpacked by Python, as a peer. */
async function unpack(archive: Buffer): Promise<Map<string, Buffer>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-release-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'a.zip')
  await writeFile(file, archive)
  const program = `import base64, json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
print(json.dumps({n: base64.b64encode(archive.read(n)).decode() for n in archive.namelist()}))`
  const run = spawnSync('python3', ['-c', program, file], {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  })
  if (run.status !== 0) throw new Error(run.stderr)
  const entries = Object.entries(JSON.parse(run.stdout) as Record<string, string>)
  return new Map(entries.map(([name, text]) => [name, Buffer.from(text, 'base64')]))
}

const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython) console.warn('SKIPPED: releases are not unpacked without python3.')

async function pixelsOf(content: Buffer, form: 'png' | 'deidentified') {
  if (form === 'png') {
    const { data, info } = await sharp(content).raw().toBuffer({ resolveWithObject: true })
    return { data, channels: info.channels }
  }
  const decoded = await decodeDicom(content)
  if (!decoded.ok) throw new Error(decoded.reason)
  return decoded.pixels
}

/** A dataset of research, without patients. */
async function research() {
  const started = await startApp({ works: true })
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim, { categories: ['disc', 'lesion'] })
  const images = []
  for (const name of ['a.png', 'b.png', 'c.png', 'd.png']) {
    images.push(await started.given.image(kim, dataset, { name, width: 200, height: 100 }))
  }
  const [disc = 0, lesion = 0] = dataset.categoryIds
  const annotate = async (image: number, category_id: number, segmentation: object) =>
    (
      await kim.call(createAnnotation, {
        body: { image_id: image, category_id, segmentation: segmentation as never },
      })
    ).body
  const first = images[0]?.id ?? 0
  const square = await annotate(first, disc, [[20, 20, 120, 20, 120, 80, 20, 80]])
  await annotate(first, lesion, {
    rings: [
      [
        [40, 40, 100, 40, 100, 60, 40, 60],
        [50, 50, 60, 50, 60, 56, 50, 56],
      ],
    ],
  })
  return { ...started, kim, dataset, images, first, disc, lesion, square, annotate }
}

test.skipIf(!hasPython)(
  'a release is a ZIP file of parts whose entries fit one another and their checksums',
  async () => {
    const { kim, dataset, first } = await research()
    const { release, ended } = await released(kim, dataset.id, {
      ...noPatients,
      contents: [...releaseContents],
      longest_side: 100,
      licence: 'CC BY 4.0',
    })
    expect(ended).toMatchObject({ status: 'succeeded' })
    expect(release).toMatchObject({
      number: 1,
      counts: { images: 4, annotations: 2, patients: 4, parts: { train: 2, test: 2 } },
      left_out: { unchecked: 0, unreadable: 0, set_aside: 0 },
      identified: false,
      downloadable: true,
    })
    const { bytes, entries } = await download(kim, release?.id)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(release?.sha256)
    const sums = String(entries.get('sha256sums.txt')).trimEnd().split('\n')
    expect(sums.length).toBe(entries.size - 1)
    for (const line of sums) {
      const [sha256, name = ''] = line.split('  ')
      const content = entries.get(name)
      expect(content && createHash('sha256').update(content).digest('hex')).toBe(sha256)
    }
    const lines = ['train', 'test'].flatMap((part) =>
      String(entries.get(`${part}/metadata.jsonl`))
        .trimEnd()
        .split('\n')
        .map((line) => ({ part, ...JSON.parse(line) })),
    )
    expect(lines).toHaveLength(4)
    expect(new Set(lines.map(({ patient }) => patient)).size).toBe(4)
    const own = lines.find(({ image_id }) => image_id === first)
    expect(own).toMatchObject({
      width: 100,
      height: 50,
      source_path: 'a.png',
      objects: {
        category: ['disc', 'lesion'],
        bbox: [
          [10, 10, 50, 30],
          [20, 20, 30, 10],
        ],
      },
    })
    const stem = `${own?.part}/${own?.file_name.replace('.png', '')}`
    expect(await sharp(entries.get(`${stem}.png`)).metadata()).toMatchObject({
      width: 100,
      height: 50,
    })
    const coco = JSON.parse(String(entries.get('coco.json')))
    expect(coco.images.map(({ file_name }: { file_name: string }) => file_name)).toContain(
      `${stem}.png`,
    )
    expect(coco.annotations).toMatchObject([
      { id: 1, area: 1500, segmentation: [[10, 10, 60, 10, 60, 40, 10, 40]] },
      { id: 2, area: 285 },
    ])
    expect(String(entries.get(`yolo-detect/${stem}.txt`)).split('\n')[0]).toBe(
      '0 0.350000 0.500000 0.500000 0.600000',
    )
    const mask = await sharp(entries.get(`masks/${stem}.png`))
      .png({ palette: false })
      .metadata()
    expect(mask).toMatchObject({ width: 100, height: 50 })
    expect(await sharp(entries.get(`labels/${stem}.tiff`)).metadata()).toMatchObject({ pages: 2 })
    const sheet = String(entries.get('README.md'))
    expect(sheet).toContain('4 images of 4 patients with 2 annotations.')
    expect(sheet).toContain('CC BY 4.0')
    const { distribution } = JSON.parse(String(entries.get('croissant.json')))
    expect(distribution[0]).toMatchObject({
      contentUrl: 'train/metadata.jsonl',
      sha256: createHash('sha256')
        .update(entries.get('train/metadata.jsonl') ?? '')
        .digest('hex'),
    })
  },
)

test.skipIf(!hasPython || !canReadParquet)(
  'another program reads the tables of images, annotations and measurements',
  async () => {
    const { kim, dataset, first, db } = await research()
    await analysed(db, first, { numbers: sampleNumbers({ ageYears: 64, sex: 'female' }) })
    const { release } = await released(kim, dataset.id, {
      ...noPatients,
      contents: ['parquet'],
      longest_side: 100,
    })
    const { entries } = await download(kim, release?.id)
    const table = (name: string) =>
      readParquet(entries.get(`tables/${name}.parquet`) ?? Buffer.of())
    const images = await table('images')
    expect(images.rows).toHaveLength(4)
    expect(images.rows[0]).toMatchObject({ image_id: first, width: 100, source_path: 'a.png' })
    const annotations = await table('annotations')
    expect(annotations.columns).toContainEqual(['area', 'Float64'])
    expect(annotations.rows).toMatchObject([
      { image_id: first, category: 'disc', x: 10, y: 10, width: 50, height: 30, area: 1500 },
      { image_id: first, category: 'lesion', area: 285, is_crowd: false },
    ])
    const measurements = await table('measurements')
    expect(measurements.columns).toContainEqual(['value', 'Float64'])
    expect(measurements.rows).toContainEqual(
      expect.objectContaining({ measure: 'crae', region: '', unit: 'µm' }),
    )
    expect(measurements.rows.every(({ image_id: id }) => id === first)).toBe(true)
  },
)

/** A release of two images; on the first, a cup in a disc is drawn, and a line of 50 pixels. */
async function releasedCup() {
  const { given } = await startApp({ works: true })
  const kim = await given.user('kim')
  const dataset = await given.dataset(kim, { categories: ['disc', 'cup'] })
  const { id: drawn } = await given.image(kim, dataset, { name: 'a.png', width: 200, height: 200 })
  const { id: bare } = await given.image(kim, dataset, { name: 'b.png', width: 200, height: 200 })
  const [disc = 0, cup = 0] = dataset.categoryIds
  const draw = async (category_id: number, shape: object) => {
    const body = { image_id: drawn, category_id, ...shape }
    expect((await kim.call(createAnnotation, { body })).status).toBe(201)
  }
  await draw(disc, { segmentation: [[20, 20, 180, 20, 180, 180, 20, 180]] })
  await draw(cup, { segmentation: [[60, 60, 140, 60, 140, 100, 60, 100]] })
  await draw(cup, { segmentation: [], lines: [[0, 0, 30, 40]] })
  const { release } = await released(kim, dataset.id, {
    ...noPatients,
    contents: ['parquet'],
    longest_side: 100,
  })
  return { drawn, bare, ...(await download(kim, release?.id)) }
}

/** The released picture is half as large as the photograph, in which the upper rim is 44.9 pixels wide. */
const cupMeasures = {
  vertical_cup_to_disc: 0.25,
  horizontal_cup_to_disc: 0.5,
  cup_to_disc_area: 0.125,
  rim_superior_px: 22.5,
  rim_nasal_px: null,
}

test.skipIf(!hasPython)('each image has the measures of its drawn cup and disc', async () => {
  const { drawn, bare, entries } = await releasedCup()
  const lines = ['train', 'test'].map((part) =>
    JSON.parse(String(entries.get(`${part}/metadata.jsonl`))),
  )
  const discOf = (id: number) => lines.find(({ image_id }) => image_id === id).optic_disc
  expect(discOf(drawn)).toMatchObject(cupMeasures)
  expect(Object.keys(discOf(bare))).toEqual(Object.keys(discOf(drawn)))
  expect(new Set(Object.values(discOf(bare)))).toEqual(new Set([null]))
  expect(String(entries.get('README.md'))).toContain('cup-to-disc ratios')
})

test.skipIf(!hasPython || !canReadParquet)(
  'tables have the measures of a drawn cup and disc, and the length of lines',
  async () => {
    const { drawn, bare, entries } = await releasedCup()
    const rowsOf = async (name: string) =>
      (await readParquet(entries.get(`tables/${name}.parquet`) ?? Buffer.of())).rows
    expect(await rowsOf('images')).toMatchObject([
      { image_id: drawn, ...cupMeasures },
      { image_id: bare, vertical_cup_to_disc: null },
    ])
    expect(await rowsOf('annotations')).toMatchObject([
      { category: 'disc', area: 6400, line_length: 0, keypoints: 0 },
      { category: 'cup', area: 800, line_length: 0 },
      { category: 'cup', area: 0, line_length: 25, keypoints: 0 },
    ])
  },
)

test('a broken download goes on where it stopped', async () => {
  const { kim, dataset } = await research()
  const { release } = await released(kim, dataset.id, noPatients)
  const params = { id: release?.id ?? 0 }
  const whole = await kim.call(downloadRelease, { params })
  const etag = String(whole.headers['etag'])
  const part = async (range: string, headers = {}) =>
    kim.call(downloadRelease, { params, headers: { range, ...headers } })
  const rest = await part('bytes=100-', { 'if-range': etag })
  expect(rest.status).toBe(206)
  expect(rest.headers['content-range']).toBe(
    `bytes 100-${whole.bytes.length - 1}/${whole.bytes.length}`,
  )
  expect(rest.bytes.equals(whole.bytes.subarray(100))).toBe(true)
  expect((await part('bytes=-5')).bytes.equals(whole.bytes.subarray(-5))).toBe(true)
  expect((await part('bytes=2-4')).bytes.equals(whole.bytes.subarray(2, 5))).toBe(true)
  expect((await part('bytes=2-4', { 'if-range': '"other"' })).status).toBe(200)
  expect((await part(`bytes=${whole.bytes.length}-`)).status).toBe(416)
  expect((await part('bytes=4-2')).status).toBe(200)
})

test('a release stays as it was; the comparison with a later one shows what has changed', async () => {
  const { kim, dataset, square, annotate, images, disc } = await research()
  const before = (await released(kim, dataset.id, noPatients)).release
  await annotate(images[1]?.id ?? 0, disc, [[10, 10, 50, 10, 50, 40]])
  await kim.call(changeAnnotation, {
    params: { id: square.id },
    body: { revision: square.revision, segmentation: [[20, 20, 60, 20, 60, 80]] },
  })
  const after = (await released(kim, dataset.id, { ...noPatients, title: 'Second' })).release
  expect(after).toMatchObject({ number: 2, counts: { annotations: 3 } })
  const list = (await kim.call(listReleases, { params: { id: dataset.id } })).body
  expect(list.map(({ number, counts }) => [number, counts.annotations])).toEqual([
    [2, 3],
    [1, 2],
  ])
  const comparison = await kim.call(compareReleases, {
    params: { id: after?.id ?? 0 },
    query: { with: before?.id ?? 0 },
  })
  expect(comparison.body).toMatchObject({
    from: 1,
    to: 2,
    images: { added: 0, changed: 0, removed: 0 },
    annotations: { added: 1, changed: 1, removed: 0 },
    different: [{ change: 'changed' }, { change: 'changed', annotations: { added: 1 } }],
  })
})

test('a withdrawn release has no file, and keeps its number and the reason', async () => {
  const { kim, dataset, db } = await research()
  const { release } = await released(kim, dataset.id, noPatients)
  const params = { id: release?.id ?? 0 }
  await kim.call(withdrawRelease, { params, body: { reason: 'Wrong licence' } })
  expect(await kim.call(downloadRelease, { params })).toMatchObject({
    status: 404,
    body: { key: 'releases.withdrawn' },
  })
  const again = (await released(kim, dataset.id, noPatients)).release
  expect(again?.number).toBe(2)
  const list = (await kim.call(listReleases, { params: { id: dataset.id } })).body
  expect(list[1]).toMatchObject({ number: 1, withdrawn: { reason: 'Wrong licence' } })
  const change = db.updateTable('release').set({ title: 'Other' }).execute()
  await expect(change).rejects.toThrow('A release does not change.')
})

/** A disk of a few kilobytes in place of the folder; false if this account may not create one. */
async function shrink(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true })
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8k', 'tmpfs', folder])
  return status === 0
}

test('a full disk leaves nothing of a release, which says so and can be made later', async () => {
  const { kim, dataset, parts, db, dataFolder } = await research()
  if (!(await shrink(parts.temporaryFolder))) {
    return console.warn('SKIPPED: this account cannot mount a small disk for a release.')
  }
  const { ended, release: none } = await released(kim, dataset.id, {
    ...noPatients,
    contents: [...releaseContents],
  })
  expect(await readdir(parts.temporaryFolder)).toEqual([])
  spawnSync('umount', [parts.temporaryFolder])
  expect(none).toBeUndefined()
  expect(ended).toMatchObject({ status: 'failed' })
  const { body: log } = await kim.call(getTaskLogs, { params: { id: ended?.id ?? 0 } })
  expect(log.logs.join()).toContain('disk')
  expect(await db.selectFrom('release_image').selectAll().execute()).toEqual([])
  const files = await readdir(path.join(dataFolder, 'exports'), { recursive: true }).catch(() => [])
  expect(files.filter((name) => name.endsWith('.zip'))).toEqual([])
  expect((await released(kim, dataset.id, noPatients)).release).toMatchObject({ number: 1 })
})

/** Two photographs of P-7, one of P-70, with a field of view that can be masked. */
async function clinic() {
  const started = await startApp({ works: true })
  const { given, db } = started
  const boss = await given.user('boss', { isAdmin: true })
  const kim = await given.user('kim')
  const reader = await given.user('reader')
  const dataset = await given.dataset(kim, { name: 'Clinic', sharedWith: [reader] })
  const imageOf = async (patient_id: string, name: string) => {
    const { id } = await given.image(kim, dataset, { name })
    const stated = { patient_id, patient_name: 'Yoon Seok', study_date: '2026-01-31' }
    await db.updateTable('image').set(stated).where('id', '=', id).execute()
    return id
  }
  const images = [
    await imageOf('P-7', 'right.png'),
    await imageOf('P-7', 'left.png'),
    await imageOf('P-70', 'other.png'),
  ]
  const check = async (id: number, mask = false) =>
    kim.call(checkText, { params: { id }, body: { mask } })
  return { ...started, boss, kim, reader, dataset, images, check }
}

test('pictures of patients come into a release only once a person has checked them for text', async () => {
  const { kim, dataset, images, check } = await clinic()
  const params = { id: dataset.id }
  const nothing = await released(kim, dataset.id, {})
  expect(nothing.ended).toMatchObject({ status: 'failed' })
  await check(images[0] ?? 0)
  const checks = (await kim.call(listTextChecks, { params })).body
  expect(checks).toMatchObject({ checked: 1, unchecked: 2, next: [{ id: images[1] }, {}] })
  for (const form of ['png', 'deidentified'] as const) {
    const { release } = await released(kim, dataset.id, { images: form })
    expect(release).toMatchObject({
      images: form,
      counts: { images: 1 },
      left_out: { unchecked: 2 },
      identified: false,
    })
  }
})

test.skipIf(!hasPython)('text in the surround is black in the pictures of a release', async () => {
  const { kim, dataset, db, check } = await clinic()
  const size = { width: 640, height: 600 }
  const [x, y, radius] = [330, 300, 255]
  const { data } = drawFundus({ ...size, centre: [x, y], diameterPx: 2 * radius })
  const text = '<svg width="640" height="600"><rect width="90" height="30" fill="#fff"/></svg>'
  const content = await sharp(data, { raw: { ...size, channels: 3 } })
    .composite([{ input: Buffer.from(text) }])
    .png()
    .toBuffer()
  const files = [{ name: 'text.png', content }]
  const { body } = await kim.call(uploadImage, { query: { dataset_id: dataset.id }, files })
  const { id } = body.image
  await db.updateTable('image').set({ patient_id: 'P-8' }).where('id', '=', id).execute()
  await check(id, true)
  for (const form of ['png', 'deidentified'] as const) {
    const { release } = await released(kim, dataset.id, { images: form, longest_side: 640 })
    const { entries } = await download(kim, release?.id)
    const [, bytes = Buffer.of()] =
      [...entries].find(([name]) => /\/image-.*\.(png|dcm)$/u.test(name)) ?? []
    const { channels, data: pixels } = await pixelsOf(bytes, form)
    const at = (column: number, row: number) =>
      [...pixels.subarray((row * size.width + column) * channels)].slice(0, 3)
    expect(at(45, 15)).toEqual([0, 0, 0])
    expect(Math.max(...at(x, y))).toBeGreaterThan(20)
  }
})

test.skipIf(!hasPython)(
  'originals of patients need a reason, and only those who may identify get them',
  async () => {
    const { kim, dataset, reader, db } = await clinic()
    const refused = await released(kim, dataset.id, { images: 'original' })
    expect(refused).toMatchObject({ status: 400, task: { key: 'releases.reasonMissing' } })
    const reason = 'Ethics vote 12/26'
    const { release } = await released(kim, dataset.id, { images: 'original', reason })
    expect(release).toMatchObject({ identified: true, counts: { images: 3, patients: 2 } })
    const { entries } = await download(kim, release?.id)
    expect([...entries.keys()].filter((name) => name.endsWith('.png'))).toHaveLength(3)
    const trail = await db.selectFrom('audit_event').select('detail').execute()
    expect(trail.map(({ detail }) => detail)).toContainEqual({
      form: 'original',
      identified: true,
      reason,
    })
    const params = { id: release?.id ?? 0 }
    expect((await reader.call(downloadRelease, { params })).status).toBe(403)
  },
)

test.skipIf(!hasPython)(
  'patients keep their pseudonyms; an erased one is gone from the release that replaces the old one',
  async () => {
    const { kim, boss, dataset, images, check, db, parts } = await clinic()
    for (const id of images) await check(id)
    const first = (await released(kim, dataset.id, noPatients)).release
    const second = (await released(kim, dataset.id, noPatients)).release
    const patientsOf = async (id: number | undefined) => {
      const { entries } = await download(kim, id)
      const tables = [...entries].filter(([name]) => name.endsWith('.jsonl'))
      const lines = tables.flatMap(([, text]) => String(text).trimEnd().split('\n'))
      return new Map(
        lines.map((line) => JSON.parse(line)).map((line) => [line.image_id, line.patient]),
      )
    }
    const pseudonyms = await patientsOf(first?.id)
    expect(await patientsOf(second?.id)).toEqual(pseudonyms)
    expect(pseudonyms.get(images[0])).toBe(pseudonyms.get(images[1]))
    expect(pseudonyms.get(images[2])).not.toBe(pseudonyms.get(images[0]))
    const rows = await db.selectFrom('release').select('file').execute()

    const query = { patient_id: 'P-7' }
    await expect.poll(async () => (await boss.call(findPatient, { query })).body.busy).toBe(false)
    const erasure = { patient_id: 'P-7', reason: 'Request of 3 March' }
    expect((await boss.call(erasePatient, { body: erasure })).status).toBe(200)
    const list = async () =>
      (await kim.call(listReleases, { params: { id: dataset.id } })).body.map((each) => ({
        number: each.number,
        withdrawn: each.withdrawn?.reason,
        replaces: each.replaces,
        images: each.counts.images,
      }))
    await expect.poll(async () => (await list()).length).toBe(4)
    expect(await list()).toEqual([
      { number: 4, withdrawn: undefined, replaces: expect.any(Number), images: 1 },
      { number: 3, withdrawn: undefined, replaces: expect.any(Number), images: 1 },
      { number: 2, withdrawn: null, replaces: null, images: 3 },
      { number: 1, withdrawn: null, replaces: null, images: 3 },
    ])
    for (const { file } of rows) expect(await parts.files.has(file ?? '')).toBe(false)
    const [newest] = (await kim.call(listReleases, { params: { id: dataset.id } })).body
    expect([...(await patientsOf(newest?.id)).keys()]).toEqual([images[2]])
    const kept = await db.selectFrom('release_patient').select('patient_key').execute()
    expect(kept).toEqual([{ patient_key: expect.stringContaining('P-70') }])
  },
)
