import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { decimalText, elementsOf, type Attributes } from './attributes.ts'
import { readDataSet, readItems, type DataSet } from './data-set.ts'
import { readInstance } from './read-instance.ts'
import { support } from './testing/build-file.ts'
import { encodeUtf8 } from './utf8.ts'
import { elementValues, type ElementValues } from './values.ts'
import { fileHeader, writeCommandSet, writeDataSet, writeFile } from './write-file.ts'

const valuesOf = (dataSet: DataSet): ElementValues =>
  elementValues(dataSet, (bytes) => support.decodeBytes(bytes, 'utf-8'))

const photograph: Attributes = {
  SpecificCharacterSet: 'ISO_IR 192',
  SOPClassUID: '1.2.840.10008.5.1.4.1.1.77.1.5.1',
  SOPInstanceUID: '2.25.1',
  StudyInstanceUID: '2.25.2',
  PatientName: 'Hong^Gildong=洪^吉洞=홍^길동',
  PatientID: 'P-77',
  ImageType: ['ORIGINAL', 'PRIMARY', ''],
  FrameIncrementPointer: '00181063',
  FrameTime: 0,
  EmmetropicMagnification: [],
  HorizontalFieldOfView: 45.5,
  AnatomicRegionSequence: [
    {
      CodeValue: '5665001',
      CodingSchemeDesignator: 'SCT',
      CodeMeaning: 'Retina',
      EquivalentCodeSequence: [{ CodeValue: 'T-AA610' }, { CodeMeaning: '망막' }],
    },
  ],
  Rows: 2,
  Columns: 3,
  PixelSpacing: [0.1, 1 / 3],
  BitsAllocated: 8,
  SamplesPerPixel: 1,
  PhotometricInterpretation: 'MONOCHROME2',
  PixelData: Uint8Array.of(1, 2, 3, 4, 5),
}
const object = {
  sopClassUid: '1.2.840.10008.5.1.4.1.1.77.1.5.1',
  sopInstanceUid: '2.25.1',
  transferSyntaxUid: '1.2.840.10008.1.2.1',
}

test.each(['explicit-little', 'implicit-little'] as const)(
  'what is written is read again: %s',
  (encoding) => {
    const dataSet = readDataSet(writeDataSet(photograph, { encoding }), encoding)
    const values = valuesOf(dataSet)
    expect(dataSet.fault).toBe(undefined)
    expect(values.text('00100010')).toBe('Hong^Gildong=洪^吉洞=홍^길동')
    expect(values.texts('00080008')).toEqual(['ORIGINAL', 'PRIMARY', ''])
    expect(values.numbers('00280010')).toEqual([2])
    expect(values.numbers('0022000C')).toEqual([45.5])
    expect(values.texts('00280030')).toEqual(['0.1', '0.33333333333333'])
    expect(values.bytes('0022000A')).toHaveLength(0)
    expect(values.bytes('00280009')).toEqual(Uint8Array.of(0x18, 0, 0x63, 0x10))
    expect(values.bytes('7FE00010')).toEqual(Uint8Array.of(1, 2, 3, 4, 5, 0))

    const [region] = itemsOf(dataSet, '00082218')
    if (region === undefined) throw new Error('There is a region.')
    expect(valuesOf(region).text('00080104')).toBe('Retina')
    const codes = itemsOf(region, '00080121').map((item) => [...item.elements.keys()])
    expect(codes).toEqual([['00080100'], ['00080104']])
  },
)

test('elements are written in the order of their tags, in whatever order they are given', () => {
  const tags = [...readDataSet(writeDataSet(photograph), 'explicit-little').elements.keys()]
  expect(tags).toEqual(tags.toSorted())
})

test('a file is read again, compressed frames one by one', () => {
  const frames = [Uint8Array.of(0xff, 0xd8, 1), Uint8Array.of(0xff, 0xd8, 2, 3)]
  const file = writeFile(
    { ...object, transferSyntaxUid: '1.2.840.10008.1.2.4.50' },
    elementsOf({ ...photograph, NumberOfFrames: 2, PixelData: { frames } }),
  )
  const read = readInstance(file, support)
  if (!read.ok) throw new Error(read.fault.kind)
  expect(read.instance).toMatchObject({
    transferSyntax: { compression: 'jpeg' },
    patient: { name: { phonetic: '홍^길동' } },
    meta: { '00020002': object.sopClassUid, '00020003': '2.25.1' },
  })
  expect(read.instance.pixels?.element.fragments).toEqual([
    Uint8Array.of(0, 0, 0, 0, 12, 0, 0, 0),
    Uint8Array.of(0xff, 0xd8, 1, 0),
    Uint8Array.of(0xff, 0xd8, 2, 3),
  ])
})

test('a command set states its length and is read again', () => {
  const bytes = writeCommandSet({ CommandField: 0x30, MessageID: 7, CommandDataSetType: 0x0101 })
  const values = valuesOf(readDataSet(bytes, 'implicit-little', '0000'))
  expect(values.numbers('00000000')).toEqual([bytes.length - 12])
  expect([values.numbers('00000100'), values.numbers('00000110')]).toEqual([[0x30], [7]])
})

test('a value that is too long for its representation is kept as unknown', () => {
  const long = 'x'.repeat(70_000)
  const dataSet = readDataSet(writeDataSet({ ImageComments: long }), 'explicit-little')
  expect(dataSet.elements.get('00204000')).toMatchObject({ vr: 'UN' })
  expect(dataSet.elements.get('00204000')?.value).toHaveLength(70_000)
})

test('text is encoded as everybody else encodes it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(Buffer.from(encodeUtf8(text))).toEqual(Buffer.from(text))
    }),
  )
})

test('decimal strings have sixteen characters at most and lose little', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, min: -1e100, max: 1e100 }), (value) => {
      const text = decimalText(value)
      expect(text.length).toBeLessThanOrEqual(16)
      expect(Math.abs(Number(text) - value)).toBeLessThanOrEqual(Math.abs(value) * 1e-7 + 1e-300)
    }),
  )
})

const hasDcmtk = spawnSync('dcmdump', ['--version']).status === 0
if (!hasDcmtk) console.warn('SKIPPED: what is written is not read by DCMTK (dcmdump).')

describe.skipIf(!hasDcmtk)('beside DCMTK', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dicom-write-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each(['explicit-little', 'implicit-little'] as const)(
    'what is written is read without a word of complaint: %s',
    (encoding) => {
      const path = join(folder, encoding)
      const transferSyntaxUid = `1.2.840.10008.1.2${encoding === 'explicit-little' ? '.1' : ''}`
      const header = fileHeader({ ...object, transferSyntaxUid })
      writeFileSync(path, Buffer.concat([header, writeDataSet(photograph, { encoding })]))
      const { stdout, stderr, status } = spawnSync('dcmdump', ['+W', folder, path], {
        encoding: 'utf8',
      })
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      expect(stdout).toContain('[Hong^Gildong=洪^吉洞=홍^길동]')
      expect(stdout).toContain('(0028,0010) US 2 ')
      expect(stdout).toContain('(0022,000c) FL 45.5 ')
      expect(stdout).toContain('[망막]')
    },
  )
})

function itemsOf(dataSet: DataSet, tag: string): DataSet[] {
  const element = dataSet.elements.get(tag)
  return element === undefined ? [] : readItems(element, dataSet.encoding)
}
