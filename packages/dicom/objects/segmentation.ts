import type { Attributes } from '../attributes.ts'
import {
  codeItem,
  commonAttributes,
  dicomCode,
  longString,
  referenceTo,
  sopClasses,
  type Code,
  type ObjectContext,
  type ReferencedImage,
} from './common.ts'

/** An area of an image, marked under one name. */
export interface Segment {
  readonly label: string
  readonly category: Code
  readonly type: Code
  readonly algorithm:
    | { readonly kind: 'MANUAL' }
    | {
        readonly kind: 'SEMIAUTOMATIC' | 'AUTOMATIC'
        /** Software used, if known; a null version is unknown. */
        readonly used: readonly { readonly name: string; readonly version: string | null }[]
      }
  /** A byte for each pixel of the image, row by row; 0 is outside. */
  readonly mask: Uint8Array
}

export interface SegmentationOf {
  readonly image: ReferencedImage
  readonly rows: number
  readonly columns: number
  /** One at least. */
  readonly segments: readonly Segment[]
  readonly dimensionOrganizationUid: string
}

/** Segments of an image as binary Segmentation, a frame for each (PS3.3 A.51). */
export function segmentation(context: ObjectContext, of: SegmentationOf): Attributes {
  const { image, rows, columns, segments, dimensionOrganizationUid } = of
  const segmentDimension = {
    DimensionOrganizationUID: dimensionOrganizationUid,
    DimensionIndexPointer: '0062000B',
    FunctionalGroupPointer: '0062000A',
    DimensionDescriptionLabel: 'Segment',
  }
  return {
    ...commonAttributes(context, 'SEG'),
    SOPClassUID: sopClasses.segmentation,
    ImageType: ['DERIVED', 'PRIMARY'],
    PatientOrientation: '',
    ContentLabel: 'ANNOTATION',
    ContentDescription: '',
    ContentCreatorName: '',
    SegmentationType: 'BINARY',
    LossyImageCompression: '00',
    SamplesPerPixel: 1,
    PhotometricInterpretation: 'MONOCHROME2',
    Rows: rows,
    Columns: columns,
    BitsAllocated: 1,
    BitsStored: 1,
    HighBit: 0,
    PixelRepresentation: 0,
    NumberOfFrames: segments.length,
    SegmentSequence: segments.map(segmentItem),
    DimensionOrganizationSequence: [{ DimensionOrganizationUID: dimensionOrganizationUid }],
    DimensionIndexSequence: [segmentDimension],
    ReferencedSeriesSequence: [
      {
        SeriesInstanceUID: image.seriesInstanceUid,
        ReferencedInstanceSequence: [referenceTo(image)],
      },
    ],
    SharedFunctionalGroupsSequence: [{ DerivationImageSequence: [derivation(image)] }],
    PerFrameFunctionalGroupsSequence: segments.map((_, index) => ({
      FrameContentSequence: [{ DimensionIndexValues: [index + 1] }],
      SegmentIdentificationSequence: [{ ReferencedSegmentNumber: index + 1 }],
    })),
    PixelData: packBits(segments.map(({ mask }) => mask)),
  }
}

function segmentItem({ label, category, type, algorithm }: Segment, index: number): Attributes {
  return {
    SegmentNumber: index + 1,
    SegmentLabel: label,
    ...algorithmAttributes(algorithm),
    SegmentedPropertyCategoryCodeSequence: [codeItem(category)],
    SegmentedPropertyTypeCodeSequence: [codeItem(type)],
  }
}

/** The software that made a segment, if a person did not make it alone (PS3.3 C.8.20.4). */
function algorithmAttributes(algorithm: Segment['algorithm']): Attributes {
  if (algorithm.kind === 'MANUAL') return { SegmentAlgorithmType: 'MANUAL' }
  const names = algorithm.used.map(({ name }) => name).join(', ')
  const identified = algorithm.used.flatMap(({ name, version }) =>
    version === null ? [] : [algorithmItem(name, version)],
  )
  return {
    SegmentAlgorithmType: algorithm.kind,
    SegmentAlgorithmName: longString(names === '' ? 'Unknown' : names),
    SegmentationAlgorithmIdentificationSequence: identified.length > 0 ? identified : undefined,
  }
}

/** Its family is of CID 7162. */
function algorithmItem(name: string, version: string): Attributes {
  return {
    AlgorithmFamilyCodeSequence: [codeItem(dicomCode('123110', 'Artificial Intelligence'))],
    AlgorithmName: longString(name),
    AlgorithmVersion: longString(version),
  }
}

function derivation(image: ReferencedImage): Attributes {
  const purpose = dicomCode('121322', 'Source image for image processing operation')
  return {
    DerivationCodeSequence: [codeItem(dicomCode('113076', 'Segmentation'))],
    SourceImageSequence: [
      {
        ...referenceTo(image),
        PurposeOfReferenceCodeSequence: [codeItem(purpose)],
        SpatialLocationsPreserved: 'YES',
      },
    ],
  }
}

/** Frame after frame a bit for each pixel, the first in the lowest bit (PS3.5 8.2). */
function packBits(masks: readonly Uint8Array[]): Uint8Array {
  const count = masks.reduce((sum, mask) => sum + mask.length, 0)
  const bytes = new Uint8Array(Math.ceil(count / 8))
  let at = 0
  for (const mask of masks) {
    for (const value of mask) {
      if (value !== 0) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (1 << (at & 7))
      at++
    }
  }
  return bytes
}
