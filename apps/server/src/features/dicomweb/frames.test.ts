import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import sharp from 'sharp'
import { describe, expect, test } from 'vitest'

import {
  retrieveBulkData,
  retrieveFrames,
  retrieveInstance,
  retrieveRendered,
  retrieveRenderedFrames,
  searchInstances,
} from '#contract/dicomweb'
import { storedFrame } from '#dicom/frames'

import { readDicom } from '../../platform/images/dicom-pixels.ts'
import { dcmtk, havePeers, testFolder } from '../../testing/dicom-peers.ts'
import { fileOf, partsOf, placeIn, told, withFiles } from '../../testing/dicomweb-client.ts'

/** The transfer syntaxes of codestreams and their media types, by the files that have them. */
const codestreams = {
  '000_jpeg': ['1.2.840.10008.1.2.4.50', 'image/jpeg'],
  '000_jls': ['1.2.840.10008.1.2.4.80', 'image/jls'],
  '000_j2k': ['1.2.840.10008.1.2.4.90', 'image/jp2'],
  '000_rle': ['1.2.840.10008.1.2.5', 'image/dicom-rle'],
} as const

/** Peers that convert files with codestreams to plain ones. */
const decoders = {
  '000_mf_jpeg': ['dcmdjpeg'],
  '000_jls': ['dcmdjpls'],
  '000_rle': ['dcmdrle'],
} as const

async function peer([program]: readonly [string], source: string, target: string) {
  expect(await dcmtk(program, source, target)).toMatchObject({ code: 0 })
}

async function pixelsOf(file: string) {
  const read = readDicom(await readFile(file))
  if (!read.ok || read.instance.pixels === undefined) throw new Error('It has pixels.')
  return { instance: read.instance.sopInstanceUid, pixels: read.instance.pixels }
}

describe('frames of files as received', () => {
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

  test.skipIf(!havePeers())(
    'compressed frames come as plain pixels where those are asked for',
    async () => {
      const { kim, json, params } = await withFiles(...Object.keys(decoders))
      const folder = await testFolder()
      const places = new Map<string, ReturnType<typeof placeIn>>()
      for (const found of await json(searchInstances, {})) {
        const place = placeIn(found)
        places.set(place.instance, place)
      }
      for (const [name, decode] of Object.entries(decoders)) {
        const plain = path.join(folder, `${name}.dcm`)
        await peer(decode, fileOf(name), plain)
        const { instance, pixels } = await pixelsOf(plain)
        const place = { ...params, ...(places.get(instance ?? '') ?? placeIn(undefined)) }
        const numbers = name === '000_mf_jpeg' ? [2, 1, 2] : [1]
        for (const syntax of ['; transfer-syntax=1.2.840.10008.1.2.1', '']) {
          const accept = `multipart/related; type="application/octet-stream"${syntax}`
          const parts = await partsOf(
            await kim.call(retrieveFrames, {
              params: { ...place, frames: numbers.join(',') },
              headers: { accept },
            }),
          )
          const expected = numbers.map((number) => storedFrame(pixels, number - 1))
          expect([
            name,
            parts.map(({ content }, at) => content.equals(expected[at] ?? content.subarray(1))),
          ]).toEqual([name, numbers.map(() => true)])
          expect(parts[0]?.contentType).toBe(
            'application/octet-stream; transfer-syntax=1.2.840.10008.1.2.1',
          )
        }
        const all = await kim.call(retrieveBulkData, {
          params: { ...place, tag: '7FE00010' },
          headers: { accept: 'multipart/related; type="application/octet-stream"' },
        })
        expect(await partsOf(all)).toHaveLength(pixels.numberOfFrames)
        const other = await kim.call(retrieveFrames, {
          params: { ...place, frames: '1' },
          headers: { accept: 'application/octet-stream; transfer-syntax=1.2.840.10008.1.2.4.57' },
        })
        expect(other.status).toBe(406)
        expect(told(other)).toMatchObject({
          message: expect.stringContaining('transfer-syntax=1.2.840.10008.1.2.1. '),
        })
        const missing = await kim.call(retrieveFrames, {
          params: { ...place, frames: '1,9' },
          headers: { accept: 'application/octet-stream' },
        })
        expect(missing.status).toBe(404)
      }
    },
  )

  test('frames have pictures for the screen, alone and as parts', async () => {
    const { kim, placeOf } = await withFiles('000_mf_jpeg')
    const place = await placeOf()
    const ask = (frames: string, accept: string) =>
      kim.call(retrieveRenderedFrames, { params: { ...place, frames }, headers: { accept } })
    const whole = await kim.call(retrieveRendered, {
      params: place,
      headers: { accept: 'image/png' },
    })
    const first = await ask('1', 'image/png')
    expect(first.headers['content-type']).toBe('image/png')
    expect(first.bytes.equals(whole.bytes)).toBe(true)
    const second = await ask('2', 'image/png')
    const both = await partsOf(await ask('2,1', 'multipart/related; type="image/png"'))
    expect(both.map(({ contentType }) => contentType)).toEqual(['image/png', 'image/png'])
    expect(both.map(({ content }) => content.length)).toEqual([
      second.bytes.length,
      first.bytes.length,
    ])
    const plain = await kim.call(retrieveFrames, {
      params: { ...place, frames: '2' },
      headers: { accept: 'application/octet-stream' },
    })
    const shown = await sharp(second.bytes).removeAlpha().raw().toBuffer()
    expect(shown.equals(plain.bytes)).toBe(true)
    expect((await ask('2', 'image/jpeg')).headers['content-type']).toBe('image/jpeg')
    expect((await ask('9', 'image/jpeg')).status).toBe(404)
    expect((await ask('1', 'text/plain')).status).toBe(406)
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
})
