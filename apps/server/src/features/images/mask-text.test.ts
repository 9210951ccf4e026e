import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'

import { getImage, getKeptField, uploadImage } from '#contract/images'
import { readInstance, type Instance } from '#dicom/read-instance'
import { buildFile, photographWith, support } from '#dicom/testing/build-file'
import { drawFundus } from '#retina/testing/drawn-fundus'

import { decodeDicom } from '../../platform/images/dicom-pixels.ts'
import { pngOf } from '../../testing/given.ts'
import { startApp } from '../../testing/start-app.ts'
import { testFolder } from '../../testing/dicom-peers.ts'

const size = { width: 640, height: 600 }
const field = { x: 330, y: 300, radius: 255 }

/** A fundus with a patient's name in the corner of the picture. */
function photographWithText(): Sharp {
  const { x, y, radius } = field
  const { data } = drawFundus({ ...size, centre: [x, y], diameterPx: 2 * radius })
  const text = `<svg width="640" height="600"><text x="8" y="26" font-size="22" fill="#fff">Hong 42</text></svg>`
  return sharp(data, { raw: { ...size, channels: 3 } }).composite([{ input: Buffer.from(text) }])
}

const identified = [
  'PatientName=Hong^Gildong',
  'PatientID=P-77',
  'Laterality=R',
  'SeriesNumber=1',
  'InstanceNumber=1',
]

/** A JPEG as DCMTK wraps it in a DICOM file. */
async function byImg2dcm(jpeg: Uint8Array): Promise<Buffer> {
  const folder = await testFolder()
  const [source, target] = [path.join(folder, 'eye.jpg'), path.join(folder, 'eye.dcm')]
  await writeFile(source, jpeg)
  const keys = identified.flatMap((key) => ['-k', key])
  const made = spawnSync('img2dcm', ['-vlp', ...keys, source, target], { encoding: 'utf8' })
  if (made.status !== 0) throw new Error(made.stderr)
  return readFile(target)
}

async function withImage(name: string, content: Uint8Array) {
  const started = await startApp()
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim, { name: 'Clinic' })
  const files = [{ name, content }]
  const { body } = await kim.call(uploadImage, { query: { dataset_id: dataset.id }, files })
  const { id } = body.image
  const download = (query: object) =>
    kim.call(getImage, {
      params: { id },
      query: { asAttachment: 'true', asDicom: 'true', ...query },
    })
  const kept = async () => (await kim.call(getKeptField, { params: { id } })).body
  return { ...started, download, kept }
}

function facts(bytes: Uint8Array): Instance {
  const read = readInstance(bytes, support)
  if (!read.ok) throw new Error(read.reason)
  return read.instance
}

async function pictureOf(bytes: Uint8Array) {
  const decoded = await decodeDicom(bytes)
  if (!decoded.ok) throw new Error(decoded.reason)
  return decoded.pixels
}

type Picture = Awaited<ReturnType<typeof pictureOf>>

/** Number of samples that are not black outside of the field, and that have changed within it. */
function differences(before: Picture, after: Picture): { lit: number; changed: number } {
  let [lit, changed] = [0, 0]
  for (let at = 0; at < after.data.length; at++) {
    const pixel = Math.floor(at / after.channels)
    const [x, y] = [pixel % after.width, Math.floor(pixel / after.width)]
    const away = Math.hypot(x + 0.5 - field.x, y + 0.5 - field.y) / field.radius
    if (away > 1.06 && after.data[at] !== 0) lit++
    if (away < 1 && after.data[at] !== before.data[at]) changed++
  }
  return { lit, changed }
}

const deidentified = { deidentified: 'true' } as const
const hasPeers = ['img2dcm', 'dciodvfy'].every((each) => spawnSync(each).error === undefined)
if (!hasPeers) console.warn('SKIPPED: masked pictures are not validated (dciodvfy).')

async function errorsOf(bytes: Uint8Array): Promise<string[]> {
  const target = path.join(await testFolder(), 'masked.dcm')
  await writeFile(target, bytes)
  const { stdout, stderr } = spawnSync('dciodvfy', [target], { encoding: 'utf8' })
  return `${stdout}${stderr}`.split('\n').filter((line) => line.startsWith('Error'))
}

describe.skipIf(!hasPeers)('text in the corner of a DICOM photograph', () => {
  test('is black with the mask, the field is unchanged, and the file says so', async () => {
    const jpeg = await photographWithText().jpeg({ quality: 92 }).toBuffer()
    const source = await byImg2dcm(jpeg)
    const { download, db } = await withImage('eye.dcm', source)
    const { bytes, status } = await download({ ...deidentified, mask: 'true' })
    expect(status).toBe(200)
    const [before, after] = [await pictureOf(source), await pictureOf(bytes)]
    expect(differences(before, before).lit).toBeGreaterThan(1000)
    expect(differences(before, after)).toEqual({ lit: 0, changed: 0 })
    const { pixels, meta, sopInstanceUid } = facts(bytes)
    expect(pixels).toMatchObject({ photometricInterpretation: 'RGB', bitsAllocated: 8 })
    expect(meta).toMatchObject({
      '00020010': '1.2.840.10008.1.2.1',
      '00280301': 'NO',
      '00282110': '01',
      '00282114': 'ISO_10918_1',
      '00120063': expect.stringContaining('Outside of the field of view masked'),
    })
    expect(Buffer.from(bytes).includes('113101')).toBe(true)
    expect(sopInstanceUid).not.toBe(facts(source).sopInstanceUid)
    expect(await errorsOf(bytes)).toEqual([])
    const trail = await db.selectFrom('audit_event').select('detail').execute()
    expect(trail.map(({ detail }) => detail)).toContainEqual({
      download: 'DICOM, de-identified',
      mask: 'outside of the field of view',
    })
  })

  test('stays without it; file and audit trail state whether a person has looked', async () => {
    const jpeg = await photographWithText().jpeg().toBuffer()
    const source = await byImg2dcm(jpeg)
    const { download, db } = await withImage('eye.dcm', source)
    const unseen = facts((await download(deidentified)).bytes)
    expect(unseen.meta['00280301']).toBe(facts(source).meta['00280301'])
    expect(unseen.meta['00120063']).toContain('Text in the picture not removed')
    const { bytes } = await download({ ...deidentified, mask: 'false' })
    expect(differences(await pictureOf(source), await pictureOf(bytes)).changed).toBe(0)
    const { meta } = facts(bytes)
    expect(meta['00280301']).toBe('NO')
    expect(meta['00120063']).toContain('A person saw none')
    expect(Buffer.from(bytes).includes('113101')).toBe(false)
    const trail = await db.selectFrom('audit_event').select('detail').execute()
    const told = trail.map(({ detail }) => detail)
    expect(told).toContainEqual({ download: 'DICOM, de-identified' })
    expect(told).toContainEqual({ download: 'DICOM, de-identified', mask: 'none' })
  })

  test('is black in a grey photograph too, which stays grey', async () => {
    const grey = await photographWithText().toColourspace('b-w').jpeg().toBuffer()
    const source = await byImg2dcm(grey)
    const { download } = await withImage('eye.dcm', source)
    const { bytes } = await download({ ...deidentified, mask: 'true' })
    expect(differences(await pictureOf(source), await pictureOf(bytes))).toEqual({
      lit: 0,
      changed: 0,
    })
    expect(facts(bytes).pixels).toMatchObject({ photometricInterpretation: 'MONOCHROME2' })
    expect(await errorsOf(bytes)).toEqual([])
  })

  test.each(['jpeg', 'png'] as const)('is black in a wrapped %s', async (format) => {
    const content = await photographWithText().toFormat(format).toBuffer()
    const { download } = await withImage(`eye.${format}`, content)
    const { bytes } = await download({ ...deidentified, mask: 'true' })
    const before = await pictureOf((await download({})).bytes)
    expect(differences(before, await pictureOf(bytes))).toEqual({ lit: 0, changed: 0 })
    expect(facts(bytes).meta['00282110']).toBe(format === 'jpeg' ? '01' : '00')
    expect(await errorsOf(bytes)).toEqual([])
  })
})

test('the outline of the kept part runs around the field, with a small margin', async () => {
  const { kept } = await withImage('eye.png', await photographWithText().png().toBuffer())
  const { outline, obstacle, ...shown } = await kept()
  expect([obstacle, shown]).toEqual([null, size])
  const away = outline.map(([x, y]) => Math.hypot(x - field.x, y - field.y) / field.radius)
  expect(Math.min(...away)).toBeGreaterThan(1)
  expect(Math.max(...away)).toBeLessThan(1.06)
})

test('a picture without a field of view is not masked, which is reported', async () => {
  const { kept, download } = await withImage('eye.png', await pngOf(300, 300, 5))
  expect(await kept()).toMatchObject({ outline: [], obstacle: 'no_field' })
  const refused = await download({ ...deidentified, mask: 'true' })
  expect(refused).toMatchObject({ status: 422, body: { key: 'images.maskNoField' } })
  expect((await download({ ...deidentified, mask: 'false' })).status).toBe(200)
})

test('a file of several frames is not masked: only the first was looked at', async () => {
  const frames = photographWith(
    ['00280008', 'IS', '2'],
    ['7FE00010', 'OB', Array.from({ length: 16 }, () => 7)],
  )
  const { kept, download } = await withImage('eye.dcm', buildFile(frames))
  expect(await kept()).toMatchObject({ outline: [], obstacle: 'other_pixels' })
  const refused = await download({ ...deidentified, mask: 'true' })
  expect(refused).toMatchObject({ status: 422, body: { key: 'images.maskOtherPixels' } })
})

test('masking requires de-identification as DICOM', async () => {
  const { download } = await withImage('eye.png', await pngOf(300, 300, 5))
  for (const query of [{}, { deidentified: 'false' }, { asDicom: 'false', deidentified: 'true' }]) {
    const refused = await download({ ...query, mask: 'true' })
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(JSON.stringify(refused.body)).toContain('Only a de-identified download')
  }
})
