import type { ClockTime } from '#clock/clock-time'
import { dateValue, offsetValue, timeValue } from '#clock/dicom-time'

import type { Attributes } from '../attributes.ts'

/** Patient in DICOM's form; '' for unknown values. */
interface ObjectPatient {
  /** Groups and components parted, as 'Hong^Gildong=洪^吉洞=홍^길동'. */
  readonly name: string
  readonly id: string
  /** YYYYMMDD. */
  readonly birthDate: string
  /** M, F or O. */
  readonly sex: string
  /** Such as '066Y'. */
  readonly age: string
}

/** The study that an object belongs to; '' for unknown values. */
interface ObjectStudy {
  readonly instanceUid: string
  /** YYYYMMDD and HHMMSS. */
  readonly date: string
  readonly time: string
  readonly id: string
  readonly accessionNumber: string
}

interface ObjectSeries {
  readonly instanceUid: string
  readonly number: number
  readonly description: string
}

/** The equipment that made the object. */
interface ObjectDevice {
  readonly manufacturer: string
  readonly model: string
  readonly serialNumber: string
  readonly softwareVersion: string
}

/** Patient, study and origin, as every object states them. */
export interface ObjectContext {
  readonly sopInstanceUid: string
  readonly patient: ObjectPatient
  readonly study: ObjectStudy
  readonly series: ObjectSeries
  readonly device: ObjectDevice
  /** Creation time of the object, by the same clock as the study's. */
  readonly created: ClockTime
}

export const sopClasses = {
  ophthalmicPhotography8Bit: '1.2.840.10008.5.1.4.1.1.77.1.5.1',
  vlPhotographic: '1.2.840.10008.5.1.4.1.1.77.1.4',
  secondaryCapture: '1.2.840.10008.5.1.4.1.1.7',
  encapsulatedPdf: '1.2.840.10008.5.1.4.1.1.104.1',
  comprehensiveSr: '1.2.840.10008.5.1.4.1.1.88.33',
  segmentation: '1.2.840.10008.5.1.4.1.1.66.4',
  keyObjectSelection: '1.2.840.10008.5.1.4.1.1.88.59',
} as const

/** A concept of a coding scheme (PS3.3 8.8). */
export interface Code {
  readonly value: string
  readonly scheme: string
  readonly meaning: string
}

/** An object that another one is about. */
export interface ReferencedObject {
  readonly sopClassUid: string
  readonly sopInstanceUid: string
  readonly seriesInstanceUid: string
}

export function dicomCode(value: string, meaning: string): Code {
  return { value, scheme: 'DCM', meaning }
}

export function snomedCode(value: string, meaning: string): Code {
  return { value, scheme: 'SCT', meaning }
}

/** Maximum length of a Code Value, in characters (PS3.5 table 6.2-1, SH). */
const longestCode = 16

export function codeItem({ value, scheme, meaning }: Code): Attributes {
  const named = value.length > longestCode ? { LongCodeValue: value } : { CodeValue: value }
  return { ...named, CodingSchemeDesignator: scheme, CodeMeaning: meaning }
}

/** Maximum length of a long string, in characters (PS3.5 table 6.2-1, LO). */
const longestString = 64

/** The beginning of a text that fits a long string, in which a backslash would part values. */
export function longString(text: string): string {
  return Array.from(text.replaceAll('\\', '/')).slice(0, longestString).join('')
}

/** The modules of patient, study, series, equipment and SOP, in UTF-8 (PS3.3 C.7, C.12). */
export function commonAttributes(context: ObjectContext, modality: string): Attributes {
  const { patient, study, series, device, created } = context
  return {
    SpecificCharacterSet: 'ISO_IR 192',
    TimezoneOffsetFromUTC: offsetValue(created),
    InstanceCreationDate: dateValue(created),
    InstanceCreationTime: timeValue(created),
    SOPInstanceUID: context.sopInstanceUid,
    PatientName: patient.name,
    PatientID: patient.id,
    PatientBirthDate: patient.birthDate,
    PatientSex: patient.sex,
    PatientAge: patient.age === '' ? undefined : patient.age,
    StudyInstanceUID: study.instanceUid,
    StudyDate: study.date,
    StudyTime: study.time,
    StudyID: study.id,
    AccessionNumber: study.accessionNumber,
    ReferringPhysicianName: '',
    Modality: modality,
    SeriesInstanceUID: series.instanceUid,
    SeriesNumber: series.number,
    SeriesDescription: series.description,
    InstanceNumber: 1,
    Manufacturer: device.manufacturer,
    ManufacturerModelName: device.model,
    DeviceSerialNumber: device.serialNumber,
    SoftwareVersions: device.softwareVersion,
    ContentDate: dateValue(created),
    ContentTime: timeValue(created),
  }
}

export type ReferencedImage = ReferencedObject

/** The object that is referred to. */
export function referenceTo({ sopClassUid, sopInstanceUid }: ReferencedObject): Attributes {
  return { ReferencedSOPClassUID: sopClassUid, ReferencedSOPInstanceUID: sopInstanceUid }
}
