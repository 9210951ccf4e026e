import type { ClockTime } from '#clock/clock-time'
import { dateTimeValue } from '#clock/dicom-time'

import type { Attributes } from '../attributes.ts'
import type { LateralityCode } from '../laterality.ts'
import { codeItem, commonAttributes, snomedCode, sopClasses, type ObjectContext } from './common.ts'

/** The pixels of a photograph: an unchanged baseline JPEG, or grey or interleaved 8-bit RGB. */
export interface PhotographPixels {
  readonly rows: number
  readonly columns: number
  readonly samplesPerPixel: 1 | 3
  readonly data:
    | { readonly form: 'plain'; readonly bytes: Uint8Array }
    | { readonly form: 'jpeg'; readonly bytes: Uint8Array; readonly isRgb: boolean }
  /** Whether the pixels have been lossily compressed, even if they are plain now. */
  readonly wasLossy: boolean
}

export interface Photograph {
  readonly pixels: PhotographPixels
  readonly laterality: LateralityCode | undefined
  /** By the camera's clock; undefined if unknown. */
  readonly acquiredAt: ClockTime | undefined
  readonly hasBurnedInAnnotation: boolean
  /** The camera's; kept because frames and series taken together share it. */
  readonly synchronizationFrameOfReferenceUid: string
}

const retina = snomedCode('5665001', 'Retina')
const fundusCamera = snomedCode('409898007', 'Fundus Camera')
const whiteLight = snomedCode('371251000', 'White light')
const baselineJpeg = '1.2.840.10008.1.2.4.50'
const explicitLittleEndian = '1.2.840.10008.1.2.1'

/** The transfer syntax that the pixels ask for. */
export function transferSyntaxFor({ data }: PhotographPixels): string {
  return data.form === 'jpeg' ? baselineJpeg : explicitLittleEndian
}

/**
 * A fundus photograph as Ophthalmic Photography 8 Bit (PS3.3 A.41.1). That object must state the eye and the
 * time of acquisition; if one is unknown, nothing is made up, and the photograph becomes a VL Photographic
 * image (A.32.4).
 */
export function fundusPhotograph(context: ObjectContext, photograph: Photograph): Attributes {
  const { laterality, acquiredAt } = photograph
  if (laterality === undefined || laterality === 'U' || acquiredAt === undefined) {
    return vlPhotograph(context, photograph)
  }
  return ophthalmicPhotograph(context, { ...photograph, laterality, acquiredAt })
}

function ophthalmicPhotograph(
  context: ObjectContext,
  photograph: Photograph & { readonly laterality: 'R' | 'L' | 'B'; readonly acquiredAt: ClockTime },
): Attributes {
  const { acquiredAt, pixels } = photograph
  return {
    ...commonAttributes(context, 'OP'),
    ...pixelAttributes(photograph),
    SOPClassUID: sopClasses.ophthalmicPhotography8Bit,
    ImageType: ['ORIGINAL', 'PRIMARY', ''],
    AcquisitionDateTime: dateTimeValue(acquiredAt),
    SynchronizationFrameOfReferenceUID: photograph.synchronizationFrameOfReferenceUid,
    SynchronizationTrigger: 'NO TRIGGER',
    AcquisitionTimeSynchronized: 'N',
    PatientOrientation: '',
    NumberOfFrames: 1,
    FrameIncrementPointer: '00181063',
    FrameTime: 0,
    PresentationLUTShape: pixels.samplesPerPixel === 1 ? 'IDENTITY' : undefined,
    ChannelDescriptionCodeSequence:
      pixels.samplesPerPixel === 1 ? [codeItem(whiteLight)] : undefined,
    ImageLaterality: photograph.laterality,
    AnatomicRegionSequence: [codeItem(retina)],
    PatientEyeMovementCommanded: '',
    HorizontalFieldOfView: [],
    RefractiveStateSequence: [],
    EmmetropicMagnification: [],
    IntraOcularPressure: [],
    PupilDilated: '',
    AcquisitionDeviceTypeCodeSequence: [codeItem(fundusCamera)],
    IlluminationTypeCodeSequence: [],
    LightPathFilterTypeStackCodeSequence: [],
    ImagePathFilterTypeStackCodeSequence: [],
    LensesCodeSequence: [],
    DetectorType: '',
  }
}

/** A photograph as VL Photographic image: of a patient, by any camera. */
export function vlPhotograph(context: ObjectContext, photograph: Photograph): Attributes {
  const { acquiredAt, laterality } = photograph
  return {
    ...commonAttributes(context, 'XC'),
    ...pixelAttributes(photograph),
    SOPClassUID: sopClasses.vlPhotographic,
    ImageType: [acquiredAt === undefined ? 'DERIVED' : 'ORIGINAL', 'PRIMARY'],
    AcquisitionDateTime: acquiredAt && dateTimeValue(acquiredAt),
    PatientOrientation: '',
    AcquisitionContextSequence: [],
    ImageLaterality: laterality,
    Laterality: laterality === undefined ? '' : undefined,
    AnatomicRegionSequence: [codeItem(retina)],
  }
}

/** A picture that was made from others, as Secondary Capture image (PS3.3 A.8.1). */
export function secondaryCapture(context: ObjectContext, photograph: Photograph): Attributes {
  const { laterality } = photograph
  return {
    ...commonAttributes(context, 'OT'),
    ...pixelAttributes(photograph),
    SOPClassUID: sopClasses.secondaryCapture,
    ConversionType: 'WSD',
    ImageType: ['DERIVED', 'SECONDARY'],
    PatientOrientation: '',
    Laterality: laterality === 'R' || laterality === 'L' ? laterality : '',
  }
}

function pixelAttributes({ pixels, hasBurnedInAnnotation }: Photograph): Attributes {
  const { rows, columns, samplesPerPixel, data, wasLossy } = pixels
  const isJpeg = data.form === 'jpeg'
  const ratio = (rows * columns * samplesPerPixel) / data.bytes.length
  return {
    SamplesPerPixel: samplesPerPixel,
    PhotometricInterpretation: photometricOf(pixels),
    PlanarConfiguration: samplesPerPixel === 3 ? 0 : undefined,
    Rows: rows,
    Columns: columns,
    BitsAllocated: 8,
    BitsStored: 8,
    HighBit: 7,
    PixelRepresentation: 0,
    BurnedInAnnotation: hasBurnedInAnnotation ? 'YES' : 'NO',
    LossyImageCompression: isJpeg || wasLossy ? '01' : '00',
    LossyImageCompressionRatio: isJpeg ? ratio.toFixed(2) : undefined,
    LossyImageCompressionMethod: isJpeg || wasLossy ? 'ISO_10918_1' : undefined,
    PixelData: isJpeg ? { frames: [data.bytes] } : data.bytes,
  }
}

function photometricOf({ samplesPerPixel, data }: PhotographPixels): string {
  if (samplesPerPixel === 1) return 'MONOCHROME2'
  return data.form === 'plain' || data.isRgb ? 'RGB' : 'YBR_FULL_422'
}
