import { readItems, type DataElement, type DataSet } from './data-set.ts'
import { decodeAscii } from './character-set.ts'
import { paletteOf, tableOf, type LookupTable, type Palette } from './lookup-table.ts'
import type { TransferSyntax } from './transfer-syntax.ts'
import { elementValues, type ElementValues } from './values.ts'

/** The image of an instance: its stored pixels, and how to read them (PS3.3 C.7.6.3). */
export interface PixelData {
  readonly transferSyntax: TransferSyntax
  readonly isLittleEndian: boolean
  readonly rows: number
  readonly columns: number
  readonly samplesPerPixel: number
  readonly photometricInterpretation: string
  /** Whether colours are planar rather than interleaved by pixel. */
  readonly isPlanar: boolean
  readonly bitsAllocated: number
  readonly bitsStored: number
  readonly highBit: number
  readonly isSigned: boolean
  readonly numberOfFrames: number
  readonly rescale: { readonly slope: number; readonly intercept: number }
  /** Replaces the rescale, if the file has one. */
  readonly modalityTable: LookupTable | undefined
  readonly window: Window | undefined
  /** Replaces a window, if the file has none. */
  readonly voiTable: LookupTable | undefined
  readonly palette: Palette | undefined
  readonly element: DataElement
}

/** A display window (PS3.3 C.11.2.1.2 and C.11.2.1.3). */
export interface Window {
  readonly center: number
  readonly width: number
  readonly shape: 'LINEAR' | 'LINEAR_EXACT' | 'SIGMOID'
}

/** Describes the pixels of a data set; undefined if it has none. */
export function describePixels(
  dataSet: DataSet,
  values: ElementValues,
  transferSyntax: TransferSyntax,
): PixelData | undefined {
  const element = dataSet.elements.get('7FE00010')
  if (element === undefined) return undefined
  const number = (tag: string, absent: number): number => values.numbers(tag)[0] ?? absent
  const bitsAllocated = number('00280100', NaN)
  const bitsStored = number('00280101', bitsAllocated)
  return {
    transferSyntax,
    isLittleEndian: dataSet.isLittleEndian,
    rows: number('00280010', NaN),
    columns: number('00280011', NaN),
    samplesPerPixel: number('00280002', 1),
    photometricInterpretation: values.text('00280004')?.toUpperCase() ?? '',
    isPlanar: number('00280006', 0) === 1,
    bitsAllocated,
    bitsStored,
    highBit: number('00280102', bitsStored - 1),
    isSigned: number('00280103', 0) === 1,
    numberOfFrames: values.text('00280008') === undefined ? 1 : number('00280008', NaN),
    ...tonesOf(dataSet, values),
    palette: paletteOf(values, dataSet.isLittleEndian),
    element,
  }
}

/**
 * How stored values become shades: from the data set itself, or from the functional groups of the first frame
 * or the shared ones (PS3.3 C.7.6.16.2.9 and .10).
 */
function tonesOf(
  dataSet: DataSet,
  values: ElementValues,
): Pick<PixelData, 'rescale' | 'modalityTable' | 'window' | 'voiTable'> {
  const groups = ['52009230', '52009229'].flatMap((tag) => firstItem(dataSet, tag) ?? [])
  const within = (tag: string): ElementValues => {
    const group = groups.map((each) => firstItem(each, tag)).find((each) => each !== undefined)
    return group === undefined ? values : elementValues(group, decodeAscii)
  }
  const rescaled = within('00289145')
  return {
    rescale: {
      slope: finiteOr(rescaled.numbers('00281053')[0], 1),
      intercept: finiteOr(rescaled.numbers('00281052')[0], 0),
    },
    modalityTable: tableOf(firstItem(dataSet, '00283000')),
    window: windowOf(within('00289132')),
    voiTable: tableOf(firstItem(dataSet, '00283010')),
  }
}

function firstItem(dataSet: DataSet, tag: string): DataSet | undefined {
  const element = dataSet.elements.get(tag)
  return element && readItems(element, dataSet.encoding)[0]
}

function windowOf(values: ElementValues): Window | undefined {
  const [center = NaN] = values.numbers('00281050')
  const [width = NaN] = values.numbers('00281051')
  if (!Number.isFinite(center) || !Number.isFinite(width) || width <= 0) return undefined
  const shape = values.text('00281056')
  if (shape === 'SIGMOID' || shape === 'LINEAR_EXACT') return { center, width, shape }
  return width < 1 ? undefined : { center, width, shape: 'LINEAR' }
}

function finiteOr(value: number | undefined, otherwise: number): number {
  return value !== undefined && Number.isFinite(value) ? value : otherwise
}
