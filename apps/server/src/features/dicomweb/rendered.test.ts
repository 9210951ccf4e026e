import sharp from 'sharp'
import { expect, test } from 'vitest'

import {
  dicomwebRoot,
  retrieveRenderedStudy,
  retrieveStudyThumbnail,
  searchStudies,
} from '#contract/dicomweb'
import { chooseFrame, uploadImage } from '#contract/images'
import { buildFile, photographWith, type ElementSource } from '#dicom/testing/build-file'

import { startApp } from '../../testing/start-app.ts'
import { partsOf } from '../../testing/dicomweb-client.ts'

const series = ['0020000E', 'UI', '1.2.3.9'] as const

/** 40 x 20 grey pixels: the left half is 64, the right half is 192. */
const halves: readonly ElementSource[] = [
  ['00280010', 'US', 20],
  ['00280011', 'US', 40],
  ['7FE00010', 'OB', Array.from({ length: 800 }, (_, at) => (at % 40 < 20 ? 64 : 192))],
]

async function withStudy() {
  const { app, given } = await startApp()
  const kim = await given.user('kim')
  const { id } = await given.dataset(kim, { name: 'Clinic' })
  for (const uid of ['1.2.3.4', '1.2.3.5']) {
    const content = buildFile(photographWith(...halves, series, ['00080018', 'UI', uid]))
    await kim.call(uploadImage, {
      query: { dataset_id: id },
      files: [{ name: `${uid}.dcm`, content }],
    })
  }
  const instance = '/studies/1.2.3/series/1.2.3.9/instances/1.2.3.4'
  const get = (
    path: string,
    headers: Record<string, string> = {},
    method: 'GET' | 'OPTIONS' = 'GET',
  ) =>
    app.inject({
      method,
      url: `${dicomwebRoot(id)}${path}`,
      cookies: Object.fromEntries(kim.cookies),
      headers,
    })
  return { kim, params: { id }, get, instance }
}

async function pixelsOf(bytes: Buffer) {
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? 0
  return { width: info.width, height: info.height, at }
}

test('a picture is cropped, mirrored, fitted and windowed as requested', async () => {
  const { get, instance } = await withStudy()
  const plain = await get(`${instance}/rendered`, { accept: '*/*' })
  expect(plain.headers['content-type']).toBe('image/jpeg')
  expect(await pixelsOf(plain.rawPayload)).toMatchObject({ width: 40, height: 20 })

  const png = { accept: 'image/png' }
  const fitted = await get(`${instance}/rendered?viewport=20,20`, png)
  expect(await pixelsOf(fitted.rawPayload)).toMatchObject({ width: 20, height: 10 })
  const right = await pixelsOf(
    (await get(`${instance}/rendered?viewport=20,20,20,0,20,20`, png)).rawPayload,
  )
  expect([right.width, right.height, right.at(2, 2)]).toEqual([20, 20, 192])
  const mirrored = await pixelsOf(
    (await get(`${instance}/rendered?viewport=40,20,0,0,-40,20`, png)).rawPayload,
  )
  expect([mirrored.at(2, 2), mirrored.at(37, 2)]).toEqual([192, 64])
  const windowed = await pixelsOf(
    (await get(`${instance}/rendered?window=128,20,linear&accept=image/png`)).rawPayload,
  )
  expect([windowed.at(2, 2), windowed.at(37, 2)]).toEqual([0, 255])

  const [rough, fine] = [
    await get(`${instance}/rendered?quality=1`),
    await get(`${instance}/rendered?quality=100`),
  ]
  expect(rough.rawPayload.length).toBeLessThan(fine.rawPayload.length)
  const annotated = await get(`${instance}/rendered?annotation=patient`)
  expect(annotated.headers['warning']).toMatch(/^299 .*annotation parameter is not supported/)
  for (const wrong of ['viewport=0,20', 'viewport=a', 'window=1,0,linear', 'quality=0', 'zoom=2']) {
    expect([wrong, (await get(`${instance}/rendered?${wrong}`)).statusCode]).toEqual([wrong, 400])
  }
  const outside = await get(`${instance}/rendered?viewport=20,20,400,0,20,20`)
  expect(outside.statusCode).toBe(422)
})

test('studies, series, objects and frames have thumbnails, studies and series pictures', async () => {
  const { kim, params, get, instance } = await withStudy()
  const places = [
    '/studies/1.2.3',
    '/studies/1.2.3/series/1.2.3.9',
    instance,
    `${instance}/frames/1`,
  ]
  for (const place of places) {
    const small = await get(`${place}/thumbnail?viewport=10,10`, { accept: '*/*' })
    expect([place, small.headers['content-type']]).toEqual([place, 'image/jpeg'])
    expect(await pixelsOf(small.rawPayload)).toMatchObject({ width: 10, height: 5 })
  }
  const usual = await kim.call(retrieveStudyThumbnail, { params: { ...params, study: '1.2.3' } })
  expect(usual.headers['content-type']).toBe('image/jpeg')
  const rendered = await kim.call(retrieveRenderedStudy, { params: { ...params, study: '1.2.3' } })
  expect(await partsOf(rendered)).toMatchObject([
    { contentType: 'image/jpeg' },
    { contentType: 'image/jpeg' },
  ])
  expect((await get(`${instance}/frames/2/thumbnail`)).statusCode).toBe(404)
})

test('the service lists its calls, and warns about unsupported parts of a search', async () => {
  const { kim, params, get } = await withStudy()
  const capabilities = await get('', { accept: '*/*' }, 'OPTIONS')
  expect(capabilities.headers['content-type']).toBe('application/vnd.sun.wadl+xml')
  expect(capabilities.body).toContain('<resource path="studies/{study}/thumbnail">')
  const search = (query: Record<string, string>) => kim.call(searchStudies, { params, query })
  const fuzzy = await search({ PatientName: 'Hong*', fuzzymatching: 'true' })
  expect(fuzzy.headers['warning']).toMatch(/^299 .*fuzzymatching parameter is not supported/)
  expect((await search({ PatientName: 'Hong*' })).headers['warning']).toBeUndefined()
  for (const StudyDate of ['foo', '20260230', '2026-01-31', '-', '20260101-x']) {
    expect(await search({ StudyDate })).toMatchObject({
      status: 400,
      body: { key: 'dicomweb.badValue' },
    })
  }
  for (const StudyDate of ['20260131', '20260101-20260201', '-20260201', '20260101-', '']) {
    expect([StudyDate, (await search({ StudyDate })).status]).toEqual([StudyDate, 200])
  }
  expect((await search({ StudyTime: '2561' })).status).toBe(400)
  expect((await search({ StudyTime: '10-1130' })).status).toBe(200)
})

/** Two frames of 40 x 20 pixels, dark and bright. */
const film = buildFile(
  photographWith(
    ...halves.slice(0, 2),
    series,
    ['00080018', 'UI', '1.2.3.6'],
    ['00280008', 'IS', '2'],
    ['7FE00010', 'OB', Array.from({ length: 1600 }, (_, at) => (at < 800 ? 20 : 220))],
  ),
)
const filmPath = '/studies/1.2.3/series/1.2.3.9/instances/1.2.3.6'

test('a thumbnail shows the chosen frame, a picture of a frame shows that frame', async () => {
  const { kim, params, get } = await withStudy()
  const query = { dataset_id: params.id }
  const files = [{ name: 'film.dcm', content: film }]
  const { body } = await kim.call(uploadImage, { query, files })
  const shade = async (path: string) => {
    const { rawPayload } = await get(`${filmPath}${path}`, { accept: '*/*' })
    return (await pixelsOf(rawPayload)).at(5, 5)
  }
  expect(await shade('/thumbnail')).toBeLessThan(60)
  await kim.call(chooseFrame, { params: { id: body.image.id }, body: { frame: 2 } })
  expect(await shade('/thumbnail')).toBeGreaterThan(180)
  expect(await shade('/frames/1/thumbnail')).toBeLessThan(60)
})
