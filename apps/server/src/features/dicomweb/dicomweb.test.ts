import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { createAccessToken } from '#contract/access-tokens'
import {
  dicomwebRoot,
  retrieveBulkData,
  retrieveFrames,
  retrieveInstance,
  retrieveInstanceMetadata,
  retrieveRendered,
  retrieveStudy,
  searchInstances,
  searchSeriesOfStudy,
  searchStudies,
  storeInstances,
} from '#contract/dicomweb'
import type { Endpoint } from '#contract/endpoint'
import { uploadImage } from '#contract/images'
import type { JsonDataSet } from '#dicom/json/json-element'

import { readParts, writeParts } from '../../platform/http/multipart-related.ts'
import {
  dcmtk,
  haveDicomweb,
  havePeers,
  startDicomwebOrthanc,
  testFolder,
} from '../../testing/dicom-peers.ts'
import { realFile } from '../../testing/real-file.ts'
import { startApp } from '../../testing/start-app.ts'

const syntaxes = realFile('dicom/syntaxes') ?? ''
const fileOf = (name: string) => path.join(syntaxes, `${name}.dcm`)
const textIn = (set: JsonDataSet | undefined, tag: string): string => {
  const value = set?.[tag]?.Value?.[0]
  return typeof value === 'string' ? value : ''
}

const placeIn = (found: JsonDataSet | undefined) => ({
  study: textIn(found, '0020000D'),
  series: textIn(found, '0020000E'),
  instance: textIn(found, '00080018'),
})

/** The transfer syntaxes of codestreams and their media types, by the files that have them. */
const codestreams = {
  '000_jpeg': ['1.2.840.10008.1.2.4.50', 'image/jpeg'],
  '000_jls': ['1.2.840.10008.1.2.4.80', 'image/jls'],
  '000_j2k': ['1.2.840.10008.1.2.4.90', 'image/jp2'],
  '000_rle': ['1.2.840.10008.1.2.5', 'image/dicom-rle'],
} as const

/** A dataset with files of the syntaxes, and what asks for them as a viewer does. */
async function withFiles(...names: readonly string[]) {
  const started = await startApp()
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim, { name: 'Clinic' })
  const params = { id: dataset.id }
  for (const name of names) {
    const content = await readFile(fileOf(name))
    const query = { dataset_id: dataset.id }
    await kim.call(uploadImage, { query, files: [{ name: `${name}.dcm`, content }] })
  }
  const json = async (endpoint: Endpoint, more: object, query = {}) => {
    const answer = await kim.call(endpoint, { params: { ...params, ...more }, query })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/dicom+json')
    return JSON.parse(answer.bytes.toString()) as JsonDataSet[]
  }
  const placeOf = async () => ({ ...params, ...placeIn((await json(searchInstances, {}))[0]) })
  return { ...started, kim, dataset, params, json, placeOf }
}

/** What an answer in JSON says. */
function told({ bytes }: { bytes: Buffer }): unknown {
  return JSON.parse(bytes.toString())
}

async function partsOf(answer: { headers: Record<string, unknown>; bytes: Buffer }) {
  const boundary = /boundary=(.+)$/.exec(String(answer.headers['content-type']))?.[1] ?? ''
  const parts = []
  for await (const { contentType, content } of readParts(oneByOne(answer.bytes), boundary)) {
    const chunks = []
    for await (const chunk of content) chunks.push(chunk)
    parts.push({ contentType, content: Buffer.concat(chunks) })
  }
  return parts
}

/** In pieces that end anywhere. */
async function* oneByOne(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 4099) yield bytes.subarray(at, at + 4099)
}

async function related(...contents: readonly Uint8Array[]) {
  const parts = contents.map((content) => ({ contentType: 'application/dicom', content }))
  const chunks = []
  for await (const chunk of writeParts(parts, 'between')) chunks.push(chunk)
  return {
    payload: Buffer.concat(chunks),
    headers: { 'content-type': 'multipart/related; type="application/dicom"; boundary=between' },
  }
}

describe.skipIf(syntaxes === '')('of files as they came', () => {
  test('studies, series and objects are found by their attributes', async () => {
    const { json } = await withFiles('000_jpeg', '000_rgb_le', '000_mono16')
    const studies = await json(searchStudies, {})
    expect(studies).toHaveLength(1)
    const study = textIn(studies[0], '0020000D')
    expect(studies[0]).toMatchObject({
      '00080020': { vr: 'DA', Value: ['20261101'] },
      '00100020': { vr: 'LO', Value: ['P0000'] },
      '00201208': { vr: 'IS', Value: [3] },
    })
    const found = async (query: object) => (await json(searchInstances, {}, query)).length
    expect(await found({ PatientID: 'P0000' })).toBe(3)
    expect(await found({ '00100020': 'P*' })).toBe(3)
    expect(await found({ PatientID: 'P000' })).toBe(0)
    expect(await found({ PatientID: 'P0_00' })).toBe(0)
    expect(await found({ StudyDate: '20261101-' })).toBe(3)
    expect(await found({ StudyDate: '20261101-20261101' })).toBe(3)
    expect(await found({ StudyDate: '-20261031' })).toBe(0)
    expect(await found({ limit: 2 })).toBe(2)
    expect(await found({ limit: 2, offset: 2 })).toBe(1)
    const series = await json(searchSeriesOfStudy, { study }, { includefield: 'StudyTime' })
    expect(series.map((each) => textIn(each, '0020000D'))).toEqual(series.map(() => study))
    const name = studies[0]?.['00100010']?.Value?.[0]
    const { Alphabetic = '' } = name as { Alphabetic?: string }
    expect(await found({ PatientName: `${Alphabetic.slice(0, 3).toLowerCase()}*` })).toBe(3)
  })

  test('what cannot be searched by is refused, not left out', async () => {
    const { kim, params } = await withFiles()
    const ask = (query: Record<string, string>) => kim.call(searchStudies, { params, query })
    expect(told(await ask({ PatientIdd: 'x' }))).toMatchObject({
      message: expect.stringContaining('PatientIdd'),
    })
    expect((await ask({ limit: 'many' })).status).toBe(400)
    expect((await ask({ includefield: 'Nothing' })).status).toBe(400)
  })

  test('an object comes byte for byte, alone or as a part', async () => {
    const { kim, placeOf } = await withFiles('000_jpeg')
    const place = await placeOf()
    const content = await readFile(fileOf('000_jpeg'))
    const alone = await kim.call(retrieveInstance, {
      params: place,
      headers: { accept: 'application/dicom' },
    })
    expect(alone.bytes.equals(content)).toBe(true)
    const { series: _, instance: __, ...study } = place
    const parts = await partsOf(await kim.call(retrieveStudy, { params: study }))
    expect(parts.map((part) => part.content.equals(content))).toEqual([true])
    const wanted = 'multipart/related; type="application/dicom"; transfer-syntax=1.2.840.10008.1.2'
    const other = await kim.call(retrieveInstance, { params: place, headers: { accept: wanted } })
    expect(other.status).toBe(406)
    expect(told(other)).toMatchObject({ code: 'not_acceptable' })
  })

  test('frames come in their own syntax', async () => {
    const { kim, json, params } = await withFiles(...Object.keys(codestreams))
    const seen = []
    for (const found of await json(searchInstances, {}, { includefield: 'TransferSyntaxUID' })) {
      const place = { ...params, ...placeIn(found), frames: '1' }
      const accept = 'multipart/related; type=application/octet-stream; transfer-syntax=*'
      const answer = await kim.call(retrieveFrames, { params: place, headers: { accept } })
      const [frame] = await partsOf(answer)
      const [, uid = ''] = frame?.contentType.split('transfer-syntax=') ?? []
      const type = Object.fromEntries(Object.values(codestreams))[uid] ?? ''
      const coded = await kim.call(retrieveFrames, { params: place, headers: { accept: type } })
      expect(coded.headers['content-type']).toBe(`${type}; transfer-syntax=${uid}`)
      expect(coded.bytes.equals(frame?.content ?? Buffer.alloc(0))).toBe(true)
      const missing = await kim.call(retrieveFrames, { params: { ...place, frames: '9' } })
      expect(missing.status).toBe(404)
      seen.push(uid)
    }
    expect(seen.toSorted()).toEqual(Object.values(codestreams).map(([uid]) => uid))
  })

  test.skipIf(!havePeers())('plain frames are little endian, whatever the file is', async () => {
    const { kim, json, params } = await withFiles('000_mono16', '000_big', '000_rgb_le')
    const found = await json(searchInstances, {})
    expect(found).toHaveLength(3)
    for (const each of found) {
      const place = { ...params, ...placeIn(each) }
      const answer = await kim.call(retrieveFrames, { params: { ...place, frames: '1' } })
      const [frame] = await partsOf(answer)
      expect(frame?.contentType).toContain('1.2.840.10008.1.2.1')
      const all = await kim.call(retrieveBulkData, { params: { ...place, tag: '7FE00010' } })
      const content = frame?.content ?? Buffer.alloc(0)
      expect((await partsOf(all))[0]?.content.equals(content)).toBe(true)
      const object = await kim.call(retrieveInstance, {
        params: place,
        headers: { accept: 'application/dicom' },
      })
      const file = path.join(await testFolder(), 'object.dcm')
      await writeFile(file, object.bytes)
      await dcmtk('dcmconv', '+te', file, file)
      expect((await readFile(file)).includes(content.subarray(0, 4096))).toBe(true)
    }
  })

  test('a picture for the screen is JPEG or PNG', async () => {
    const { kim, placeOf } = await withFiles('000_jls')
    const params = await placeOf()
    for (const accept of ['image/jpeg', 'image/png']) {
      const answer = await kim.call(retrieveRendered, { params, headers: { accept } })
      expect(answer.headers['content-type']).toBe(accept)
    }
    const text = await kim.call(retrieveRendered, { params, headers: { accept: 'text/plain' } })
    expect(told(text)).toMatchObject({ message: expect.stringContaining('image/jpeg') })
  })

  test('files are added, each with its own outcome', async () => {
    const { app, kim, params, json } = await withFiles()
    const cookies = Object.fromEntries(kim.cookies)
    const url = `${dicomwebRoot(params.id)}/studies`
    const post = async (...contents: readonly Uint8Array[]) => {
      const answer = await app.inject({
        method: 'POST',
        url,
        cookies,
        ...(await related(...contents)),
      })
      return { status: answer.statusCode, body: answer.json<JsonDataSet>() }
    }
    const [jpeg, rle] = await Promise.all(
      ['000_jpeg', '000_rle'].map((name) => readFile(fileOf(name))),
    )
    if (jpeg === undefined || rle === undefined) throw new Error('The files are there.')
    const both = await post(jpeg, rle)
    expect([both.status, both.body['00081199']?.Value?.length]).toEqual([200, 2])
    expect(await json(searchInstances, {})).toHaveLength(2)
    const again = await post(jpeg)
    expect(again.status).toBe(200)
    expect(await json(searchInstances, {})).toHaveLength(2)
    const some = await post(jpeg, Buffer.from('nothing of the kind'))
    expect([some.status, some.body['0008119A']?.Value?.length]).toEqual([202, 1])
    const none = await post(jpeg.subarray(0, jpeg.length / 2))
    expect(none.status).toBe(409)
    const [failed] = none.body['00081198']?.Value ?? []
    expect(failed).toMatchObject({ '00081197': { Value: [0xc000] } })
    const broken = await app.inject({
      method: 'POST',
      url,
      cookies,
      headers: (await related()).headers,
      payload: '--between\r\ncontent-type: application/dicom\r\n\r\nhalf',
    })
    expect(broken.statusCode).toBe(400)
    const form = await kim.call(storeInstances, { params, files: [{ name: 'a', content: jpeg }] })
    expect(form.status).toBe(415)
  })

  test.skipIf(!havePeers())('metadata are what dcm2json makes of a file', async () => {
    const names = ['000_mono16', '000_big', '000_rgb_planar_ile', '000_deflated']
    const { json, params } = await withFiles(...names)
    const folder = await testFolder()
    for (const name of names) {
      const plain = path.join(folder, `${name}.dcm`)
      await dcmtk('dcmconv', fileOf(name), plain)
      await dcmtk('dcmodify', '-nb', '-e', '(7fe0,0010)', plain)
      const theirs = path.join(folder, `${name}.json`)
      await dcmtk('dcm2json', plain, theirs)
      const expected = JSON.parse(await readFile(theirs, 'utf8')) as JsonDataSet
      const place = { ...params, ...placeIn(expected) }
      const [{ '7FE00010': pixels, ...ours } = {}] = await json(retrieveInstanceMetadata, place)
      expect(pixels?.BulkDataURI).toMatch(/^http.*\/bulkdata\/7FE00010$/)
      const shared = Object.entries(expected).filter(([tag]) => !notOfTheDataSet.test(tag))
      expect([name, ours]).toEqual([name, { ...Object.fromEntries(shared), '00080005': utf8 }])
    }
  })
})

/** File meta information, and the character set, which is ours. */
const notOfTheDataSet = /^0002|^00080005$/
const utf8 = { vr: 'CS', Value: ['ISO_IR 192'] }

const python = '/usr/bin/python3'
const havePydicom = spawnSync(python, ['-c', 'import pydicom']).status === 0
if (!havePydicom) process.stderr.write('SKIPPED: no python3-pydicom (apt-get install).\n')

test.skipIf(!havePydicom)(
  'a photograph that is no DICOM file is an object all the same',
  async () => {
    const { given, kim, dataset, json, placeOf } = await withFiles()
    const image = await given.image(kim, dataset, { name: 'eye.png', width: 80, height: 60 })
    expect(image.width).toBe(80)
    const place = await placeOf()
    expect(await placeOf()).toEqual(place)
    const object = await kim.call(retrieveInstance, {
      params: place,
      headers: { accept: 'application/dicom' },
    })
    const [metadata] = await json(retrieveInstanceMetadata, place)
    const folder = await testFolder()
    await writeFile(path.join(folder, 'object.dcm'), object.bytes)
    await writeFile(path.join(folder, 'metadata.json'), JSON.stringify(metadata))
    const program = `
import json, sys, pydicom
file = pydicom.dcmread('object.dcm')
told = pydicom.Dataset.from_json(open('metadata.json').read(), bulk_data_uri_handler=lambda *a: b'')
del file.PixelData
del told.PixelData
assert file == told, (file, told)
print(file.SOPInstanceUID, file.Rows, file.Columns)
`
    const run = spawnSync(python, ['-c', program], { cwd: folder, encoding: 'utf8' })
    expect(run.stderr).toBe('')
    expect(run.stdout.trim()).toBe(`${place.instance} 60 80`)
  },
)

const haveOrthanc = haveDicomweb() && syntaxes !== ''

test.skipIf(!haveOrthanc)('Orthanc searches, retrieves and stores by an access token', async () => {
  const { app, kim, dataset, json } = await withFiles('000_jpeg', '000_rgb_le')
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const { body } = await kim.call(createAccessToken, { body: { name: 'Orthanc' } })
  const orthanc = await startDicomwebOrthanc({
    url: `${address}${dicomwebRoot(dataset.id)}/`,
    username: 'any',
    password: body.token,
  })
  const server = '/dicom-web/servers/fovea'
  const [study] = await json(searchStudies, {})
  const uid = textIn(study, '0020000D')
  const answer = { Uri: '/studies', Arguments: { PatientID: 'P0000' }, HttpHeaders: {} }
  const found = await orthanc.rest('POST', `${server}/qido`, answer)
  expect(found).toMatchObject([{ '0020000D': { Value: uid } }])
  await orthanc.rest('POST', `${server}/retrieve`, { Resources: [{ Study: uid }] })
  const fetched = z.array(z.string()).parse(await orthanc.rest('GET', '/instances'))
  expect(fetched).toHaveLength(2)
  await orthanc.rest('POST', '/instances', await readFile(fileOf('000_rle')))
  const all = z.array(z.string()).parse(await orthanc.rest('GET', '/instances'))
  await orthanc.rest('POST', `${server}/stow`, { Resources: all, Synchronous: true })
  expect(await json(searchInstances, {})).toHaveLength(3)
})
