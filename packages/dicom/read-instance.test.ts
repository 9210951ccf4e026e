import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import dicomParser from 'dicom-parser'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maximumElements } from './data-set.ts'
import { readFile } from './file.ts'
import { readInstance, type Instance } from './read-instance.ts'
import {
  buildFile,
  dataSetBytes,
  photograph,
  photographWith,
  support,
  type ElementSource,
} from './testing/build-file.ts'
import { mediaStorageDirectory } from './sop-class.ts'
import { dicomFiles } from './testing/test-files.ts'

function read(bytes: Uint8Array): Instance {
  const result = readInstance(bytes, support)
  if (!result.ok) throw new Error(result.fault.kind)
  return result.instance
}

const readWith = (...changes: readonly ElementSource[]): Instance =>
  read(buildFile(photographWith(...changes)))

function reasonOf(bytes: Uint8Array): string {
  const result = readInstance(bytes, support)
  return result.ok ? 'ok' : result.reason
}

describe('a photograph', () => {
  test.each(['explicit', 'implicit', 'big', 'deflated'] as const)('is read in %s', (layout) => {
    const instance = read(buildFile(photograph, layout))
    expect(instance).toMatchObject({
      sopInstanceUid: '1.2.3.4',
      studyInstanceUid: '1.2.3',
      patient: { id: 'P-77', name: { alphabetic: 'Hong^Gildong', phonetic: '홍^길동' } },
      studyDate: '2026-01-31',
      modality: 'OP',
      laterality: { code: 'R', isDerived: false },
      pixels: { rows: 2, columns: 4, bitsStored: 8, numberOfFrames: 1 },
    })
    expect(instance.meta).toMatchObject({
      '00080020': '20260131',
      '00100010': 'Hong^Gildong=洪^吉洞=홍^길동',
      '00280010': '2',
    })
    expect(instance.meta).not.toHaveProperty('7FE00010')
  })

  test.each(['explicit', 'implicit', 'big'] as const)(
    'is read without any header: %s',
    (layout) => {
      expect(read(dataSetBytes(photograph, layout)).patient.id).toBe('P-77')
    },
  )

  test('is read without preamble, and without the DICM mark', () => {
    const file = buildFile(photograph)
    expect(read(file.subarray(128)).patient.id).toBe('P-77')
    expect(read(file.subarray(132)).patient.id).toBe('P-77')
  })

  test('is read if its file announces the other encoding, or none', () => {
    const [implicit, explicit] = ['1.2.840.10008.1.2', '1.2.840.10008.1.2.1']
    expect(read(buildFile(photograph, 'implicit', explicit)).patient.id).toBe('P-77')
    expect(read(buildFile(photograph, 'explicit', implicit)).patient.id).toBe('P-77')
    expect(read(buildFile(photograph, 'explicit', '')).patient.id).toBe('P-77')
  })

  test('keeps private, binary and overlong values out of its meta data', () => {
    const { meta } = readWith(
      ['00091001', 'LO', 'private'],
      ['00204000', 'LT', 'x'.repeat(5000)],
      ['00282000', 'OB', [1, 2, 3]],
      ['00081030', 'LO', 'Fundus\0\u0007 photo'],
    )
    expect(meta).not.toHaveProperty('00091001')
    expect(meta).not.toHaveProperty('00282000')
    expect(meta['00204000']).toHaveLength(256)
    expect(meta['00081030']).toBe('Fundus photo')
  })
})

describe('the eye', () => {
  test.each<[string, ElementSource[], object | undefined]>([
    ['of Image Laterality', [['00200060', 'CS', 'L']], { code: 'R', isDerived: false }],
    [
      'of Laterality, where that is empty',
      [
        ['00200062', 'CS', ''],
        ['00200060', 'CS', 'L'],
      ],
      { code: 'L', isDerived: false },
    ],
    [
      'guessed from Patient Orientation',
      [
        ['00200062', 'CS', ''],
        ['00200020', 'CS', 'L'],
      ],
      { code: 'L', isDerived: true },
    ],
    [
      'unknown from a true orientation',
      [
        ['00200062', 'CS', ''],
        ['00200020', 'CS', 'L\\F'],
      ],
      undefined,
    ],
  ])('is that %s', (_, changes, expected) => {
    expect(readWith(...changes).laterality).toEqual(expected)
  })
})

test.each([
  ['20260131', '101530.25', '2026-01-31', '10:15:30.25'],
  ['2026.01.31', '1015', '2026-01-31', '10:15:00'],
  ['2026-01-31', '10:15:30', '2026-01-31', '10:15:30'],
  ['20260231', '2515', undefined, undefined],
  ['yesterday', 'noon', undefined, undefined],
])('study date %s and time %s', (date, time, expectedDate, expectedTime) => {
  const instance = readWith(['00080020', 'DA', date], ['00080030', 'TM', time])
  expect([instance.studyDate, instance.studyTime]).toEqual([expectedDate, expectedTime])
})

test('the time of acquisition is the stated one, or else its parts', () => {
  expect(readWith(['0008002A', 'DT', '20260131101530.5+0900']).acquiredAt).toEqual({
    day: '2026-01-31',
    time: '10:15:30.5',
    offset: '+09:00',
  })
  const parts = readWith(['00080022', 'DA', '20260131'], ['00080032', 'TM', '1015'])
  expect(parts.acquiredAt).toEqual({ day: '2026-01-31', time: '10:15:00', offset: null })
})

test('UIDs come from the data set, else from the header, and are absent if they are none', () => {
  const instance = readWith(['00080016', 'UI', ''], ['0020000D', 'UI', '../x'])
  expect(instance).toMatchObject({
    sopClassUid: '1.2.840.10008.5.1.4.1.1.77.1.5.1',
    sopInstanceUid: '1.2.3.4',
    studyInstanceUid: undefined,
  })
})

describe('a file is refused', () => {
  test.each<[string, Uint8Array, string]>([
    ['when empty', new Uint8Array(), 'not_dicom'],
    ['when it is something else', Buffer.from('%PDF-1.7 and so on'.repeat(50)), 'not_dicom'],
    ['when it is zeros', new Uint8Array(100_000), 'not_dicom'],
    [
      'without SOP class or header',
      dataSetBytes(photographWith(['00080016', 'UI', '']), 'explicit'),
      'not_dicom',
    ],
    [
      'as the directory of a medium',
      buildFile(photographWith(['00080016', 'UI', mediaStorageDirectory])),
      'directory',
    ],
    ['with no rows', buildFile(photographWith(['00280010', 'US', 0])), 'malformed'],
    ['when cut off in its header', buildFile(photograph).subarray(0, 330), 'truncated'],
    ['when nested too deep', Buffer.concat([buildFile([]), nested(65)]), 'too_complex'],
    [
      'when deflated to nonsense',
      buildFile(photograph, 'explicit', '1.2.840.10008.1.2.1.99'),
      'malformed',
    ],
  ])('%s', (_, bytes, reason) => {
    expect(reasonOf(bytes)).toBe(reason)
  })

  test('when it has too many elements', () => {
    const one = dataSetBytes([['00211000', 'LO', 'xx']], 'explicit')
    const many = Buffer.alloc(one.length * maximumElements, one)
    const [head, tail] = [photograph.slice(0, 9), photograph.slice(9)]
    const file = Buffer.concat([buildFile(head), many, dataSetBytes(tail, 'explicit')])
    expect(reasonOf(file)).toBe('too_complex')
  })

  test('but never with an exception, however it is cut or changed', () => {
    const file = buildFile(photograph)
    const change = fc.tuple(fc.nat(file.length - 1), fc.integer({ min: 0, max: 255 }))
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), fc.nat(file.length), (changes, length) => {
        const broken = Uint8Array.from(file.subarray(0, length))
        for (const [at, byte] of changes) if (at < length) broken[at] = byte
        expect(reasonOf(broken)).toMatch(/^[a-z_]+$/)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('beside dicom-parser', () => {
  const files = [...dicomFiles('syntaxes'), ...dicomFiles('pydicom')]

  test('the same elements have the same values', () => {
    const differing: string[] = []
    let compared = 0
    for (const path of files) {
      const bytes = readFileSync(path)
      const peer = valuesByPeer(bytes)
      if (peer === undefined) continue
      for (const { tag, value } of readFile(bytes, support.inflate).dataSet.elements.values()) {
        const theirs = peer.get(tag)
        if (theirs === undefined) continue
        compared++
        if (Buffer.compare(value, theirs) !== 0) differing.push(`${basename(path)} ${tag}`)
      }
    }
    expect(differing).toEqual([])
    expect(compared).toBeGreaterThan(3000)
  })
})

/** Values by tag, without sequences and encapsulated data; undefined if the peer gives up. */
function valuesByPeer(bytes: Uint8Array): Map<string, Uint8Array> | undefined {
  try {
    const { elements, byteArray } = dicomParser.parseDicom(bytes)
    const plain = Object.values(elements).filter(({ items, fragments }) => !items && !fragments)
    return new Map(
      plain.map(({ tag, dataOffset, length }) => [
        tag.slice(1).toUpperCase(),
        byteArray.subarray(dataOffset, dataOffset + length),
      ]),
    )
  } catch {
    return undefined
  }
}

/** The beginnings of nested sequences of undefined length, to the given depth. */
function nested(depth: number): Uint8Array {
  return Buffer.from('400030a753510000fffffffffeff00e0ffffffff'.repeat(depth), 'hex')
}
