import { readFile } from 'node:fs/promises'

import { describe, expect, test } from 'vitest'

import { getDatasetData } from '#contract/datasets'
import { getImage, uploadImage } from '#contract/images'
import { buildFile, photographWith } from '#dicom/testing/build-file'
import { dicomFiles } from '#dicom/testing/test-files'

import { startApp } from '../../testing/start-app.ts'

async function withDataset() {
  const started = await startApp()
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim, { name: 'Clinic' })
  const upload = (name: string, content: Uint8Array) =>
    kim.call(uploadImage, { query: { dataset_id: dataset.id }, files: [{ name, content }] })
  const get = (id: number, query: object = {}) => kim.call(getImage, { params: { id }, query })
  return { ...started, kim, dataset, upload, get }
}

const jpegXl = '1.2.840.10008.1.2.4.110'

test('a file whose compression is not decoded is kept, listed and explained', async () => {
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

test('a file that is cut off is refused, and nothing of it is kept', async () => {
  const { upload, kim, dataset } = await withDataset()
  const answer = await upload('cut.dcm', buildFile(photographWith()).subarray(0, -4))
  expect(answer).toMatchObject({ status: 422, body: { key: 'files.truncated' } })
  expect((await kim.call(getDatasetData, { params: { id: dataset.id } })).body.total).toBe(0)
})

test('the clinical fields of a file are those of the image, names in Korean too', async () => {
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
    studyDate_image: '2026-01-31T10:15:30.000Z',
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

test('a patient is found by the name in Hangul too', async () => {
  const { upload, kim, dataset } = await withDataset()
  await upload('eye.dcm', buildFile(photographWith()))
  const found = async (name: string) => {
    const query = { patientName__icontains: name }
    return (await kim.call(getDatasetData, { params: { id: dataset.id }, query })).body.total
  }
  expect([await found('길동'), await found('gildong'), await found('철수')]).toEqual([1, 1, 0])
})

test('an eye that is guessed from the orientation is said to be so', async () => {
  const { upload } = await withDataset()
  const guessed = photographWith(['00200062', 'CS', ''], ['00200020', 'CS', 'L'])
  const { body } = await upload('eye.dcm', buildFile(guessed))
  expect(body.image).toMatchObject({ laterality: 'L', lateralityDerived: true })
})

const hostile = dicomFiles('hostile')
describe.skipIf(hostile.length === 0)('hostile files', () => {
  test('are taken in or refused with a reason, one after the other, and harm nobody', async () => {
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
