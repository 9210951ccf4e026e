import { readFile } from 'node:fs/promises'

import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { createAnnotation } from '#contract/annotations'
import { getDatasetData } from '#contract/datasets'
import { chooseFrame, uploadImage } from '#contract/images'
import { exportPatients } from '#contract/patient-table'
import {
  buildFile,
  photographWith,
  withTiffPreamble,
  type ElementSource,
} from '#dicom/testing/build-file'
import { dicomFiles } from '#dicom/testing/test-files'

import { facts, withDataset } from './testing/with-dataset.ts'

const asDicom = { asAttachment: 'true', asDicom: 'true' } as const
const jpegXl = '1.2.840.10008.1.2.4.110'

test('a file with an unsupported compression is kept, listed and explained', async () => {
  const { upload, get, kim, dataset } = await withDataset()
  const content = buildFile(photographWith(), 'explicit', jpegXl)
  const { status, body } = await upload('xl.dcm', content)
  expect(status).toBe(201)
  const { id } = body.image
  const reason = 'JPEG XL Lossless is not supported.'
  const listed = await kim.call(getDatasetData, { params: { id: dataset.id } })
  expect(listed.body.images).toMatchObject([
    { id, width: 4, height: 2, patientID: 'P-77', undecodable: expect.stringContaining(reason) },
  ])
  for (const query of [{}, { width: 250, thumbnail: 'true' }, { asAttachment: 'true' }]) {
    const shown = await get(id, query)
    expect(shown).toMatchObject({ status: 415, body: { key: 'files.unsupported_transfer_syntax' } })
  }
  expect((await get(id, { asAttachment: 'true', asDicom: 'true' })).bytes).toEqual(content)
})

test('a DICOM file with the preamble of a TIFF is recognised as DICOM', async () => {
  const { upload, get } = await withDataset()
  for (const order of ['II', 'MM'] as const) {
    const file = buildFile(
      photographWith(['00080018', 'UI', order === 'II' ? '1.2.3.5' : '1.2.3.6']),
    )
    const content = withTiffPreamble(file, order)
    const { status, body } = await upload(`${order}.tif`, content)
    expect(status).toBe(201)
    expect(body.image).toMatchObject({ patientID: 'P-77', width: 4, height: 2, laterality: 'R' })
    expect((await get(body.image.id, asDicom)).bytes).toEqual(content)
  }
})

test('an object that is not a photograph is refused with its kind', async () => {
  const { upload } = await withDataset()
  const refusals = [
    ['1.2.840.10008.1.3.10', 'files.directory', 'It lists 0 files.'],
    ['1.2.840.10008.5.1.4.1.1.88.33', 'files.no_pixels', 'Comprehensive SR'],
    ['1.2.840.10008.5.1.4.1.1.66.4', 'files.no_pixels', 'Segmentation'],
  ] as const
  for (const [sopClass, key, text] of refusals) {
    const answer = await upload('x.dcm', buildFile(photographWith(['00080016', 'UI', sopClass])))
    expect(answer).toMatchObject({
      status: 422,
      body: { key, message: expect.stringContaining(text) },
    })
  }
})

test('a picture without UIDs is accepted unchanged on request', async () => {
  const { upload, kim, dataset, get, db } = await withDataset()
  const content = buildFile(photographWith(['00080018', 'UI', ''], ['0020000D', 'UI', '']))
  const refused = await upload('eye.dcm', content)
  expect(refused).toMatchObject({ status: 422, body: { key: 'files.withoutUids' } })
  const query = { dataset_id: dataset.id, make_uids: 'true' } as const
  const files = [{ name: 'eye.dcm', content }]
  const { status, body } = await kim.call(uploadImage, { query, files })
  expect(status).toBe(201)
  expect((await get(body.image.id, asDicom)).bytes).toEqual(content)
  const uids = await db
    .selectFrom('image')
    .select(['study_uid', 'series_uid', 'instance_uid'])
    .executeTakeFirstOrThrow()
  for (const uid of Object.values(uids)) expect(uid).toMatch(/^2\.25\.\d+$/)
  const cleaned = facts((await get(body.image.id, { ...asDicom, deidentified: 'true' })).bytes)
  expect(cleaned.studyInstanceUid).toMatch(/^2\.25\.\d+$/)
})

test('a person chooses the shown frame of a file with more than 64 frames', async () => {
  const { upload, get, kim, dataset } = await withDataset()
  const frames = 70
  const pixels = Uint8Array.from({ length: 8 * frames }, (_, at) => 3 * Math.floor(at / 8))
  const content = buildFile(
    photographWith(['00280008', 'IS', String(frames)], ['7FE00010', 'OB', pixels]),
  )
  const { body } = await upload('film.dcm', content)
  expect(body.image).toMatchObject({ frames, frame: 1, undecodable: '' })
  const { id } = body.image
  const shade = async (query: object) =>
    (
      await sharp((await get(id, { asPng: 'true', ...query })).bytes)
        .raw()
        .toBuffer()
    )[0]
  const first = await shade({})
  expect(await shade({ frame: 70 })).toBeGreaterThan(first ?? NaN)
  const choose = (frame: number) => kim.call(chooseFrame, { params: { id }, body: { frame } })
  expect((await choose(71)).status).toBe(404)
  expect((await choose(70)).status).toBe(200)
  expect(await shade({})).toBe(await shade({ frame: 70 }))
  const listed = await kim.call(getDatasetData, { params: { id: dataset.id } })
  expect(listed.body.images).toMatchObject([{ frame: 70 }])
  expect(listed.body.images[0]?.version).not.toBe(body.image.version)
  const [category = 0] = dataset.categoryIds
  const segmentation = [[0, 0, 2, 0, 2, 2]]
  await kim.call(createAnnotation, { body: { image_id: id, category_id: category, segmentation } })
  expect(await choose(2)).toMatchObject({ status: 409, body: { key: 'files.frameInUse' } })
})

test('a truncated file is refused, and nothing of it is kept', async () => {
  const { upload, kim, dataset } = await withDataset()
  const answer = await upload('cut.dcm', buildFile(photographWith()).subarray(0, -4))
  expect(answer).toMatchObject({ status: 422, body: { key: 'files.truncated' } })
  expect((await kim.call(getDatasetData, { params: { id: dataset.id } })).body.total).toBe(0)
})

test('the clinical fields of a file become those of the image, including Korean names', async () => {
  const { upload } = await withDataset()
  const { body } = await upload(
    'eye.dcm',
    buildFile(
      photographWith(
        ['0008002A', 'DT', '20260131101530'],
        ['00100040', 'CS', 'F'],
        ['00101010', 'AS', '066Y'],
      ),
    ),
  )
  expect(body.image).toMatchObject({
    patientName: 'Hong Gildong',
    patientNameKorean: '홍길동',
    patientID: 'P-77',
    studyDate: '2026-01-31',
    studyDate_image: '2026-01-31T10:15:30',
    laterality: 'R',
    lateralityDerived: false,
    undecodable: '',
    dicomMeta: {
      '00080020': '20260131',
      '00100010': 'Hong^Gildong=洪^吉洞=홍^길동',
      '00100040': 'F',
      '00101010': '066Y',
      '00200062': 'R',
    },
  })
})

describe.each(['Asia/Seoul', 'UTC', 'America/St_Johns'])('on a computer in %s', (computer) => {
  beforeEach(() => {
    vi.stubEnv('TZ', computer)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  test('call and CSV show the camera’s clock time, whatever the site’s zone', async () => {
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(computer)
    const { upload, kim, dataset } = await withDataset()
    let instances = 0
    const taken = async (name: string, ...elements: readonly ElementSource[]) => {
      instances += 1
      const uid: ElementSource = ['00080018', 'UI', `2.25.${instances}`]
      const { body } = await upload(name, buildFile(photographWith(uid, ...elements)))
      return body.image.studyDate_image
    }
    expect(await taken('a.dcm', ['00080030', 'TM', '003000'], ['00100020', 'LO', 'A'])).toBe(
      '2026-01-31T00:30:00',
    )
    expect(
      await taken('b.dcm', ['0008002A', 'DT', '20260714163000.000+0900'], ['00100020', 'LO', 'B']),
    ).toBe('2026-07-14T16:30:00+09:00')
    expect(
      await taken(
        'c.dcm',
        ['00080023', 'DA', '20260714'],
        ['00080033', 'TM', '235959'],
        ['00080201', 'SH', '-0230'],
        ['00100020', 'LO', 'C'],
      ),
    ).toBe('2026-07-14T23:59:59-02:30')
    expect(await taken('d.dcm', ['00100020', 'LO', 'D'])).toBe('2026-01-31')
    const params = { id: dataset.id }
    const csv = await kim.call(exportPatients, { params, query: { order: 'studyDate_image' } })
    const times = csv.bytes.toString().trim().split('\r\n').slice(1)
    expect(times.map((line) => line.split(',')[2])).toEqual([
      '"2026-01-31"',
      '"2026-01-31T00:30:00"',
      '"2026-07-14T16:30:00+09:00"',
      '"2026-07-14T23:59:59-02:30"',
    ])
  })
})

test('a time without an offset gets that of the site, which differs in summer and winter', async () => {
  const { upload, kim, dataset } = await withDataset({ siteTimeZone: 'America/St_Johns' })
  const taken = async (time: string) =>
    (await upload(`${time}.dcm`, buildFile(photographWith(['0008002A', 'DT', time])))).body.image
      .studyDate_image
  expect(await taken('20261101020000')).toBe('2026-11-01T02:00:00-03:30')
  expect(await taken('20261101011000-0330')).toBe('2026-11-01T01:10:00-03:30')
  expect(await taken('20261101015000')).toBe('2026-11-01T01:50:00-02:30')
  expect(await taken('20260308020000')).toBe('2026-03-08T02:00:00-03:30')
  expect(await taken('20260308030000')).toBe('2026-03-08T03:00:00-02:30')
  const query = { order: 'studyDate_image' } as const
  const { body } = await kim.call(getDatasetData, { params: { id: dataset.id }, query })
  expect(body.images.map(({ file_name }) => file_name)).toEqual([
    '20260308020000.dcm',
    '20260308030000.dcm',
    '20261101015000.dcm',
    '20261101011000-0330.dcm',
    '20261101020000.dcm',
  ])
})

test('a patient is found by the name in Hangul too', async () => {
  const { upload, kim, dataset } = await withDataset()
  await upload('eye.dcm', buildFile(photographWith()))
  const found = async (name: string) => {
    const query = { patientName__icontains: name }
    return (await kim.call(getDatasetData, { params: { id: dataset.id }, query })).body.total
  }
  expect([await found('길동'), await found('gildong'), await found('철수')]).toEqual([1, 1, 0])
})

test('an eye guessed from the orientation is marked as guessed', async () => {
  const { upload } = await withDataset()
  const guessed = photographWith(['00200062', 'CS', ''], ['00200020', 'CS', 'L'])
  const { body } = await upload('eye.dcm', buildFile(guessed))
  expect(body.image).toMatchObject({ laterality: 'L', lateralityDerived: true })
})

const hostile = dicomFiles('hostile')
describe('hostile files', () => {
  test('are accepted or refused with a reason, one after the other, and harm nobody', async () => {
    const { upload, get } = await withDataset()
    const failed: string[] = []
    const taken: number[] = []
    for (const [index, path] of hostile.entries()) {
      const { status, body } = await upload(`${index}.dcm`, await readFile(path))
      if (status === 201) taken.push(body.image.id)
      else if (![409, 413, 415, 422].includes(status)) failed.push(`${path}: ${status}`)
    }
    expect(failed).toEqual([])
    expect(taken.length).toBeGreaterThan(20)
    const { status } = await get(taken[0] ?? 0, { width: 250, thumbnail: 'true' })
    expect(status).toBe(200)
  })
})
