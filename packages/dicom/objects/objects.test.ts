import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Attributes } from '../attributes.ts'
import { readFrame } from '../pixel-frame.ts'
import { readInstance, type Instance } from '../read-instance.ts'
import { support } from '../testing/build-file.ts'
import { dicomFiles } from '../testing/test-files.ts'
import { uidOfUuid } from '../uid.ts'
import { writeObject } from '../write-file.ts'
import { snomedCode, sopClasses, type ObjectContext, type ReferencedImage } from './common.ts'
import { encapsulatedPdf } from './encapsulated-pdf.ts'
import { measurementReport } from './measurement-report.ts'
import {
  fundusPhotograph,
  secondaryCapture,
  transferSyntaxFor,
  vlPhotograph,
  type Photograph,
  type PhotographPixels,
} from './photograph.ts'
import { rejectionNote } from './rejection-note.ts'
import { segmentation } from './segmentation.ts'

const uid = (number: number): string =>
  uidOfUuid(`00000000-0000-4000-8000-${String(number).padStart(12, '0')}`)
const context: ObjectContext = {
  sopInstanceUid: uid(1),
  patient: {
    name: 'Hong^Gildong=洪^吉洞=홍^길동',
    id: 'P-77',
    birthDate: '19600101',
    sex: 'M',
    age: '066Y',
  },
  study: { instanceUid: uid(2), date: '20260131', time: '101500', id: '1', accessionNumber: 'A1' },
  series: { instanceUid: uid(3), number: 1, description: 'AI 분석' },
  device: { manufacturer: 'Fovea', model: 'Fovea', serialNumber: '0', softwareVersion: '1.0.0' },
  created: { day: '2026-02-01', time: '09:00:00', offset: '+09:00' },
}
const unknown: ObjectContext = {
  ...context,
  patient: { name: '', id: '', birthDate: '', sex: '', age: '' },
  study: { instanceUid: uid(2), date: '', time: '', id: '', accessionNumber: '' },
}
const image: ReferencedImage = {
  sopClassUid: '1.2.840.10008.5.1.4.1.1.77.1.5.1',
  sopInstanceUid: uid(4),
  seriesInstanceUid: uid(5),
}

const [rows, columns] = [24, 30]
const plain = (samplesPerPixel: 1 | 3): PhotographPixels => {
  const count = rows * columns * samplesPerPixel
  const bytes = Uint8Array.from({ length: count }, (_, at) => (at * 7) % 256)
  return { rows, columns, samplesPerPixel, data: { form: 'plain', bytes }, wasLossy: false }
}
const photograph = (changes: Partial<Photograph> = {}): Photograph => ({
  pixels: plain(3),
  laterality: 'R',
  acquiredAt: { day: '2026-01-31', time: '10:15:00', offset: '+09:00' },
  hasBurnedInAnnotation: false,
  synchronizationFrameOfReferenceUid: uid(6),
  ...changes,
})
const disc = Uint8Array.from({ length: rows * columns }, (_, at) => (at % 7 === 0 ? 1 : 0))

const objects: Readonly<Record<string, Attributes>> = {
  'a photograph in colour': fundusPhotograph(context, photograph()),
  'a photograph in grey': fundusPhotograph(context, photograph({ pixels: plain(1) })),
  'a photograph of an unknown time and patient': fundusPhotograph(
    unknown,
    photograph({ acquiredAt: undefined }),
  ),
  'a photograph of an unknown eye': fundusPhotograph(
    context,
    photograph({ laterality: undefined }),
  ),
  'a photograph of any camera': vlPhotograph(context, photograph({ laterality: 'L' })),
  'a secondary capture': secondaryCapture(context, photograph()),
  'a report in PDF': encapsulatedPdf(context, {
    title: '분석 보고서',
    pdf: Buffer.from('%PDF-1.4\n%%EOF\n'),
  }),
  'a report of measurements': measurementReport(context, {
    image,
    language: 'ko',
    deviceObserverUid: uid(7),
    verification: { observer: 'kim==김의사', organisation: '안과의원' },
    groups: [
      {
        trackingIdentifier: 'Lesion 1',
        trackingUid: uid(8),
        finding: snomedCode('247155002', 'Retinal hemorrhage'),
        outline: [10, 10, 20, 10, 20, 20],
        measurements: [
          {
            concept: snomedCode('42798000', 'Area'),
            value: 50.5,
            unit: { value: '{pixels}', scheme: 'UCUM', meaning: 'pixels' },
          },
        ],
      },
      {
        trackingIdentifier: '망막혈관',
        trackingUid: uid(9),
        finding: undefined,
        outline: [],
        measurements: [
          {
            concept: { value: 'CRAE', scheme: '99FOVEA', meaning: 'CRAE' },
            value: 150.1234567890123,
            unit: { value: 'um', scheme: 'UCUM', meaning: 'um' },
          },
        ],
      },
    ],
  }),
  'a report that nobody has verified': measurementReport(context, {
    image,
    language: 'en',
    deviceObserverUid: uid(7),
    verification: null,
    groups: [],
  }),
  'a note that rejects objects': rejectionNote(context, {
    objects: [
      {
        sopClassUid: sopClasses.comprehensiveSr,
        sopInstanceUid: uid(20),
        seriesInstanceUid: uid(21),
      },
      {
        sopClassUid: sopClasses.encapsulatedPdf,
        sopInstanceUid: uid(22),
        seriesInstanceUid: uid(23),
      },
    ],
    observer: 'kim==김의사',
    description: '의료진이 반려하였습니다.',
  }),
  'segments of annotations': segmentation(context, {
    image,
    rows,
    columns,
    dimensionOrganizationUid: uid(10),
    segments: [
      {
        label: '출혈',
        category: snomedCode('49755003', 'Morphologically Altered Structure'),
        type: snomedCode('28998008', 'Retinal hemorrhage'),
        algorithm: { kind: 'MANUAL' },
        mask: disc,
      },
      {
        label: 'Optic disc',
        category: snomedCode('123037004', 'Anatomical Structure'),
        type: snomedCode('81016008', 'Optic disc'),
        algorithm: {
          kind: 'SEMIAUTOMATIC',
          used: [
            { name: 'extreme-points', version: '1.0.0' },
            { name: 'fovea-landmarks', version: '2' },
          ],
        },
        mask: disc.map((value) => 1 - value),
      },
    ],
  }),
}

function read(bytes: Uint8Array): Instance {
  const result = readInstance(bytes, support)
  if (!result.ok) throw new Error(result.fault.kind)
  return result.instance
}

test('written objects are read back unchanged', () => {
  const written = fundusPhotograph(context, photograph())
  expect(read(writeObject(written))).toMatchObject({
    modality: 'OP',
    laterality: { code: 'R', isDerived: false },
    patient: { id: 'P-77', name: { phonetic: '홍^길동' }, birthDate: '1960-01-01' },
    acquiredAt: { day: '2026-01-31', time: '10:15:00', offset: '+09:00' },
    studyInstanceUid: uid(2),
  })
})

test('the pixels of a photograph come back, and those of each segment', () => {
  const { data } = plain(3)
  expect(shown(fundusPhotograph(context, photograph()))).toEqual(data.bytes)
  const segments = objects['segments of annotations'] ?? {}
  expect(shown(segments, 1)).toEqual(disc.map((value) => 255 * (1 - value)))
})

function shown(attributes: Attributes, frame = 0): Uint8Array {
  const { pixels } = read(writeObject(attributes))
  const result = pixels && readFrame(pixels, frame)
  if (result?.ok !== true || result.form !== 'picture') throw new Error('It is shown.')
  return result.picture.data
}

const hasPeers = ['dciodvfy', 'dcmdump'].every(
  (tool) => spawnSync(tool, ['--version']).error === undefined,
)
if (!hasPeers) console.warn('SKIPPED: what is written is not validated (dciodvfy).')

describe.skipIf(!hasPeers)('dciodvfy and DCMTK report no error', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dicom-objects-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  /** Complaints of the peers about a file: errors, and warnings of the dump. */
  function complaints(bytes: Uint8Array): string[] {
    const path = join(folder, 'object.dcm')
    writeFileSync(path, bytes)
    const verified = spawnSync('dciodvfy', [path], { encoding: 'utf8' })
    const errors = `${verified.stdout}${verified.stderr}`
      .split('\n')
      .filter((line) => line.startsWith('Error'))
    const dumped = spawnSync('dcmdump', ['-q', path], { encoding: 'utf8', maxBuffer: 2 ** 26 })
    return dumped.status === 0 ? errors : [...errors, dumped.stderr]
  }

  test.each(Object.entries(objects))('%s', (_, attributes) => {
    expect(complaints(writeObject(attributes))).toEqual([])
  })

  const jpegFile = dicomFiles('syntaxes').find((path) => path.endsWith('000_jpeg.dcm'))
  test.skipIf(jpegFile === undefined)('a JPEG, which is wrapped bit for bit', () => {
    const source = read(readFileSync(jpegFile ?? ''))
    const [, bytes = new Uint8Array()] = source.pixels?.element.fragments ?? []
    const pixels: PhotographPixels = {
      rows: 1200,
      columns: 1600,
      samplesPerPixel: 3,
      data: { form: 'jpeg', bytes, isRgb: false },
      wasLossy: true,
    }
    const wrapped = writeObject(
      fundusPhotograph(context, photograph({ pixels })),
      transferSyntaxFor(pixels),
    )
    expect(complaints(wrapped)).toEqual([])
    const [, kept = new Uint8Array()] = read(wrapped).pixels?.element.fragments ?? []
    expect(Buffer.compare(kept, bytes)).toBe(0)
  })
})
