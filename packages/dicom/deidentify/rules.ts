import type { Keyword } from '../dictionary/dictionary.ts'

/**
 * How an attribute is kept. No rule lets free text through: words must be on a list, numbers must
 * be numbers, and codes are rewritten.
 */
export type Rule =
  /** The actions of PS3.15 E.1-1: Z, an empty value; U, another UID, the same for the same one. */
  | { readonly action: 'empty' | 'replace UID' }
  /** A pseudonym that is the same for the same patient: a dummy value in place of Z. */
  | { readonly action: 'pseudonym' }
  /** The day, moved by as many days as all of the patient's; the time of the day is dropped. */
  | { readonly action: 'move date' }
  /** A dummy value, if a time is required. */
  | { readonly action: 'midnight' }
  | { readonly action: 'keep numbers' | 'keep standard UID' | 'keep table' | 'clean items' }
  | { readonly action: 'keep known codes' }
  | { readonly action: 'keep words'; readonly words: readonly string[] }

const empty: Rule = { action: 'empty' }
const replaceUid: Rule = { action: 'replace UID' }
const pseudonym: Rule = { action: 'pseudonym' }
const moveDate: Rule = { action: 'move date' }
const midnight: Rule = { action: 'midnight' }
const numbers: Rule = { action: 'keep numbers' }
const standardUid: Rule = { action: 'keep standard UID' }
const table: Rule = { action: 'keep table' }
const items: Rule = { action: 'clean items' }
const codes: Rule = { action: 'keep known codes' }
const words = (...list: readonly string[]): Rule => ({ action: 'keep words', words: list })

/**
 * The attributes that are kept, and how: the Basic Application Level Confidentiality Profile (PS3.15 annex E,
 * table E.1-1) with the option to retain longitudinal temporal information with modified dates. Everything
 * else is removed, at every depth: all that the table removes, unknown and private attributes, curves and
 * overlays.
 */
export const rules: Readonly<Partial<Record<Keyword, Rule>>> = {
  SOPClassUID: standardUid,
  SOPInstanceUID: replaceUid,
  StudyInstanceUID: replaceUid,
  SeriesInstanceUID: replaceUid,
  FrameOfReferenceUID: replaceUid,
  SynchronizationFrameOfReferenceUID: replaceUid,
  DimensionOrganizationUID: replaceUid,
  ReferencedSOPClassUID: standardUid,
  ReferencedSOPInstanceUID: replaceUid,

  PatientName: pseudonym,
  PatientID: pseudonym,
  PatientBirthDate: empty,
  PatientSex: empty,
  ReferringPhysicianName: empty,
  AccessionNumber: empty,
  StudyID: empty,
  Manufacturer: empty,
  PositionReferenceIndicator: empty,

  StudyDate: moveDate,
  SeriesDate: moveDate,
  AcquisitionDate: moveDate,
  ContentDate: moveDate,
  AcquisitionDateTime: moveDate,
  StudyTime: empty,
  ContentTime: midnight,

  Modality: words('OP', 'XC', 'OT', 'OPT', 'OCT', 'SC', 'SEG', 'MR', 'CT', 'CR', 'DX', 'US', 'GM'),
  ImageType: words('ORIGINAL', 'DERIVED', 'PRIMARY', 'SECONDARY', 'MONTAGE', 'COLOR', 'REDFREE'),
  ConversionType: words('DV', 'DI', 'DF', 'WSD', 'SD', 'SI', 'DRW', 'SYN'),
  Laterality: words('R', 'L'),
  ImageLaterality: words('R', 'L', 'B', 'U'),
  PatientOrientation: words('L', 'R', 'A', 'P', 'F', 'H'),
  SynchronizationTrigger: words('NO TRIGGER', 'SOURCE', 'EXTERNAL', 'PASSTHRU'),
  AcquisitionTimeSynchronized: words('Y', 'N'),
  PatientEyeMovementCommanded: words('YES', 'NO'),
  PupilDilated: words('YES', 'NO'),
  DetectorType: words('CCD', 'CMOS', 'PHOTO', 'INT'),
  BurnedInAnnotation: words('YES', 'NO'),
  RecognizableVisualFeatures: words('YES', 'NO'),
  LossyImageCompression: words('00', '01'),
  LossyImageCompressionMethod: words(
    'ISO_10918_1',
    'ISO_14495_1',
    'ISO_15444_1',
    'ISO_15444_15',
    'ISO_13818_2',
    'ISO_14496_10',
  ),
  PresentationLUTShape: words('IDENTITY', 'INVERSE'),
  VOILUTFunction: words('LINEAR', 'LINEAR_EXACT', 'SIGMOID'),
  RescaleType: words('US', 'HU', 'OD'),
  PhotometricInterpretation: words(
    'MONOCHROME1',
    'MONOCHROME2',
    'PALETTE COLOR',
    'RGB',
    'YBR_FULL',
    'YBR_FULL_422',
    'YBR_PARTIAL_420',
    'YBR_ICT',
    'YBR_RCT',
  ),

  SeriesNumber: numbers,
  AcquisitionNumber: numbers,
  InstanceNumber: numbers,
  NumberOfFrames: numbers,
  FrameTime: numbers,
  FrameIncrementPointer: numbers,
  SamplesPerPixel: numbers,
  PlanarConfiguration: numbers,
  Rows: numbers,
  Columns: numbers,
  PixelSpacing: numbers,
  PixelAspectRatio: numbers,
  ImagerPixelSpacing: numbers,
  NominalScannedPixelSpacing: numbers,
  BitsAllocated: numbers,
  BitsStored: numbers,
  HighBit: numbers,
  PixelRepresentation: numbers,
  SmallestImagePixelValue: numbers,
  LargestImagePixelValue: numbers,
  PixelPaddingValue: numbers,
  WindowCenter: numbers,
  WindowWidth: numbers,
  RescaleIntercept: numbers,
  RescaleSlope: numbers,
  LossyImageCompressionRatio: numbers,
  HorizontalFieldOfView: numbers,
  CameraAngleOfView: numbers,
  EmmetropicMagnification: numbers,
  IntraOcularPressure: empty,
  IlluminationWaveLength: numbers,
  IlluminationBandwidth: numbers,

  RedPaletteColorLookupTableDescriptor: numbers,
  GreenPaletteColorLookupTableDescriptor: numbers,
  BluePaletteColorLookupTableDescriptor: numbers,
  RedPaletteColorLookupTableData: table,
  GreenPaletteColorLookupTableData: table,
  BluePaletteColorLookupTableData: table,
  SegmentedRedPaletteColorLookupTableData: table,
  SegmentedGreenPaletteColorLookupTableData: table,
  SegmentedBluePaletteColorLookupTableData: table,
  ModalityLUTSequence: items,
  VOILUTSequence: items,
  LUTDescriptor: numbers,
  LUTData: table,

  AnatomicRegionSequence: codes,
  AcquisitionDeviceTypeCodeSequence: codes,
  ChannelDescriptionCodeSequence: codes,
  IlluminationTypeCodeSequence: codes,
  LightPathFilterTypeStackCodeSequence: codes,
  ImagePathFilterTypeStackCodeSequence: codes,
  LensesCodeSequence: codes,
  AcquisitionContextSequence: empty,
  RefractiveStateSequence: empty,
  SharedFunctionalGroupsSequence: items,
  PerFrameFunctionalGroupsSequence: items,
  FrameVOILUTSequence: items,
  PixelValueTransformationSequence: items,
  PixelMeasuresSequence: items,
  SourceImageSequence: items,
  ReferencedImageSequence: items,
}

/** Codes that describe the making of a photograph of the eye, with their meaning. */
export const knownCodes: Readonly<Record<string, string>> = {
  'SCT 5665001': 'Retina',
  'SCT 81745001': 'Eye',
  'SCT 18944008': 'Right eye structure',
  'SCT 8966001': 'Left eye structure',
  'SCT 81016008': 'Optic disc',
  'SCT 67046006': 'Fovea centralis',
  'SCT 20067007': 'Ocular fundus photography',
  'SCT 409898007': 'Fundus Camera',
  'SCT 371251000': 'White light',
  'SRT T-AA610': 'Retina',
  'SRT T-AA000': 'Eye',
  'SRT R-1021A': 'Fundus Camera',
  'SRT G-A12A': 'White light',
}
