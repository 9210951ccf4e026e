import type { ClockTime } from '#clock/clock-time'
import { acquisitionOf, parseDate, parseTime } from '#clock/dicom-time'

import { decodeAscii, textDecoder, type DecodeText } from './character-set.ts'
import type { DataSet } from './data-set.ts'
import { listedFiles } from './directory.ts'
import { notDicom, readFile, type DicomFile, type Inflate } from './file.ts'
import type { DecodeBytes } from './korean.ts'
import { lateralityOf, type Laterality } from './laterality.ts'
import { parsePersonName, type PersonName } from './person-name.ts'
import { describePixels, type PixelData } from './pixel-data.ts'
import { orRefusal, RefusalError, type Refusal } from './refusal.ts'
import { mediaStorageDirectory } from './sop-class.ts'
import type { TransferSyntax } from './transfer-syntax.ts'
import { elementValues, hasSignedPixels, printableValue, type ElementValues } from './values.ts'

/** Platform functions that this package needs: zlib and character tables. */
export interface DicomSupport {
  readonly inflate: Inflate
  readonly decodeBytes: DecodeBytes
}

/**
 * One DICOM object. Dates are YYYY-MM-DD, times hh:mm:ss with any fraction; absent or invalid values are
 * undefined.
 */
export interface Instance {
  readonly transferSyntax: TransferSyntax
  /** From the data set, else from the file meta information. */
  readonly sopClassUid: string | undefined
  readonly sopInstanceUid: string | undefined
  readonly studyInstanceUid: string | undefined
  readonly seriesInstanceUid: string | undefined
  readonly patient: Patient
  readonly studyDate: string | undefined
  readonly studyTime: string | undefined
  /** By the device's clock. */
  readonly acquiredAt: ClockTime | undefined
  readonly accessionNumber: string | undefined
  readonly modality: string | undefined
  readonly manufacturer: string | undefined
  readonly manufacturerModel: string | undefined
  readonly laterality: Laterality | undefined
  /** Whether the picture may contain burnt-in names; undefined if the file does not say. */
  readonly hasBurnedInAnnotation: boolean | undefined
  /** Millimetres between the centres of pixels, down and across. */
  readonly pixelSpacing: readonly [row: number, column: number] | undefined
  /** Undefined for objects that are not images: reports, plans, waveforms. */
  readonly pixels: PixelData | undefined
  readonly meta: DicomMeta
}

interface Patient {
  readonly name: PersonName | undefined
  readonly id: string | undefined
  readonly sex: string | undefined
  /** In DICOM's form of ages: '066Y'. */
  readonly age: string | undefined
  readonly birthDate: string | undefined
}

/** Elements as text by tag, `{"00080020": "20260131"}`; no private, binary or nested ones. */
type DicomMeta = Readonly<Record<string, string>>

export type ReadResult = { readonly ok: true; readonly instance: Instance } | Refusal

const longestMetaValue = 256
const mostMetaValues = 500

/**
 * Reads a DICOM file in any uncompressed, deflated or encapsulated transfer syntax, with or without preamble
 * and file meta information. The pixels stay undecoded; see `firstFrame`.
 * Never throws: files that are not DICOM, truncated, damaged, or beyond the limits on nesting, elements and
 * inflation are returned as a refusal.
 */
export function readInstance(bytes: Uint8Array, support: DicomSupport): ReadResult {
  return orRefusal(() => {
    const file = readFile(bytes, support.inflate)
    refuseOther(file)
    const instance = instanceOf(file, support.decodeBytes)
    const { fault } = file.dataSet
    // A file that breaks off after the pixels have begun may still show them.
    if (fault !== undefined && instance.pixels === undefined) throw fault
    return { ok: true, instance }
  })
}

/** Throws a RefusalError if it is not DICOM, is a DICOMDIR, or has invalid rows. */
function refuseOther(file: DicomFile): void {
  const { dataSet, meta } = file
  const values = elementValues(dataSet, decodeAscii)
  const sopClass = uidIn(values, '00080016') ?? uidIn(elementValues(meta, decodeAscii), '00020002')
  const hasPixels = dataSet.elements.has('7FE00010')
  if (sopClass === undefined && !(file.hasMark && hasPixels)) throw notDicom()
  if (sopClass === mediaStorageDirectory) {
    throw new RefusalError({ kind: 'directory', count: listedFiles(dataSet).length })
  }
  if (!hasSaneRows(dataSet, values)) {
    throw dataSet.fault ?? new RefusalError({ kind: 'no_size' })
  }
}

function instanceOf(file: DicomFile, decodeBytes: DecodeBytes): Instance {
  const characterSets = elementValues(file.dataSet, decodeAscii).texts('00080005')
  const decode = textDecoder(characterSets, decodeBytes)
  const values = elementValues(file.dataSet, decode)
  const { text } = values
  const meta = elementValues(file.meta, decodeAscii)
  return {
    transferSyntax: file.transferSyntax,
    sopClassUid: uidIn(values, '00080016') ?? uidIn(meta, '00020002'),
    sopInstanceUid: uidIn(values, '00080018') ?? uidIn(meta, '00020003'),
    studyInstanceUid: uidIn(values, '0020000D'),
    seriesInstanceUid: uidIn(values, '0020000E'),
    patient: {
      name: parsePersonName(text('00100010') ?? ''),
      id: text('00100020'),
      sex: text('00100040'),
      age: text('00101010'),
      birthDate: parseDate(text('00100030')),
    },
    studyDate: parseDate(text('00080020')),
    studyTime: parseTime(text('00080030')),
    acquiredAt: acquisitionOf(text),
    accessionNumber: text('00080050'),
    modality: text('00080060'),
    manufacturer: text('00080070'),
    manufacturerModel: text('00081090'),
    laterality: lateralityOf(text),
    hasBurnedInAnnotation: yesOrNo(text('00280301')),
    pixelSpacing: spacingOf(values),
    pixels: describePixels(file.dataSet, values, file.transferSyntax),
    meta: { ...metaOf(file.meta, decodeAscii), ...metaOf(file.dataSet, decode) },
  }
}

function uidIn({ text }: ElementValues, tag: string): string | undefined {
  const uid = text(tag)
  return uid !== undefined && /^[0-9.]{1,64}$/.test(uid) ? uid : undefined
}

function hasSaneRows(dataSet: DataSet, values: ElementValues): boolean {
  return ['00280010', '00280011'].every((tag) => {
    const [side = NaN] = values.numbers(tag)
    return !dataSet.elements.has(tag) || (Number.isInteger(side) && side >= 1 && side <= 65_535)
  })
}

function yesOrNo(text: string | undefined): boolean | undefined {
  if (text === 'YES') return true
  return text === 'NO' ? false : undefined
}

function spacingOf(values: ElementValues): readonly [number, number] | undefined {
  const [row = NaN, column = NaN] = values.numbers('00280030')
  return row > 0 && column > 0 && row + column < Infinity ? [row, column] : undefined
}

function metaOf(dataSet: DataSet, decode: DecodeText): Record<string, string> {
  const meta: Record<string, string> = {}
  const how = { isLittleEndian: dataSet.isLittleEndian, isSigned: hasSignedPixels(dataSet) }
  for (const element of [...dataSet.elements.values()].slice(0, mostMetaValues)) {
    const isPrivate = Number.parseInt(element.tag.slice(0, 4), 16) % 2 === 1
    if (isPrivate || element.isCut) continue
    const value = printableValue(element, how, decode)
    if (value !== undefined) meta[element.tag] = value.slice(0, longestMetaValue)
  }
  return meta
}
