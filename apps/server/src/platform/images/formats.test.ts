import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { crc32 } from 'node:zlib'

import openCodec from '@cornerstonejs/codec-openjpeg/wasmjs'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'

import { examplePhotograph, fixtureFile } from '../../testing/fixture-file.ts'
import { openDecoder } from './decoder.ts'
import { recogniseFormat, type ImageFormat } from './format.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'formats-'))
const decoder = openDecoder(1)
afterAll(async () => {
  await decoder[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const size = { width: 32, height: 16 }
const codec = await openCodec({ print: () => undefined, printErr: () => undefined })

async function kept(content: Uint8Array): Promise<{ source: string; format: ImageFormat }> {
  const source = path.join(folder, 'original')
  await writeFile(source, content)
  const format = recogniseFormat(content)
  if (format === undefined) throw new Error('The content is not known as an image.')
  return { source, format }
}

/** The picture as later steps get it: RGB, 8 bits. */
async function decoded(content: Uint8Array) {
  const original = await kept(content)
  const inspected = await decoder.decode({ kind: 'inspect', ...original })
  const target = path.join(folder, 'pixels')
  const pixels = await decoder.decode({ kind: 'pixels', ...original, target })
  expect(pixels).toEqual({ width: inspected.width, height: inspected.height })
  const data = await readFile(target)
  const at = (x: number, y: number) => [...data.subarray((y * pixels.width + x) * 3).subarray(0, 3)]
  return { ...pixels, data, at }
}

const isNear = (seen: readonly number[], expected: readonly number[], by: number) =>
  expect(
    Math.max(...seen.map((value, channel) => Math.abs(value - (expected[channel] ?? 0)))),
  ).toBeLessThanOrEqual(by)

const orange = { r: 200, g: 120, b: 40 }
const flat = sharp({ create: { ...size, channels: 3, background: orange } })

/** 24 bits a pixel, without compression. */
function bmpOf({ r, g, b }: typeof orange): Buffer {
  const header = Buffer.alloc(54)
  header.write('BM')
  header.writeUInt32LE(54, 10)
  header.writeUInt32LE(40, 14)
  header.writeInt32LE(size.width, 18)
  header.writeInt32LE(size.height, 22)
  header.writeUInt16LE(24, 28)
  return Buffer.concat([header, Buffer.alloc(size.width * size.height * 3, Buffer.from([b, g, r]))])
}

describe('of each format the colours are right:', () => {
  test.each([
    ['JPEG', () => flat.clone().jpeg({ quality: 100, chromaSubsampling: '4:4:4' })],
    ['PNG', () => flat.clone().png()],
    ['TIFF', () => flat.clone().tiff({ compression: 'lzw' })],
    ['BigTIFF', () => flat.clone().tiff({ bigtiff: true })],
    ['BMP', () => ({ toBuffer: () => Promise.resolve(bmpOf(orange)) })],
    ['WebP', () => flat.clone().webp({ lossless: true })],
    ['GIF', () => flat.clone().gif()],
  ])('%s', async (_name, made) => {
    const picture = await decoded(await made().toBuffer())
    expect(picture).toMatchObject(size)
    isNear(picture.at(5, 5), [200, 120, 40], 2)
  })

  test('GIF with several frames: the first', async () => {
    const frames = Buffer.concat([Buffer.alloc(32 * 16 * 3, 250), Buffer.alloc(32 * 16 * 3, 5)])
    const raw = { width: 32, height: 32, channels: 3, pageHeight: 16 } as const
    const picture = await decoded(
      await sharp(frames, { raw })
        .gif({ delay: [50, 50] })
        .toBuffer(),
    )
    expect(picture).toMatchObject(size)
    isNear(picture.at(3, 3), [250, 250, 250], 3)
  })

  test('JPEG in CMYK', async () => {
    const brown = sharp({
      create: { ...size, channels: 3, background: { r: 150, g: 120, b: 100 } },
    })
    const cmyk = await brown.toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer()
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk')
    isNear((await decoded(cmyk)).at(5, 5), [150, 120, 100], 12)
  })

  test('a colour profile is converted to sRGB', async () => {
    const wide = await sharp(Buffer.alloc(32 * 16 * 3).fill(Buffer.from([200, 120, 40])), {
      raw: { ...size, channels: 3 },
    })
      .withIccProfile('p3')
      .png()
      .toBuffer()
    const written = await sharp(wide, { ignoreIcc: true }).raw().toBuffer()
    expect([...written.subarray(0, 3)]).not.toEqual([200, 120, 40])
    isNear((await decoded(wide)).at(5, 5), [200, 120, 40], 2)
  })

  test('an EXIF orientation is applied once', async () => {
    const half = Buffer.alloc(32 * 16 * 3)
    for (let at = 0; at < half.length; at += 3) half[at] = (at / 3) % 32 < 16 ? 255 : 0
    const turned = await sharp(half, { raw: { ...size, channels: 3 } })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer()
    const picture = await decoded(turned)
    expect(picture).toMatchObject({ width: 16, height: 32 })
    isNear(picture.at(8, 2), [255, 0, 0], 4)
    isNear(picture.at(8, 29), [0, 0, 0], 4)
  })
})

const ramp = (most: number, channels: 1 | 3) =>
  Uint16Array.from({ length: 32 * 16 * channels }, (_, at) =>
    Math.round((((at / channels) | 0) % 32) * (most / 31) * (at % channels === 2 ? 0.5 : 1)),
  )

test.each([
  ['05_h.jpg', 1752, 1168],
  ['IDRiD_005.jpg', 2144, 1424],
])('real photographs are whole: %s', async (name, width, height) => {
  const file = examplePhotograph(name)
  expect(await decoded(await readFile(file))).toMatchObject({ width, height })
})

describe('samples of more than 8 bits', () => {
  test.each([
    ['TIFF of 12 bits in 16, colour', 4095, 3, 'tiff'],
    ['TIFF of 12 bits in 16, grey', 4095, 1, 'tiff'],
    ['TIFF of 16 bits', 65_535, 3, 'tiff'],
    ['PNG of 10 bits in 16', 1023, 3, 'png'],
  ] as const)('are shown from black to white: %s', async (_name, most, channels, as) => {
    const made = sharp(ramp(most, channels), { raw: { ...size, channels } }).toColourspace(
      channels === 1 ? 'grey16' : 'rgb16',
    )
    const content = await (
      as === 'tiff' ? made.tiff({ compression: 'lzw' }) : made.png()
    ).toBuffer()
    expect((await sharp(content).metadata()).depth).toBe('ushort')
    const picture = await decoded(content)
    isNear(picture.at(0, 4), [0, 0, 0], 1)
    isNear(picture.at(31, 4), channels === 1 ? [255, 255, 255] : [255, 255, 128], 2)
    isNear(picture.at(16, 4), channels === 1 ? [132, 132, 132] : [132, 132, 66], 2)
  })
})

function jpeg2000(samples: Uint8Array | Uint16Array, componentCount: number): Uint8Array {
  const encoder = new codec.J2KEncoder()
  const bitsPerSample = samples.BYTES_PER_ELEMENT * 8
  const frame = { ...size, bitsPerSample, componentCount, isSigned: false }
  encoder
    .getDecodedBuffer(frame)
    .set(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength))
  encoder.setQuality(true, 0)
  encoder.setDecompositions(2)
  encoder.encode()
  const bytes = Uint8Array.from(encoder.getEncodedBuffer())
  encoder.delete()
  return bytes
}

const box = (type: string, ...content: (Uint8Array | number[])[]) => {
  const inside = Buffer.concat(content.map((part) => Uint8Array.from(part)))
  const head = Buffer.alloc(8, type, 'latin1')
  head.writeUInt32BE(inside.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, inside])
}

/** The boxes that turn a codestream into a JP2 file (ISO/IEC 15444-1, annex I). */
function jp2(codestream: Uint8Array, colourSpace: number): Uint8Array {
  const header = box(
    'jp2h',
    box('ihdr', [0, 0, 0, 16, 0, 0, 0, 32, 0, 3, 7, 7, 0, 0]),
    box('colr', [1, 0, 0, 0, 0, 0, colourSpace]),
  )
  return Buffer.concat([
    box('jP  ', [0x0d, 0x0a, 0x87, 0x0a]),
    box('ftyp', Buffer.from('jp2 '), [0, 0, 0, 0], Buffer.from('jp2 ')),
    header,
    box('jp2c', codestream),
  ])
}

async function refusal(content: Uint8Array): Promise<unknown> {
  const original = await kept(content)
  return decoder.decode({ kind: 'inspect', ...original }).catch((error: unknown) => error)
}

describe('JPEG 2000', () => {
  const colours = new Uint8Array(32 * 16 * 3).fill(0).map((_, at) => [200, 120, 40][at % 3] ?? 0)

  test('as a bare codestream and as a JP2 file', async () => {
    const codestream = jpeg2000(colours, 3)
    for (const content of [codestream, jp2(codestream, 16)]) {
      const picture = await decoded(content)
      expect(picture).toMatchObject(size)
      expect(picture.at(31, 15)).toEqual([200, 120, 40])
    }
  })

  test('in YCC', async () => {
    const ycc = new Uint8Array(32 * 16 * 3).map((_, at) => [135, 75, 174][at % 3] ?? 0)
    const [red, green, blue] = (await decoded(jp2(jpeg2000(ycc, 3), 18))).at(1, 1)
    expect([red, green, blue].map((value = 0) => Math.round(value / 10))).toEqual([20, 12, 4])
  })

  test('of 12 bits in 16, grey', async () => {
    const grey = Uint16Array.from({ length: 32 * 16 }, (_, at) => (at % 32) * 132)
    const picture = await decoded(jpeg2000(grey, 1))
    expect([picture.at(0, 0), picture.at(31, 0)]).toEqual([
      [0, 0, 0],
      [255, 255, 255],
    ])
  })

  test('of a real scanner has the size that its DICOM file states', async () => {
    const file = fixtureFile('dicom/pydicom/JPEG2000.dcm')
    const dicom = await readFile(file)
    const start = dicom.indexOf(Buffer.from('ff4fff51', 'hex'))
    const end = dicom.indexOf(Buffer.from('ffd9', 'hex'), start)
    expect(
      await decoder.decode({ kind: 'inspect', ...(await kept(dicom.subarray(start, end + 2))) }),
    ).toEqual({ width: 256, height: 1024 })
  })

  test('of a few bytes that declare a hundred million pixels is refused by its header', async () => {
    const bomb = jpeg2000(colours, 3)
    const view = new DataView(bomb.buffer, bomb.byteOffset)
    for (const side of [8, 12, 24, 28]) view.setUint32(side, 9_900)
    expect(await refusal(bomb)).toMatchObject({
      reason: 'unusable',
      message: expect.stringContaining('more pixels than its bytes can hold') as unknown,
    })
  })

  test('that is cut off anywhere is refused', async () => {
    const noise = Uint8Array.from({ length: 32 * 16 * 3 }, (_, at) => (at * 7919) % 251)
    const whole = jp2(jpeg2000(noise, 3), 16)
    for (const share of [0.1, 0.3, 0.6, 0.9, 0.99]) {
      const cut = whole.subarray(0, Math.floor(whole.length * share))
      expect(await refusal(cut)).toMatchObject({ reason: 'unusable' })
    }
  })
})

test('an interlaced picture that is cut off is refused, and a complete one is not', async () => {
  const noise = { type: 'gaussian', mean: 120, sigma: 24 } as const
  const create = { width: 96, height: 80, channels: 3, background: '#000', noise } as const
  const whole = await sharp({ create }).png({ progressive: true }).toBuffer()
  const shown = await decoder.decode({ kind: 'inspect', ...(await kept(whole)) })
  expect(shown).toEqual({ width: 96, height: 80 })
  for (const share of [0.3, 0.6, 0.9]) {
    const cut = whole.subarray(0, Math.floor(whole.length * share))
    expect(await refusal(cut)).toMatchObject({ reason: 'unusable' })
  }
})

describe('a picture of more than 100 megapixels', () => {
  const create = { width: 12_000, height: 9000, channels: 3, background: '#a05030' } as const

  test('is accepted and seen if it can be read line by line, but no work takes all its pixels', async () => {
    const original = await kept(await sharp({ create }).png({ compressionLevel: 1 }).toBuffer())
    const { width, height } = create
    expect(await decoder.decode({ kind: 'inspect', ...original })).toEqual({ width, height })
    const target = path.join(folder, 'target')
    const render = { kind: 'render', frame: 0, target, as: 'webp', width: 250 } as const
    const seen = await decoder.decode({ ...render, ...original })
    expect(seen).toEqual({ width: 250, height: 188 })
    const work = decoder.decode({ kind: 'pixels', ...original, target })
    await expect(work).rejects.toMatchObject({
      reason: 'too_large',
      message: expect.stringContaining('at most 100 million pixels') as unknown,
    })
  })

  test('is refused above 400 megapixels, and if its format is decoded as a whole', async () => {
    const png = await sharp({ create: { ...create, width: 8, height: 8 } })
      .png()
      .toBuffer()
    png.writeUInt32BE(20_100, 16)
    png.writeUInt32BE(20_000, 20)
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
    expect(await refusal(png)).toMatchObject({ reason: 'too_large' })
    const bmp = bmpOf(orange)
    bmp.writeInt32LE(create.width, 18)
    bmp.writeInt32LE(create.height, 22)
    expect(await refusal(bmp)).toMatchObject({ reason: 'too_large' })
  })
})

describe('a file that would take all memory is refused by its header', () => {
  test('BMP', async () => {
    const bytes = Buffer.alloc(80)
    bytes.write('BM')
    bytes.writeUInt32LE(54, 10)
    bytes.writeUInt32LE(40, 14)
    bytes.writeInt32LE(2_000_000_000, 18)
    bytes.writeInt32LE(-2_000_000_000, 22)
    bytes.writeUInt16LE(24, 28)
    expect(await refusal(bytes)).toMatchObject({ reason: 'too_large' })
  })

  test('JPEG 2000', async () => {
    const codestream = Buffer.from(jpeg2000(new Uint8Array(32 * 16), 1))
    codestream.writeUInt32BE(0x7fffffff, 8)
    expect(await refusal(codestream)).toMatchObject({ reason: 'too_large' })
  })
})
