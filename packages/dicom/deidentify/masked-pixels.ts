import type { Attributes } from '../attributes.ts'
import type { Picture } from '../render.ts'

/**
 * Attributes of an 8-bit picture that replaces the stored pixels. Leaves out the display transformations,
 * which have been applied already.
 */
export function maskedPixels({ width, height, channels, data }: Picture): Attributes {
  const isGrey = channels === 1
  return {
    ...notAnyMore,
    SamplesPerPixel: channels,
    PhotometricInterpretation: isGrey ? 'MONOCHROME2' : 'RGB',
    PlanarConfiguration: isGrey ? undefined : 0,
    PresentationLUTShape: isGrey ? 'IDENTITY' : undefined,
    Rows: height,
    Columns: width,
    BitsAllocated: 8,
    BitsStored: 8,
    HighBit: 7,
    PixelRepresentation: 0,
    PixelData: data,
  }
}

const notAnyMore: Attributes = {
  SmallestImagePixelValue: undefined,
  LargestImagePixelValue: undefined,
  PixelPaddingValue: undefined,
  WindowCenter: undefined,
  WindowWidth: undefined,
  VOILUTFunction: undefined,
  RescaleIntercept: undefined,
  RescaleSlope: undefined,
  RescaleType: undefined,
  ModalityLUTSequence: undefined,
  VOILUTSequence: undefined,
  RedPaletteColorLookupTableDescriptor: undefined,
  GreenPaletteColorLookupTableDescriptor: undefined,
  BluePaletteColorLookupTableDescriptor: undefined,
  RedPaletteColorLookupTableData: undefined,
  GreenPaletteColorLookupTableData: undefined,
  BluePaletteColorLookupTableData: undefined,
  SegmentedRedPaletteColorLookupTableData: undefined,
  SegmentedGreenPaletteColorLookupTableData: undefined,
  SegmentedBluePaletteColorLookupTableData: undefined,
  SharedFunctionalGroupsSequence: undefined,
  PerFrameFunctionalGroupsSequence: undefined,
}
