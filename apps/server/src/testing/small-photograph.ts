import { textEncoder, type WrittenCharacterSet } from '#dicom/text-encoder'
import { concatenate } from '#dicom/write-elements'
import { fileHeader, writeDataSet } from '#dicom/write-file'

const ophthalmicPhotograph = '1.2.840.10008.5.1.4.1.1.77.1.5.1'
const explicitLittleEndian = '1.2.840.10008.1.2.1'
const side = 32

export interface SmallPhotograph {
  /** Also the ends of the object's UIDs. */
  readonly study: number
  readonly instance?: number
  /** In DICOM's form: components separated by `^`, groups by `=`. */
  readonly name: string
  readonly patientId: string
  readonly date?: string
  readonly time?: string
  readonly accession?: string
  readonly modality?: string
  readonly characterSet?: WrittenCharacterSet
}

export function studyUidOf(study: number): string {
  return `1.2.826.0.1.3680043.10.999.700.${study}`
}

/** A DICOM file of a grey square, one series a study. */
export function smallPhotograph({
  study,
  instance = 1,
  name,
  patientId,
  date = '20261101',
  time = '101500',
  accession = '',
  modality = 'OP',
  characterSet = 'ISO_IR 192',
}: SmallPhotograph): Uint8Array {
  const sopInstanceUid = `${studyUidOf(study)}.1.${instance}`
  const dataSet = writeDataSet(
    {
      SpecificCharacterSet: characterSet,
      SOPClassUID: ophthalmicPhotograph,
      SOPInstanceUID: sopInstanceUid,
      StudyDate: date,
      StudyTime: time,
      AccessionNumber: accession,
      Modality: modality,
      StudyDescription: 'Fundus',
      PatientName: name,
      PatientID: patientId,
      PatientBirthDate: '19600131',
      PatientSex: 'F',
      StudyInstanceUID: studyUidOf(study),
      SeriesInstanceUID: `${studyUidOf(study)}.1`,
      SamplesPerPixel: 1,
      PhotometricInterpretation: 'MONOCHROME2',
      Rows: side,
      Columns: side,
      BitsAllocated: 8,
      BitsStored: 8,
      HighBit: 7,
      PixelRepresentation: 0,
      PixelData: new Uint8Array(side * side).fill(100 + instance),
    },
    {
      encodeText: textEncoder(characterSet, (bytes, label) => new TextDecoder(label).decode(bytes)),
    },
  )
  const object = {
    sopClassUid: ophthalmicPhotograph,
    sopInstanceUid,
    transferSyntaxUid: explicitLittleEndian,
  }
  return concatenate([fileHeader(object), dataSet])
}
