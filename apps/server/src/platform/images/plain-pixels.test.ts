import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { storedFrame } from '#dicom/frames'
import type { PixelData } from '#dicom/pixel-data'
import { dicomFiles } from '#dicom/testing/test-files'
import type { PixelCompression } from '#dicom/transfer-syntax'

import { readDicom } from './dicom-pixels.ts'
import { plainPixels } from './plain-pixels.ts'

const files = [...dicomFiles('syntaxes'), ...dicomFiles('pydicom')]
const folder = mkdtempSync(join(tmpdir(), 'plain-pixels-'))
afterAll(() => rmSync(folder, { recursive: true }))

const peers: Partial<Record<PixelCompression, readonly [string, ...string[]]>> = {
  jpeg: ['dcmdjpeg'],
  rle: ['dcmdrle'],
  'jpeg-ls': ['dcmdjpls'],
  jpeg2000: ['gdcmconv', '--raw'],
}
const havePeers = Object.values(peers).every(([tool]) => existsSync(`/usr/bin/${tool}`))
if (!havePeers) console.warn('SKIPPED: no dcmtk and libgdcm-tools (apt-get install).')

describe.skipIf(!havePeers)('compressed files of the test data', () => {
  test(
    'become the same plain files that DCMTK and gdcm produce',
    { timeout: 300_000 },
    async () => {
      const refused: string[] = []
      const others: string[] = []
      let compared = 0
      for (const file of files) {
        const bytes = readFileSync(file)
        const compression = pixelsOf(bytes)?.transferSyntax.compression ?? 'none'
        const [tool, ...options] = peers[compression] ?? []
        if (tool === undefined) continue
        const plain = await plainPixels(bytes, 'file')
        if (!plain.ok) {
          refused.push(`${basename(file)}: ${plain.reason}`)
          continue
        }
        const target = join(folder, 'peer.dcm')
        expect(spawnSync(tool, [...options, file, target]).status).toBe(0)
        const [ours, theirs] = [Buffer.concat(plain.parts), readFileSync(target)]
        if (!isSame(pixelsOf(ours), pixelsOf(theirs))) others.push(basename(file))
        expect([basename(file), warningsOn(ours)]).toEqual([basename(file), ''])
        compared++
      }
      expect(compared).toBeGreaterThan(35)
      expect(refused).toEqual([
        'JPEG2000-embedded-sequence-delimiter.dcm: malformed',
        // Its data set is implicit little endian, which a compressed object's must not be.
        'SC_rgb_jpeg.dcm: unsupported_transfer_syntax',
      ])
      // Negative numbers fill all 16 bits here; gdcm leaves the three bits above the 13 empty.
      expect(others).toEqual(['J2K_pixelrep_mismatch.dcm'])
    },
  )

  test('keep everything else, and state the loss that the transfer syntax stated', async () => {
    const file = join(folder, 'untold.dcm')
    writeFileSync(file, readFileSync(pathOf('000_jpeg.dcm')))
    for (const tag of ['(0028,2110)', '(0028,2112)', '(0028,2114)']) {
      spawnSync('dcmodify', ['-nb', '-e', tag, file])
    }
    const [source, plain] = [dumpOf(file), await plainPixels(readFileSync(file), 'file')]
    if (!plain.ok) throw new Error(plain.reason)
    writeFileSync(join(folder, 'plain.dcm'), Buffer.concat(plain.parts))
    const made = dumpOf(join(folder, 'plain.dcm'))
    expect(onlyIn(source, made)).toEqual(['(0028,0004) CS [YBR_FULL_422]'])
    expect(onlyIn(made, source)).toEqual([
      '(0028,0004) CS [RGB]',
      '(0028,2110) CS [01]',
      expect.stringMatching(/^\(0028,2112\) DS \[\d+\.\d\d\]$/),
      '(0028,2114) CS [ISO_10918_1]',
    ])
  })
})

test('a file with plain pixels stays as it is', async () => {
  const bytes = readFileSync(pathOf('000_rgb_le.dcm'))
  expect(await plainPixels(bytes, 'file')).toEqual({ ok: true, parts: [bytes] })
})

function pathOf(name: string): string {
  return files.find((file) => basename(file) === name) ?? name
}

function pixelsOf(bytes: Uint8Array): PixelData | undefined {
  const read = readDicom(bytes)
  return read.ok ? read.instance.pixels : undefined
}

function isSame(ours: PixelData | undefined, theirs: PixelData | undefined): boolean {
  if (ours === undefined || theirs === undefined) return false
  if (ours.photometricInterpretation !== theirs.photometricInterpretation) return false
  return Array.from({ length: ours.numberOfFrames }, (_, index) => index).every((index) =>
    Buffer.from(storedFrame(ours, index)).equals(storedFrame(theirs, index)),
  )
}

/** Faults that DCMTK finds in a file. */
function warningsOn(bytes: Uint8Array): string {
  const file = join(folder, 'ours.dcm')
  writeFileSync(file, bytes)
  const { status, stderr } = spawnSync('dcmdump', [file], { encoding: 'utf8' })
  return status === 0 ? stderr.replace(/^$|^W: .*DICOM file meta.*\n/gm, '') : stderr
}

/** The lines that are missing in the other dump. */
function onlyIn(lines: readonly string[], other: readonly string[]): string[] {
  return lines.filter((line) => !other.includes(line)).map((line) => line.slice(0, 30).trim())
}

/** The elements of a data set without its pixels. */
function dumpOf(file: string): readonly string[] {
  const { stdout } = spawnSync('dcmdump', ['-q', '+L', file], { encoding: 'utf8' })
  return stdout
    .split('\n')
    .filter((line) => /^\s*\(/.test(line) && !/^\s*\((0002|7fe0|fffe)/.test(line))
    .map((line) => line.replace(/ *# .*/, ''))
}
