import type { Attributes } from '../attributes.ts'
import { elementsOf } from '../attributes.ts'
import { decodeAscii } from '../character-set.ts'
import { checkPixels } from '../check-pixels.ts'
import { readItems, type DataSet } from '../data-set.ts'
import { dictionary, type Keyword } from '../dictionary/dictionary.ts'
import { readFile } from '../file.ts'
import { lossOf } from '../lossy.ts'
import { codeItem, dicomCode, sopClasses } from '../objects/common.ts'
import { readInstance, type DicomSupport, type Instance } from '../read-instance.ts'
import { orRefusal, RefusalError, type Refusal } from '../refusal.ts'
import type { Picture } from '../render.ts'
import { documentKindOf, noPicture } from '../sop-class.ts'
import { explicitLittleEndian } from '../transfer-syntax.ts'
import { elementValues, type ElementValues } from '../values.ts'
import { writeFile } from '../write-file.ts'
import { maskedPixels } from './masked-pixels.ts'
import { plainPixelData } from './pixel-data.ts'
import { movedDate, openPseudonyms, type HashText, type Pseudonyms } from './pseudonyms.ts'
import { knownCodes, rules, type Rule } from './rules.ts'

export type DeidentifyResult = { readonly ok: true; readonly bytes: Uint8Array } | Refusal

/** Confirms that a person has checked the picture for text, and that none remains. */
export interface LookedAt {
  /** Replacement for the pixels: the picture with possible text blacked out. */
  readonly masked: Picture | undefined
}

/** Frame Time and Frame Time Vector: attributes by which frames are counted. */
const framePointers = new Set(['00181063', '00181065'])

/**
 * De-identifies a DICOM image by the rules of the table: a new file with new UIDs, a pseudonym, and shifted
 * dates. Text burnt into the picture remains, unless a person has had it masked. The hash must be keyed by a
 * secret: anyone who knows it can find a patient's pseudonym. Never throws: input that is not a complete
 * DICOM image is returned as a refusal.
 */
export function deidentify(
  bytes: Uint8Array,
  support: DicomSupport,
  hash: HashText,
  lookedAt?: LookedAt,
): DeidentifyResult {
  const read = readInstance(bytes, support)
  if (!read.ok) return read
  return orRefusal(() => deidentified(bytes, read.instance, { support, hash, lookedAt }))
}

function deidentified(
  bytes: Uint8Array,
  instance: Instance,
  {
    support,
    hash,
    lookedAt,
  }: { support: DicomSupport; hash: HashText; lookedAt: LookedAt | undefined },
): DeidentifyResult {
  const { pixels, transferSyntax } = instance
  if (pixels === undefined || documentKindOf(instance.sopClassUid) !== undefined) {
    return noPicture(instance.sopClassUid)
  }
  checkPixels(pixels)
  if (transferSyntax.compression === 'other') {
    // Other content of such a codestream is unknown here.
    throw new RefusalError({ kind: 'syntax', name: transferSyntax.name })
  }
  const { dataSet } = readFile(bytes, support.inflate)
  const pseudonyms = openPseudonyms(hash, patientOf(instance))
  const masked = lookedAt?.masked
  const kept = cleaned(dataSet, pseudonyms)
  const isLossTold = [kept.LossyImageCompression].flat().includes('01')
  const uids = uidsOf(instance, (own) => pseudonyms.uid(own ?? decodeAscii(bytes)))
  const sopClassUid = instance.sopClassUid ?? sopClasses.secondaryCapture
  const attributes: Attributes = {
    ...kept,
    ...(instance.sopClassUid === undefined && { SOPClassUID: sopClassUid }),
    ...uids,
    ...statementsOf(lookedAt),
    ...(masked === undefined
      ? { PixelData: plainPixelData(pixels) }
      : { ...maskedPixels(masked), ...(!isLossTold && lossOf(pixels, masked.data.length)) }),
  }
  const isEncapsulated = masked === undefined && pixels.element.fragments !== undefined
  const object = {
    sopClassUid,
    sopInstanceUid: uids.SOPInstanceUID,
    transferSyntaxUid: isEncapsulated ? transferSyntax.uid : explicitLittleEndian,
  }
  return { ok: true, bytes: writeFile(object, elementsOf(attributes)) }
}

/** The copy's UIDs: pseudonyms of the file's own, or of its content if it has none. */
function uidsOf(instance: Instance, pseudonym: (own: string | undefined) => string) {
  return {
    SOPInstanceUID: pseudonym(instance.sopInstanceUid),
    StudyInstanceUID: pseudonym(instance.studyInstanceUid),
    SeriesInstanceUID: pseudonym(instance.seriesInstanceUid),
  }
}

/** Attributes that state that and how the image was de-identified (PS3.15 E.1.1, CID 7050). */
function statementsOf(lookedAt: LookedAt | undefined): Attributes {
  const isMasked = lookedAt?.masked !== undefined
  const ofText = isMasked
    ? ['Outside of the field of view masked', 'A person saw no text within']
    : ['Text in the picture not removed', ...(lookedAt ? ['A person saw none'] : [])]
  return {
    SpecificCharacterSet: 'ISO_IR 192',
    PatientIdentityRemoved: 'YES',
    LongitudinalTemporalInformationModified: 'MODIFIED',
    DeidentificationMethod: ['PS3.15 Basic Profile, dates modified', ...ofText],
    DeidentificationMethodCodeSequence: [
      codeItem(dicomCode('113100', 'Basic Application Confidentiality Profile')),
      ...(isMasked ? [codeItem(dicomCode('113101', 'Clean Pixel Data Option'))] : []),
      codeItem(
        dicomCode('113107', 'Retain Longitudinal Temporal Information Modified Dates Option'),
      ),
    ],
    ...(lookedAt && { BurnedInAnnotation: 'NO' }),
  }
}

/** Key that is common to the images of one patient. */
function patientOf({ patient, studyInstanceUid }: Instance): string {
  return patient.id ?? patient.name?.alphabetic ?? studyInstanceUid ?? ''
}

function cleaned(dataSet: DataSet, pseudonyms: Pseudonyms): Attributes {
  // Text values that are kept are ASCII, in every character set.
  const values = elementValues(dataSet, decodeAscii)
  const kept = Object.entries(rules).flatMap(([keyword, rule]) => {
    const [tag = ''] = dictionary[keyword as Keyword].split(' ')
    if (!dataSet.elements.has(tag)) return []
    const value = keptValue(rule, { tag, dataSet, values, pseudonyms })
    return value === undefined ? [] : [[keyword, value] as const]
  })
  return Object.fromEntries(kept)
}

interface Source {
  readonly tag: string
  readonly dataSet: DataSet
  readonly values: ElementValues
  readonly pseudonyms: Pseudonyms
}

/** Undefined if nothing may be kept. */
function keptValue(rule: Rule, source: Source): Attributes[Keyword] {
  const { tag, values, pseudonyms } = source
  switch (rule.action) {
    case 'empty':
      return []
    case 'pseudonym':
      return pseudonyms.patient
    case 'replace UID':
      return values.texts(tag).filter(Boolean).map(pseudonyms.uid)
    case 'keep standard UID':
      return values.texts(tag).filter((uid) => /^1\.2\.840\.10008\.[\d.]{1,50}$/.test(uid))
    case 'move date':
      return movedDate(values.text(tag), pseudonyms.days)
    case 'midnight':
      return '000000'
    case 'keep words':
      return values.texts(tag).map((word) => (rule.words.includes(word) ? word : ''))
    case 'keep numbers':
      return keptNumbers(source)
    case 'keep table':
      return wordsInOrder(source)
    case 'clean items':
      return itemsOf(source).map((item) => cleaned(item, pseudonyms))
    case 'keep known codes':
      return itemsOf(source).flatMap(knownCode)
  }
}

function itemsOf({ tag, dataSet }: Source): DataSet[] {
  const element = dataSet.elements.get(tag)
  return element === undefined ? [] : readItems(element, dataSet.encoding)
}

/** The code with the meaning that it has, not with the one that the file gives it. */
function knownCode(item: DataSet): Attributes[] {
  const values = elementValues(item, decodeAscii)
  const [value = '', scheme = ''] = [values.text('00080100'), values.text('00080102')]
  const meaning = knownCodes[`${scheme} ${value}`]
  return meaning === undefined ? [] : [codeItem({ value, scheme, meaning })]
}

function keptNumbers({ tag, dataSet, values }: Source): Attributes[Keyword] {
  if (tag === '00280009') {
    const [group = 0, element = 0] = pointerOf(dataSet, values.bytes(tag))
    const pointer = (group * 65_536 + element).toString(16).padStart(8, '0')
    return framePointers.has(pointer) ? pointer : undefined
  }
  const numbers = values.numbers(tag).slice(0, mostNumbers)
  return numbers.every(Number.isFinite) ? numbers : undefined
}

const mostNumbers = 256

function pointerOf({ isLittleEndian }: DataSet, bytes: Uint8Array | undefined): number[] {
  if (bytes?.length !== 4) return []
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return [view.getUint16(0, isLittleEndian), view.getUint16(2, isLittleEndian)]
}

/** Words of 16 bits as little endian has them. */
function wordsInOrder({ tag, dataSet, values }: Source): Uint8Array {
  const bytes = values.bytes(tag) ?? new Uint8Array()
  return dataSet.isLittleEndian ? bytes : bytes.map((_, at) => bytes[at ^ 1] ?? 0)
}
