import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import sharp from 'sharp'
import { describe, expect, test } from 'vitest'

import { retrieveInstance, retrieveInstanceMetadata, retrieveStudy } from '#contract/dicomweb'
import { uploadImage } from '#contract/images'
import { storedFrame } from '#dicom/frames'
import type { JsonDataSet } from '#dicom/json/json-element'
import { explicitLittleEndian } from '#dicom/transfer-syntax'

import { readDicom } from '../../platform/images/dicom-pixels.ts'
import { dcmtk, havePeers, testFolder } from '../../testing/dicom-peers.ts'
import { fileOf, partsOf, placeIn, told, withFiles } from '../../testing/dicomweb-client.ts'

const inPlain = `transfer-syntax=${explicitLittleEndian}`
const plainObject = `application/dicom; ${inPlain}`

/** Those of the first frame. */
function pixelsOf(file: Buffer): Buffer {
  const read = readDicom(file)
  if (!read.ok || read.instance.pixels === undefined) throw new Error('It has pixels.')
  return Buffer.from(storedFrame(read.instance.pixels, 0))
}

describe('objects of files as received', () => {
  test('an object is returned byte for byte, alone or as a part', async () => {
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

  test.skipIf(!havePeers())(
    'a compressed object comes decoded where that is asked for',
    async () => {
      const { kim, placeOf } = await withFiles('000_jls')
      const params = await placeOf()
      const folder = await testFolder()
      const [ours, theirs] = ['ours.dcm', 'theirs.dcm'].map((name) => path.join(folder, name))
      if (ours === undefined || theirs === undefined) throw new Error('There are two.')
      await dcmtk('dcmdjpls', fileOf('000_jls'), theirs)
      for (const accept of [
        plainObject,
        `multipart/related; type="application/dicom"; ${inPlain}`,
      ]) {
        const answer = await kim.call(retrieveInstance, { params, headers: { accept } })
        const [part] = accept === plainObject ? [] : await partsOf(answer)
        await writeFile(ours, part?.content ?? answer.bytes)
        const dumps = [ours, theirs].map((file) => dcmtk('dcmdump', '-q', file))
        const [own, peer] = (await Promise.all(dumps)).map(({ output }) =>
          output.split('\n').filter((line) => line.startsWith('(') && !/^\((0002|7fe0)/.test(line)),
        )
        expect(own).toEqual(peer)
        const [pixels, others] = [ours, theirs].map(async (file) => pixelsOf(await readFile(file)))
        expect((await pixels)?.equals((await others) ?? Buffer.alloc(0))).toBe(true)
      }
    },
  )

  test('a photograph wrapped as JPEG is decoded on request', async () => {
    const { kim, params, placeOf } = await withFiles()
    const background = { r: 200, g: 90, b: 30 }
    const jpeg = sharp({ create: { width: 40, height: 30, channels: 3, background } }).jpeg()
    const content = await jpeg.toBuffer()
    const query = { dataset_id: params.id }
    await kim.call(uploadImage, { query, files: [{ name: 'eye.jpg', content }] })
    const place = await placeOf()
    const headers = { accept: plainObject }
    const { bytes } = await kim.call(retrieveInstance, { params: place, headers })
    const read = readDicom(bytes)
    expect(read).toMatchObject({
      instance: {
        sopInstanceUid: place.instance,
        transferSyntax: { uid: explicitLittleEndian },
        pixels: { photometricInterpretation: 'RGB', rows: 30, columns: 40 },
      },
    })
    const shown = await sharp(content).raw().toBuffer()
    expect(shown.equals(pixelsOf(bytes))).toBe(true)
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
if (!havePydicom) console.warn('SKIPPED: no python3-pydicom (apt-get install).')

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
