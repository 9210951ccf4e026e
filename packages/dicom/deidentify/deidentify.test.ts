import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { dictionary } from '../dictionary/dictionary.ts'
import { readFrame } from '../pixel-frame.ts'
import { readInstance, type Instance } from '../read-instance.ts'
import {
  buildFile,
  dataSetBytes,
  encapsulated,
  photograph,
  photographWith,
  support,
  type ElementSource,
} from '../testing/build-file.ts'
import { dicomFiles } from '../testing/test-files.ts'
import { writeElements, type ElementSource as Written } from '../write-elements.ts'
import { deidentify } from './deidentify.ts'
import { rules } from './rules.ts'

const hash = (text: string): Uint8Array => createHmac('sha256', 'a secret').update(text).digest()

function anonymous(bytes: Uint8Array): Uint8Array {
  const result = deidentify(bytes, support, hash)
  if (!result.ok) throw new Error(result.fault.kind)
  return result.bytes
}

function read(bytes: Uint8Array): Instance {
  const result = readInstance(bytes, support)
  if (!result.ok) throw new Error(result.fault.kind)
  return result.instance
}

/** For each representation a value that cannot occur by chance. */
const canaries = {
  text: 'CANARY',
  day: '19770717',
  time: '071717',
  uid: '1.2.826.0.77.77.77',
  number: 7_717_717,
}

function canaryFor(vr: string): string | Uint8Array {
  if (['DA', 'DT'].includes(vr)) return canaries.day
  if (vr === 'TM') return canaries.time
  if (vr === 'UI') return canaries.uid
  if (['IS', 'DS'].includes(vr)) return `x${canaries.number}`
  if (vr === 'AS') return '077Y'
  return ['US', 'UL', 'FL', 'FD', 'AT', 'OB', 'OW', 'UN'].includes(vr)
    ? Buffer.from('CANARY__')
    : canaries.text
}

const sequences = Object.entries(dictionary).filter(([, entry]) => entry.endsWith('SQ'))
/** Elements that control how a picture is drawn: they hold only numbers. */
const isNumeric = (keyword: string): boolean =>
  ['keep numbers', 'keep table'].includes(
    Object.entries(rules).find(([each]) => each === keyword)?.[1].action ?? '',
  )

/** Whether items of the sequence may stay. */
const isOpened = (entry: string): boolean =>
  Object.keys(rules).some((keyword) => dictionary[keyword as keyof typeof dictionary] === entry)

/** Every attribute that is known, one unknown of each group, and private ones, with a canary. */
function canaryElements(depth: number): Written[] {
  const known = Object.entries(dictionary)
    .filter(([keyword, entry]) => !entry.endsWith('SQ') && !isNumeric(keyword))
    .map(([, entry]) => entry.split(' '))
    .map(([tag = '', vr = '']) => ({ tag, vr, value: canaryFor(vr) }))
  const groups = new Set(Object.values(dictionary).map((entry) => entry.slice(0, 4)))
  const unknown = [...groups].map((group) => ({ tag: `${group}7F7E`, vr: 'LO', value: 'CANARY' }))
  const odd = ['00090010', '00091001', '00291010', '60000022', '60001500', '50003000']
  const others = odd.map((tag) => ({ tag, vr: 'LO', value: 'CANARY' }))
  const nested = sequences.map(([, entry]) => ({
    tag: entry.slice(0, 8),
    vr: 'SQ',
    value: depth === 0 ? [] : [canaryElements(isOpened(entry) ? depth - 1 : 0)],
  }))
  return [...known, ...unknown, ...others, ...nested].filter(
    ({ tag }) => !tag.startsWith('0000') && !tag.startsWith('0002') && tag !== '7FE00010',
  )
}

function leaks(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString('latin1')
  return Object.values(canaries)
    .map(String)
    .filter((canary) => text.includes(canary))
}

test('of a file with a canary in every attribute none remains, at any depth', () => {
  const own = new Set(['00080016', '00080018', '0020000D', '00280004'])
  const source = canaryElements(2).filter(({ tag }) => !own.has(tag))
  const head = photograph.filter(([tag]) => own.has(tag) || tag.startsWith('0028'))
  const sourceTags = new Set(source.map(({ tag }) => tag))
  const file = Buffer.concat([
    buildFile([]),
    writeElements([
      ...source,
      ...head
        .filter(([tag]) => !sourceTags.has(tag))
        .map(([tag, vr, value]) => ({
          tag,
          vr,
          value: typeof value === 'number' ? Uint8Array.of(value, 0) : String(value),
        })),
      { tag: '7FE00010', vr: 'OB', value: Buffer.from('12345678CANARY') },
    ]),
  ])
  expect(leaks(file)).toEqual(expect.arrayContaining(['CANARY', canaries.day, canaries.uid]))
  const result = anonymous(file)
  expect(leaks(result)).toEqual([])
  expect(result.includes(0x43)).toBe(true)
  expect(read(result).pixels?.element.value).toEqual(Uint8Array.from(Buffer.from('12345678')))
})

test('only attributes that the picture needs are kept, and it says that it is de-identified', () => {
  const { meta, ...rest } = read(anonymous(buildFile(photograph)))
  expect(rest).toMatchObject({
    modality: 'OP',
    laterality: { code: 'R' },
    patient: { sex: undefined, birthDate: undefined, age: undefined },
  })
  expect(meta).toMatchObject({ '00120062': 'YES', '00280303': 'MODIFIED' })
  expect(meta['00100010']).toMatch(/^ANON-[0-9A-F]{12}$/)
  expect(meta['00100020']).toBe(meta['00100010'])
})

test('the same patient, study and object are the same again; under another secret they are not', () => {
  const first = read(anonymous(buildFile(photograph)))
  const again = read(anonymous(buildFile(photographWith(['00080018', 'UI', '1.2.3.5']))))
  expect(again.studyInstanceUid).toBe(first.studyInstanceUid)
  expect(again.patient.id).toBe(first.patient.id)
  expect(again.sopInstanceUid).not.toBe(first.sopInstanceUid)
  expect(first.studyInstanceUid).toMatch(/^2\.25\.\d{1,39}$/)
  const other = deidentify(buildFile(photograph), support, (text) => hash(`other ${text}`))
  expect(other.ok && read(other.bytes).studyInstanceUid).not.toBe(first.studyInstanceUid)
})

test('all dates of a patient are earlier by the same days', () => {
  const dates: ElementSource[] = [
    ['00080020', 'DA', '20260131'],
    ['00080021', 'DA', '20260203'],
    ['0008002A', 'DT', '20260131101530.5+0900'],
  ]
  const { meta } = read(anonymous(buildFile(photographWith(...dates))))
  const day = (tag: string): number =>
    Date.parse((meta[tag] ?? '').replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')) / 86_400_000
  expect(day('00080021') - day('00080020')).toBe(3)
  expect(meta['0008002A']).toBe(meta['00080020'])
  expect(meta['00080020']).not.toBe('20260131')
})

test.each([
  [
    'a JPEG',
    '1.2.840.10008.1.2.4.50',
    [0xff, 0xd8, 0xff, 0xe1, 0, 8, ...Buffer.from('CANARY'), 0xff, 0xfe, 0, 8],
    [...Buffer.from('CANARY'), 0xff, 0xda, 0, 2, 1, 2, 0xff, 0xd9],
  ],
  [
    'a JPEG 2000 codestream',
    '1.2.840.10008.1.2.4.90',
    [0xff, 0x4f, 0xff, 0x64, 0, 8],
    [...Buffer.from('CANARY'), 0xff, 0x90, 0, 2, 1, 2],
  ],
])('the comments within %s are gone', (_, syntax, begin, end) => {
  const head = photographWith(['00280002', 'US', 1]).filter(([tag]) => tag !== '7FE00010')
  const codestream = Uint8Array.from([...begin, ...end])
  const file = Buffer.concat([buildFile(head, 'explicit', syntax), encapsulated(codestream)])
  const result = read(anonymous(file))
  expect(leaks(result.pixels?.element.value ?? new Uint8Array())).toEqual([])
  expect(result.pixels?.element.fragments?.[1]?.subarray(0, 4)).toHaveLength(4)
})

test.each([
  ['is no image', dataSetBytes(photograph.slice(0, 8), 'explicit'), 'no_pixels'],
  ['is cut off', buildFile(photograph).subarray(0, -4), 'truncated'],
  [
    'is in a compression that is not known',
    buildFile(photograph, 'explicit', '1.2.9'),
    'unsupported_transfer_syntax',
  ],
])('what %s is told about', (_, bytes, reason) => {
  const result = deidentify(bytes, support, hash)
  expect(result.ok ? 'ok' : result.reason).toBe(reason)
})

const files = [...dicomFiles('syntaxes'), ...dicomFiles('pydicom')]
const hasDcmtk = spawnSync('dcmdump', ['--version']).error === undefined
if (!hasDcmtk) console.warn('SKIPPED: DCMTK (dcmdump) does not read the files.')

describe('real files', () => {
  test('keep their pixels, and DCMTK reads them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'deidentify-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const wrong: string[] = []
    let compared = 0
    for (const path of files) {
      const bytes = readFileSync(path)
      if (bytes.length > 1_000_000) continue
      const result = deidentify(bytes, support, hash)
      if (!result.ok) continue
      compared++
      const [before, after] = [read(bytes), read(result.bytes)].map(
        ({ pixels }) => pixels && readFrame(pixels),
      )
      const picture = (frame: typeof before) =>
        frame?.ok === true && frame.form === 'picture' ? frame.picture.data : new Uint8Array()
      if (Buffer.compare(picture(before), picture(after)) !== 0) wrong.push(basename(path))
      const target = join(folder, 'file.dcm')
      writeFileSync(target, result.bytes)
      if (hasDcmtk && spawnSync('dcmdump', ['-q', target]).status !== 0) wrong.push(target)
    }
    expect(wrong).toEqual([])
    expect(compared).toBeGreaterThan(60)
  })
})
