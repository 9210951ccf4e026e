import { decodeAscii, textDecoder, type DecodeText } from './character-set.ts'
import type { DataSet } from './data-set.ts'
import { notDicom, readFile, type DicomFile, type Inflate } from './file.ts'
import type { DecodeBytes } from './korean.ts'
import { lateralityOf, type Laterality } from './laterality.ts'
import { parseDate, parseDateTime, parseTime } from './date-time.ts'
import { parsePersonName, type PersonName } from './person-name.ts'
import { describePixels, type PixelData } from './pixel-data.ts'
import { orRefusal, type Refusal } from './refusal.ts'
import type { TransferSyntax } from './transfer-syntax.ts'
import { elementValues, printableValue, type ElementValues } from './values.ts'

/** What this package needs from outside, where it has neither zlib nor character tables. */
export interface DicomSupport {
  readonly inflate: Inflate
  readonly decodeBytes: DecodeBytes
}

/** One DICOM object. Dates are YYYY-MM-DD, times HH:MM:SS; what is absent or makes no sense is undefined. */
export interface Instance {
  readonly transferSyntax: TransferSyntax
  readonly sopClassUid: string
  readonly sopInstanceUid: string
  readonly studyInstanceUid: string
  readonly seriesInstanceUid: string | undefined
  readonly patient: Patient
  readonly studyDate: string | undefined
  readonly studyTime: string | undefined
  /** ISO 8601 in the local time of the device. */
  readonly acquiredAt: string | undefined
  readonly accessionNumber: string | undefined
  readonly modality: string | undefined
  readonly manufacturer: string | undefined
  readonly manufacturerModel: string | undefined
  readonly laterality: Laterality | undefined
  /** Whether names may be written into the picture; undefined where the file does not say. */
  readonly hasBurnedInAnnotation: boolean | undefined
  /** Millimetres between the centres of pixels, down and across. */
  readonly pixelSpacing: readonly [row: number, column: number] | undefined
  /** Undefined for objects that are no images: reports, plans, waveforms. */
  readonly pixels: PixelData | undefined
  readonly meta: DicomMeta
}

export interface Patient {
  readonly name: PersonName | undefined
  readonly id: string | undefined
  readonly sex: string | undefined
  /** As DICOM writes ages: '066Y'. */
  readonly age: string | undefined
  readonly birthDate: string | undefined
}

/** Elements as text by tag, `{"00080020": "20260131"}`; no private, binary or nested ones. */
export type DicomMeta = Readonly<Record<string, string>>

export type ReadResult = { readonly ok: true; readonly instance: Instance } | Refusal

const longestMetaValue = 256
const mostMetaValues = 500

/**
 * Reads a DICOM file in any uncompressed, deflated or encapsulated transfer syntax, with or without
 * preamble and file meta information. The pixels stay undecoded: `firstFrame` does that.
 *
 * Never throws: what is no DICOM, is cut off, damaged, or beyond the limits on nesting, elements
 * and inflation comes back as a refusal.
 */
export function readInstance(bytes: Uint8Array, support: DicomSupport): ReadResult {
  return orRefusal(() => {
    const file = readFile(bytes, support.inflate)
    const { fault } = file.dataSet
    const instance = instanceOf(file, support.decodeBytes)
    if (instance === undefined) {
      const isDicom = isUid(elementValues(file.meta, decodeAscii).text('00020002'))
      throw (isDicom ? fault : undefined) ?? notDicom()
    }
    // A file that breaks off after the pixels have begun may still show them.
    if (fault !== undefined && instance.pixels === undefined) throw fault
    return { ok: true, instance }
  })
}

/** Undefined where the SOP class, the UIDs or the rows make no sense: then it is no DICOM. */
function instanceOf(file: DicomFile, decodeBytes: DecodeBytes): Instance | undefined {
  const characterSets = elementValues(file.dataSet, decodeAscii).texts('00080005')
  const decode = textDecoder(characterSets, decodeBytes)
  const values = elementValues(file.dataSet, decode)
  const { text } = values
  const [sopClassUid, sopInstanceUid] = [text('00080016'), text('00080018')]
  const [studyInstanceUid, seriesInstanceUid] = [text('0020000D'), text('0020000E')]
  if (!isUid(sopClassUid) || !isUid(sopInstanceUid) || !isUid(studyInstanceUid)) return undefined
  if (!hasSaneRows(file.dataSet, values)) return undefined
  return {
    transferSyntax: file.transferSyntax,
    sopClassUid,
    sopInstanceUid,
    studyInstanceUid,
    seriesInstanceUid: isUid(seriesInstanceUid) ? seriesInstanceUid : undefined,
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

function isUid(text: string | undefined): text is string {
  return text !== undefined && /^[0-9.]{1,64}$/.test(text)
}

function hasSaneRows(dataSet: DataSet, values: ElementValues): boolean {
  return ['00280010', '00280011'].every((tag) => {
    const [side = NaN] = values.numbers(tag)
    return !dataSet.elements.has(tag) || (Number.isInteger(side) && side >= 1 && side <= 65_535)
  })
}

function acquisitionOf(text: ElementValues['text']): string | undefined {
  const stated = parseDateTime(text('0008002A'))
  if (stated !== undefined) return stated
  // Acquisition Date and Time, then Content Date and Time.
  for (const [date, time] of [
    ['00080022', '00080032'],
    ['00080023', '00080033'],
  ] as const) {
    const day = parseDate(text(date))
    if (day !== undefined) return `${day}T${parseTime(text(time)) ?? '00:00:00'}`
  }
  return undefined
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
  for (const element of [...dataSet.elements.values()].slice(0, mostMetaValues)) {
    const isPrivate = Number.parseInt(element.tag.slice(0, 4), 16) % 2 === 1
    if (isPrivate || element.isCut) continue
    const value = printableValue(element, dataSet.isLittleEndian, decode)
    if (value !== undefined) meta[element.tag] = value.slice(0, longestMetaValue)
  }
  return meta
}
