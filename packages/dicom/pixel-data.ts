import type { DataElement, DataSet } from './data-set.ts'
import type { TransferSyntax } from './transfer-syntax.ts'
import type { ElementValues } from './values.ts'

/** The image of an instance: its pixels as they are stored, and how to read them (PS3.3 C.7.6.3). */
export interface PixelData {
  readonly transferSyntax: TransferSyntax
  readonly isLittleEndian: boolean
  readonly rows: number
  readonly columns: number
  readonly samplesPerPixel: number
  readonly photometricInterpretation: string
  /** Whether each colour is a plane of its own, rather than pixel by pixel. */
  readonly isPlanar: boolean
  readonly bitsAllocated: number
  readonly bitsStored: number
  readonly highBit: number
  readonly isSigned: boolean
  readonly numberOfFrames: number
  readonly rescale: { readonly slope: number; readonly intercept: number }
  readonly window: Window | undefined
  readonly palette: Palette | undefined
  readonly element: DataElement
}

/** A display window (PS3.3 C.11.2.1.2 and C.11.2.1.3). */
export interface Window {
  readonly center: number
  readonly width: number
  readonly shape: 'LINEAR' | 'LINEAR_EXACT' | 'SIGMOID'
}

/** Palette colour lookup tables for red, green and blue (PS3.3 C.7.6.3.1.5 and .6). */
export type Palette = readonly [PaletteTable, PaletteTable, PaletteTable]

export interface PaletteTable {
  readonly entries: number
  readonly firstMapped: number
  readonly bits: number
  readonly data: Uint8Array
}

/** What describes the pixels of a data set; undefined where it has none. */
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
    rescale: {
      slope: finiteOr(values.numbers('00281053')[0], 1),
      intercept: finiteOr(values.numbers('00281052')[0], 0),
    },
    window: windowOf(values),
    palette: paletteOf(values),
    element,
  }
}

function windowOf(values: ElementValues): Window | undefined {
  const [center = NaN] = values.numbers('00281050')
  const [width = NaN] = values.numbers('00281051')
  if (!Number.isFinite(center) || !Number.isFinite(width) || width <= 0) return undefined
  const shape = values.text('00281056')
  if (shape === 'SIGMOID' || shape === 'LINEAR_EXACT') return { center, width, shape }
  return width < 1 ? undefined : { center, width, shape: 'LINEAR' }
}

function paletteOf(values: ElementValues): Palette | undefined {
  const red = paletteTable(values, '00281101', '00281201')
  const green = paletteTable(values, '00281102', '00281202')
  const blue = paletteTable(values, '00281103', '00281203')
  return red && green && blue && [red, green, blue]
}

function paletteTable(
  values: ElementValues,
  descriptor: string,
  table: string,
): PaletteTable | undefined {
  const [entries, firstMapped, bits] = values.numbers(descriptor)
  const data = values.bytes(table)
  if (entries === undefined || firstMapped === undefined || bits === undefined) return undefined
  // 65,536 entries do not fit the 16 bits of the descriptor, which then says 0.
  return data && { entries: entries || 65_536, firstMapped, bits, data }
}

function finiteOr(value: number | undefined, otherwise: number): number {
  return value !== undefined && Number.isFinite(value) ? value : otherwise
}
