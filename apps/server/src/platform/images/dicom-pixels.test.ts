import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { displayName } from '#dicom/person-name'
import type { Picture } from '#dicom/render'
import { buildFile, encapsulated, photographWith } from '#dicom/testing/build-file'
import { dicomFiles } from '#dicom/testing/test-files'
import { decodeDicom, readDicom } from './dicom-pixels.ts'

const [syntaxes, pydicom, hostile] = [
  dicomFiles('syntaxes'),
  dicomFiles('pydicom'),
  dicomFiles('hostile'),
]
const all = [...syntaxes, ...pydicom, ...hostile]
const folder = mkdtempSync(join(tmpdir(), 'dicom-pixels-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Milliseconds: ten times the slowest on a busy machine. */
const hangs = 20_000

async function outcomeOf(path: string): Promise<string> {
  const decoded = await decodeDicom(readFileSync(path))
  return decoded.ok ? 'decoded' : decoded.reason
}

describe('a JPEG within a DICOM file', () => {
  const size = { width: 16, height: 8 }
  const red = { create: { ...size, channels: 3 as const, background: '#c03020' } }

  const fileOf = (jpeg: Uint8Array, photometric: string, samples: number): Uint8Array => {
    const head = photographWith(
      ['00280002', 'US', samples],
      ['00280004', 'CS', photometric],
      ['00280010', 'US', size.height],
      ['00280011', 'US', size.width],
    ).filter(([tag]) => tag !== '7FE00010')
    return Buffer.concat([
      buildFile(head, 'explicit', '1.2.840.10008.1.2.4.50'),
      encapsulated(jpeg.length % 2 === 0 ? jpeg : Buffer.concat([jpeg, Uint8Array.of(0)])),
    ])
  }

  test('gives its pixels in colour', async () => {
    const jpeg = await sharp(red).jpeg({ quality: 100 }).toBuffer()
    const decoded = await decodeDicom(fileOf(jpeg, 'YBR_FULL_422', 3))
    expect(decoded).toMatchObject({ ok: true, pixels: { ...size, channels: 3 } })
    const [r = 0, g = 0, b = 0] = decoded.ok ? decoded.pixels.data : []
    expect([Math.abs(r - 0xc0), Math.abs(g - 0x30), Math.abs(b - 0x20)].every((d) => d < 4)).toBe(
      true,
    )
  })

  test('in grey is inverted if the file says MONOCHROME1', async () => {
    const jpeg = await sharp(red).toColourspace('b-w').jpeg({ quality: 100 }).toBuffer()
    const plain = await decodeDicom(fileOf(jpeg, 'MONOCHROME2', 1))
    const inverted = await decodeDicom(fileOf(jpeg, 'MONOCHROME1', 1))
    expect(plain).toMatchObject({ ok: true, pixels: { channels: 1 } })
    if (!plain.ok || !inverted.ok) throw new Error('Both decode.')
    expect((plain.pixels.data[0] ?? 0) + (inverted.pixels.data[0] ?? 0)).toBe(255)
  })

  test('that is cut off is refused', async () => {
    const jpeg = await sharp(red).jpeg().toBuffer()
    const decoded = await decodeDicom(fileOf(jpeg.subarray(0, jpeg.length - 40), 'YBR_FULL_422', 3))
    expect(decoded).toMatchObject({ ok: false, reason: 'malformed' })
  })
})

describe('every file of the test data', () => {
  test('gives pixels or a refusal, and none hangs', { timeout: 60_000 }, async () => {
    const slow: string[] = []
    const refused = new Map<string, number>()
    for (const path of all) {
      const start = performance.now()
      const outcome = await outcomeOf(path)
      refused.set(outcome, (refused.get(outcome) ?? 0) + 1)
      if (performance.now() - start > hangs) slow.push(basename(path))
    }
    expect(slow).toEqual([])
    expect(refused.get('decoded')).toBeGreaterThan(105)
    expect(process.resourceUsage().maxRSS / 1024).toBeLessThan(1500)
  })

  test.each([
    ['000_jls.dcm', 'decoded'],
    ['000_j2k.dcm', 'decoded'],
    ['000_jpll.dcm', 'decoded'],
    ['JPGExtended.dcm', 'decoded'],
    ['49_j2k_garbage.dcm', 'malformed'],
    ['50_j2k_bomb.dcm', 'malformed'],
    ['51_jls_garbage.dcm', 'malformed'],
    ['01_trunc_half.dcm', 'truncated'],
    ['02_trunc_hdr.dcm', 'truncated'],
    ['04_trunc_jpeg.dcm', 'truncated'],
    ['10_png.dcm', 'not_dicom'],
    ['13_random.dcm', 'not_dicom'],
    ['16_dicm_random.dcm', 'not_dicom'],
    ['22_rows_65535.dcm', 'too_large'],
    ['23_frames_2e31.dcm', 'truncated'],
    ['26_nopixel.dcm', 'no_pixels'],
    ['32_sq_depth_100000_unclosed.dcm', 'too_complex'],
    ['40_deflate_bomb_1g.dcm', 'malformed'],
    ['42_jpeg_bomb.dcm', 'malformed'],
    ['48_rle_overflow.dcm', 'malformed'],
    ['25_rows0.dcm', 'malformed'],
    ['81_no_sop.dcm', 'decoded'],
    ['92_gray_in_rgb.dcm', 'malformed'],
    ['06_no_preamble.dcm', 'decoded'],
    ['67_out_of_order.dcm', 'decoded'],
    ['68_trailing_padding.dcm', 'decoded'],
    ['84_un_sq_undefined.dcm', 'decoded'],
    ['89_mf_multifrag_nobot.dcm', 'decoded'],
    ['rtplan.dcm', 'no_pixels'],
  ])('%s is %s', async (name, outcome) => {
    expect(await outcomeOf(pathOf(name))).toBe(outcome)
  })

  test.each([
    ['70_kr_2022.dcm', '홍길동'],
    ['71_kr_utf8.dcm', '홍길동'],
    ['72_kr_euckr_nocs.dcm', '홍길동'],
    ['73_kr_irir149.dcm', '홍길동'],
    ['74_kr_cp949_ext.dcm', '똠방각하'],
    ['75_kr_utf8_nocs.dcm', '홍길동'],
    ['77_kr_2022_noesc.dcm', '홍길동'],
    ['chrI2.dcm', '홍길동'],
    ['chrKoreanMulti.dcm', '김희중'],
    ['chrH32.dcm', 'ﾔﾏﾀﾞ ﾀﾛｳ'],
    ['chrArab.dcm', 'قباني لنزار'],
    ['chrRuss.dcm', 'Люкceмбypг'],
  ])('%s is of %s', (name, shown) => {
    const read = readDicom(readFileSync(pathOf(name)))
    const person = read.ok ? read.instance.patient.name : undefined
    expect(person && displayName(person, 'ko')).toBe(shown)
  })
})

const hasDcmtk = spawnSync('dcmj2pnm', ['--version']).status === 0
if (!hasDcmtk) console.warn('SKIPPED: nothing is compared with DCMTK (install dcmtk).')

describe.skipIf(!hasDcmtk)('files encoded by DCMTK', () => {
  const lossless = ['1', '2', '3', '4', '5', '6', '7'].map(
    (predictor) => ['dcmcjpeg', '+el', '+sv', predictor] as const,
  )

  test.each([
    ...['000_mono16.dcm', 'CT_small.dcm', 'MR_small.dcm'].flatMap((name) =>
      [...lossless, ['dcmcjpls', '+el'], ['dcmcrle'], ['gdcmconv', '--j2k']].map(
        (command) => [name, command] as const,
      ),
    ),
    ...[
      ['dcmcjpeg', '+el', '+sv', '6'],
      ['dcmcjpls', '+el', '+is'],
      ['dcmcjpls', '+el', '+in'],
    ].map((command) => ['000_rgb_le.dcm', command] as const),
  ])('without loss from %s is shown like the original: %j', async (name, command) => {
    const target = join(folder, 'encoded.dcm')
    const [tool = '', ...options] = command
    expect(spawnSync(tool, [...options, pathOf(name), target]).status).toBe(0)
    const [original, encoded] = await Promise.all(
      [pathOf(name), target].map((path) => decodeDicom(readFileSync(path))),
    )
    if (original?.ok !== true || encoded?.ok !== true) throw new Error('Both decode.')
    expect(greatestDifference(encoded.pixels, original.pixels)).toBe(0)
  })

  test.each([
    ['000_mono16.dcm', ['dcmcjpeg', '+ee', '+q', '90']],
    ['examples_overlay.dcm', ['dcmcjpeg', '+ee', '+q', '40']],
    ['000_mono16.dcm', ['dcmcjpls', '+en', '+md', '3']],
    ['000_rgb_le.dcm', ['dcmcjpls', '+en', '+md', '2']],
  ])('with loss from %s is shown like there: %j', async (name, [tool = '', ...options]) => {
    const target = join(folder, 'encoded.dcm')
    expect(spawnSync(tool, [...options, pathOf(name), target]).status).toBe(0)
    const bytes = readFileSync(target)
    const [read, decoded] = [readDicom(bytes), await decodeDicom(bytes)]
    if (!read.ok || !decoded.ok) throw new Error('It decodes.')
    const plain = plainByPeer(target, read.instance.transferSyntax.compression) ?? ''
    const peer = shownByDcmtk(plain, windowOption(read.instance.pixels))
    if (peer === undefined) throw new Error('The peer shows it.')
    // A few pixels lie between two shades and are rounded the other way.
    expect(greatestDifference(decoded.pixels, peer)).toBeLessThan(2)
  })
})

/** 48 x 32 pixels of (7 x + 3 y) modulo 251, by OpenJPH without loss. */
const highThroughput = [
  '/0//UQApQAAAAAAwAAAAIAAAAAAAAAAAAAAAMAAAACAAAAAAAAAAAAABBwEB/1AACAACAAAAAv9SAAwAAgABAAUEBE',
  'AB/1wAEyBIUFBQUFBQUFBQUFBQSEhI/2QAFwABT3BlbkpQSCBWZXIgMC4zMS4wLv+QAAoAAAAAAcUAAf+TwCZ76AAi',
  'NADAEsATQBKAlgEHdADw9gEBdAAEAYd0AMAVcAVEAVQxHgc8/QAQQHZWAFT6/QBTnnUAg4HUoP0QQLxVAMAWpAFqwB',
  'aIR0W1DNQFaKDLyRv4fKC9EDhCVwAR8Tmx1gHX8gWsQfuEpkeLADgCWQBF040uEQR55EUAuhYQvEJXAMAXVwBdTAF0',
  'ABAoaB0e3g+0YAyhGfBeA85Vg+5B3glPBADu4+BTkRaeuEexk1AwwR8yUQEdJme+TDeotEBGuN02TJKXpI8SiZn850',
  'ntWkVbJPZYO8HwKGCF/tPTAWAH0qBIIAb5yU5AGTEHzTsHL+DnwTSnFDwf0QkIAl0AwC76AXo8AunAeLmkR7vtQXpg',
  'ZXggPzSyfSA9d5v00JbRycfK9iA1dp/8+v9ynwuD08NwfT5Fh07Ax9ORdPH9Hp4LQuMBXQHee3pye9z7nM/z8fH6vO',
  'd6eHpye5738XwfAgBA8BF8BAIRAMD6d/wq9+69+1dSPuvfuvZcVg9DDGSkfhaeoG48UH90JG0zAnq+fD6+nu/T7+N5',
  'fj5fr+/T+9fwIRx+ED4DCECMea4QXjiBsQE2Af/Z',
].join('')

test('high-throughput JPEG 2000 is decoded', async () => {
  const [width, height] = [48, 32]
  const head = photographWith(['00280010', 'US', height], ['00280011', 'US', width])
  const file = Buffer.concat([
    buildFile(
      head.filter(([tag]) => tag !== '7FE00010'),
      'explicit',
      '1.2.840.10008.1.2.4.201',
    ),
    encapsulated(Buffer.from(highThroughput, 'base64')),
  ])
  const decoded = await decodeDicom(file)
  const expected = Uint8Array.from(
    { length: width * height },
    (_, at) => (7 * (at % width) + 3 * Math.floor(at / width)) % 251,
  )
  expect(decoded.ok ? decoded.pixels.data : decoded.reason).toEqual(expected)
})

test('mutated files give pixels or a refusal, and none hangs', async () => {
  const files = all.map((path) => readFileSync(path)).filter(({ length }) => length < 300_000)
  const random = randomNumbers(7)
  const slow: number[] = []
  for (let round = 0; round < 600; round++) {
    const bytes = Uint8Array.from(files[round % files.length] ?? [])
    const reach = round % 2 === 0 ? bytes.length : Math.min(bytes.length, 2500)
    for (let change = 0; change < 5; change++) bytes[random(reach)] = random(256)
    const start = performance.now()
    await decodeDicom(bytes)
    if (performance.now() - start > hangs) slow.push(round)
  }
  expect(slow).toEqual([])
})

describe.skipIf(!hasDcmtk)('beside DCMTK', () => {
  /** DCMTK converts YBR_FULL_422 to RGB with integers, and shows one bit at half brightness. */
  const allowed: Readonly<Record<string, number>> = {
    '000_ybr422.dcm': 2,
    'SC_ybr_full_422_uncompressed.dcm': 1,
    'liver_1frame.dcm': 127,
    'liver_expb_1frame.dcm': 127,
  }
  /** DCMTK ignores a JPEG's own statement of its colours, and splits 32-bit words. */
  const otherwise = new Set(['91_pi_rgb_but_ycc.dcm', 'rtdose_expb.dcm', 'rtdose_expb_1frame.dcm'])

  test('the same pixels are shown', { timeout: 120_000 }, async () => {
    const differences: Record<string, number> = {}
    let compared = 0
    for (const path of all.filter((file) => !otherwise.has(basename(file)))) {
      const bytes = readFileSync(path)
      const [read, decoded] = [readDicom(bytes), await decodeDicom(bytes)]
      if (!read.ok || !decoded.ok) continue
      const { pixels } = read.instance
      const plain = plainByPeer(path, pixels?.transferSyntax.compression)
      const peer = plain === undefined ? plain : shownByDcmtk(plain, windowOption(pixels))
      if (peer === undefined) continue
      compared++
      const difference = greatestDifference(decoded.pixels, peer)
      if (difference > 0) differences[basename(path)] = difference
    }
    expect(compared).toBeGreaterThan(85)
    expect(differences).toEqual(allowed)
  })
})

function pathOf(name: string): string {
  return all.find((path) => basename(path) === name) ?? name
}

/** DCMTK decodes JPEG-LS and JPEG 2000 with separate tools. */
function plainByPeer(path: string, compression: string | undefined): string | undefined {
  const tools = { 'jpeg-ls': ['dcmdjpls'], jpeg2000: ['gdcmconv', '--raw'] } as const
  if (compression !== 'jpeg-ls' && compression !== 'jpeg2000') return path
  const [tool, ...options] = tools[compression]
  const target = join(folder, 'plain.dcm')
  return spawnSync(tool, [...options, path, target]).status === 0 ? target : undefined
}

function windowOption(pixels: { window: unknown; bitsStored: number } | undefined): string[] {
  if (pixels?.window !== undefined) return ['+Wi', '1']
  return pixels !== undefined && pixels.bitsStored > 8 ? ['+Wm'] : []
}

/** The first frame without overlays; undefined if DCMTK cannot show it. */
function shownByDcmtk(path: string, window: readonly string[]): Picture | undefined {
  const target = join(folder, 'peer.pnm')
  const show = (options: readonly string[]): boolean =>
    spawnSync('dcmj2pnm', [...options, '-O', '+F', '1', path, target]).status === 0
  // The window option is an error for colour images.
  if (!show(window) && !show([])) return undefined
  const file = readFileSync(target)
  const header = /^P([56])\s+(?:#.*\n)?(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 200))
  if (header === null) return undefined
  return {
    width: Number(header[2]),
    height: Number(header[3]),
    channels: header[1] === '6' ? 3 : 1,
    data: file.subarray(header[0].length),
  }
}

function greatestDifference(ours: Picture, theirs: Picture): number {
  const { width, height, channels } = theirs
  if (ours.width !== width || ours.height !== height || ours.channels !== channels) return Infinity
  let greatest = 0
  for (const [at, value] of theirs.data.entries()) {
    greatest = Math.max(greatest, Math.abs(value - (ours.data[at] ?? 0)))
  }
  return greatest
}

/** Whole numbers below a limit, reproducible by seed. */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * limit)
  }
}
