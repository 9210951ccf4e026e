import type { LookupTable, Palette } from './lookup-table.ts'
import type { PixelData, Window } from './pixel-data.ts'
import type { Samples } from './samples.ts'

/** 8-bit pixels row by row, grey or interleaved RGB. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3
  readonly data: Uint8Array
}

type Tone = (value: number) => number

/**
 * Grey pixels through the modality rescale or table, and the display window or table of the file.
 * Without any 8 bits and fewer are shown in their full range, deeper ones from the least to the
 * greatest.
 */
export function renderGrey(samples: Samples, pixels: PixelData): Picture {
  const { bitsStored, photometricInterpretation } = pixels
  const meaning = meaningOf(pixels)
  const tone = greyTone(samples, pixels, meaning)
  const inverted = photometricInterpretation === 'MONOCHROME1' ? 255 : 0
  // Rounded down, as DCMTK does, so that the same file looks the same here and there.
  const show: Tone = (raw) =>
    Math.abs(inverted - Math.floor(Math.min(Math.max(tone(meaning(raw)), 0), 255)))
  // A frame has more pixels than there are values of 16 bits: each value is reckoned once.
  const table = bitsStored <= 16 ? new Map<number, number>() : undefined
  const data = new Uint8Array(pixels.rows * pixels.columns)
  for (let at = 0; at < data.length; at++) {
    const raw = samples.values[at] ?? 0
    let shown = table?.get(raw)
    if (shown === undefined) {
      shown = show(raw)
      table?.set(raw, shown)
    }
    data[at] = shown
  }
  return { width: pixels.columns, height: pixels.rows, channels: 1, data }
}

/** Colour pixels, converted from YBR to RGB if needed, and reduced to 8 bits. */
export function renderColour(samples: Samples, pixels: PixelData): Picture {
  const { values, pixelStep, sampleStep } = samples
  const count = pixels.rows * pixels.columns
  const data = new Uint8Array(count * 3)
  const stored = storedValue({ ...pixels, isSigned: false })
  const scale = 255 / (2 ** pixels.bitsStored - 1)
  for (let pixel = 0; pixel < count; pixel++) {
    for (let sample = 0; sample < 3; sample++) {
      const raw = values[pixel * pixelStep + sample * sampleStep] ?? 0
      data[pixel * 3 + sample] = scale === 1 ? raw : Math.round(stored(raw) * scale)
    }
  }
  if (pixels.photometricInterpretation !== 'RGB') convertToRgb(data)
  return { width: pixels.columns, height: pixels.rows, channels: 3, data }
}

/** Pixels that are places in a palette; places before its first or after its last take those. */
export function renderPalette(samples: Samples, pixels: PixelData, palette: Palette): Picture {
  const stored = storedValue(pixels)
  const data = new Uint8Array(pixels.rows * pixels.columns * 3)
  for (const [channel, table] of palette.entries()) {
    const shades = toBytes(table)
    for (let at = channel, pixel = 0; at < data.length; at += 3, pixel++) {
      const place = stored(samples.values[pixel] ?? 0) - table.firstMapped
      data[at] = shades[Math.min(Math.max(place, 0), shades.length - 1)] ?? 0
    }
  }
  return { width: pixels.columns, height: pixels.rows, channels: 3, data }
}

/** Takes the stored bits out of the allocated ones, with their sign. */
function storedValue(pixels: Pick<PixelData, 'bitsStored' | 'highBit' | 'isSigned'>): Tone {
  const { bitsStored, highBit, isSigned } = pixels
  const shift = highBit + 1 - bitsStored
  const range = 2 ** bitsStored
  return (raw) => {
    const value = Math.floor(raw / 2 ** shift) % range
    return isSigned && value >= range / 2 ? value - range : value
  }
}

/** The meaning of a raw sample: the stored value through the modality table or rescale. */
function meaningOf(pixels: PixelData): Tone {
  const { rescale, modalityTable } = pixels
  const stored = storedValue(pixels)
  if (modalityTable !== undefined) return (raw) => lookUp(modalityTable, stored(raw))
  return (raw) => stored(raw) * rescale.slope + rescale.intercept
}

function lookUp({ firstMapped, entries }: LookupTable, value: number): number {
  const place = Math.round(value) - firstMapped
  return entries[Math.min(Math.max(place, 0), entries.length - 1)] ?? 0
}

function greyTone(samples: Samples, pixels: PixelData, meaning: Tone): Tone {
  const { window, voiTable } = pixels
  if (window !== undefined) return windowTone(window)
  if (voiTable !== undefined) {
    const scale = 255 / (2 ** voiTable.bits - 1)
    return (value) => lookUp(voiTable, value) * scale
  }
  const [darkest, brightest] = rangeOf(samples, pixels, meaning)
  const span = brightest - darkest
  return span > 0 ? (value) => ((value - darkest) * 255) / span : () => 0
}

function rangeOf(
  samples: Samples,
  { bitsStored, isSigned, rescale, modalityTable }: PixelData,
  meaning: Tone,
): readonly [number, number] {
  if (bitsStored <= 8) {
    if (modalityTable !== undefined) return [0, 2 ** modalityTable.bits - 1]
    const least = isSigned ? -(2 ** (bitsStored - 1)) : 0
    const ends = [least, least + 2 ** bitsStored - 1].map(
      (value) => value * rescale.slope + rescale.intercept,
    )
    return [Math.min(...ends), Math.max(...ends)]
  }
  let [least, greatest] = [Infinity, -Infinity]
  for (const raw of samples.values) {
    const value = meaning(raw)
    if (value < least) least = value
    if (value > greatest) greatest = value
  }
  return [least, greatest]
}

/** PS3.3 C.11.2.1.2.1 (linear), C.11.2.1.3.1 (sigmoid) and C.11.2.1.3.2 (linear exact), to 0..255. */
function windowTone({ center, width, shape }: Window): Tone {
  if (shape === 'SIGMOID') return (value) => 255 / (1 + Math.exp((-4 * (value - center)) / width))
  if (shape === 'LINEAR_EXACT') return (value) => ((value - center) / width + 0.5) * 255
  if (width === 1) return (value) => (value <= center - 0.5 ? 0 : 255)
  return (value) => ((value - (center - 0.5)) / (width - 1) + 0.5) * 255
}

/** The entries as 8 bits. Some devices keep 8 bits in tables that announce 16. */
function toBytes({ entries, bits }: LookupTable): Uint8Array {
  const isDeep = bits > 8 && entries.some((entry) => entry > 255)
  return Uint8Array.from(entries, (entry) => (isDeep ? entry >> 8 : entry))
}

/** ITU-R BT.601 in full range, as in PS3.3 C.7.6.3.1.2, in place. */
function convertToRgb(data: Uint8Array): void {
  for (let at = 0; at < data.length; at += 3) {
    const light = data[at] ?? 0
    const blue = (data[at + 1] ?? 0) - 128
    const red = (data[at + 2] ?? 0) - 128
    data[at] = clamped(light + 1.402 * red)
    data[at + 1] = clamped(light - 0.344136 * blue - 0.714136 * red)
    data[at + 2] = clamped(light + 1.772 * blue)
  }
}

function clamped(value: number): number {
  return Math.round(Math.min(Math.max(value, 0), 255))
}
