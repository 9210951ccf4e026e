import { assertRgbaImage, type RgbaImage } from './image.ts'

/** Value of a pixel to use: its brightness, or its green only (a red-free photograph). */
export type Channel = 'brightness' | 'green'

/**
 * How values are to be changed in each part of an image: a grid of curves, each for the middle of
 * one of `columns` x `rows` equal parts. It belongs to the image at any size and to any piece of it.
 */
export interface ContrastMaps {
  readonly channel: Channel
  readonly columns: number
  readonly rows: number
  /** 256 bytes for each part, row by row. */
  readonly curves: Uint8Array
}

/** Parts across and down: 8 as in the source. */
const parts = 8

/**
 * Contrast-limited adaptive histogram equalisation, first step: a curve for each part of the image from the
 * histogram of its values. Counts above `clipLimit` times the mean of a histogram are spread over all of it:
 * 1 is the weakest, higher is stronger. A small copy of the image is sufficient. Source: K. Zuiderveld,
 * Contrast Limited Adaptive Histogram Equalization, Graphics Gems IV, 1994. Throws ImageSizeError.
 */
export function contrastMaps(
  image: RgbaImage,
  { channel, clipLimit }: { channel: Channel; clipLimit: number },
): ContrastMaps {
  assertRgbaImage(image)
  const columns = Math.min(parts, image.width)
  const rows = Math.min(parts, image.height)
  const curves = new Uint8Array(256 * columns * rows)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const part = {
        left: Math.floor((column * image.width) / columns),
        right: Math.floor(((column + 1) * image.width) / columns),
        top: Math.floor((row * image.height) / rows),
        bottom: Math.floor(((row + 1) * image.height) / rows),
      }
      const histogram = clipped(histogramOf(image, part, channel), clipLimit)
      curves.set(equalising(histogram), 256 * (row * columns + column))
    }
  }
  return { channel, columns, rows, curves }
}

interface Part {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

function histogramOf({ width, data }: RgbaImage, part: Part, channel: Channel): Float64Array {
  const histogram = new Float64Array(256)
  for (let y = part.top; y < part.bottom; y++) {
    const end = 4 * (y * width + part.right)
    for (let i = 4 * (y * width + part.left); i < end; i += 4) {
      const green = data[i + 1] ?? 0
      const value = channel === 'green' ? green : brightness(data[i] ?? 0, green, data[i + 2] ?? 0)
      histogram[value] = (histogram[value] ?? 0) + 1
    }
  }
  return histogram
}

/** Luma by ITU-R BT.601: 0 to 255. */
function brightness(red: number, green: number, blue: number): number {
  return (19595 * red + 38470 * green + 7471 * blue + 32768) >> 16
}

/** Spreads counts above the limit evenly over all values; counts that then exceed it are kept. */
function clipped(histogram: Float64Array, clipLimit: number): Float64Array {
  const mean = histogram.reduce((sum, count) => sum + count, 0) / 256
  const limit = Math.max(1, clipLimit) * mean
  const excess = histogram.reduce((sum, count) => sum + Math.max(0, count - limit), 0)
  return histogram.map((count) => Math.min(count, limit) + excess / 256)
}

/** The curve under which the histogram becomes flat: its running sum, taken at middles of bins. */
function equalising(histogram: Float64Array): Uint8Array {
  const total = histogram.reduce((sum, count) => sum + count, 0)
  const curve = new Uint8Array(256)
  let below = 0
  for (let value = 0; value < 256; value++) {
    const count = histogram[value] ?? 0
    curve[value] = Math.min(255, Math.floor((256 * (below + count / 2)) / total))
    below += count
  }
  return curve
}

/** Between which two parts of a row or column a pixel lies, and how near to the second: 0 to 256. */
interface Between {
  readonly first: Uint8Array
  readonly second: Uint8Array
  readonly share: Uint16Array
}

/** For `length` pixels that cover the image from `start` over `extent`, both as shares of it. */
function betweenParts(
  length: number,
  count: number,
  { start, extent }: { start: number; extent: number },
): Between {
  const between = {
    first: new Uint8Array(length),
    second: new Uint8Array(length),
    share: new Uint16Array(length),
  }
  for (let i = 0; i < length; i++) {
    const at = (start + (extent * (i + 0.5)) / length) * count - 0.5
    const inGrid = Math.min(Math.max(at, 0), count - 1)
    const first = Math.floor(inGrid)
    between.first[i] = first
    between.second[i] = Math.min(first + 1, count - 1)
    between.share[i] = Math.round(256 * (inGrid - first))
  }
  return between
}

/** Position of a piece in its image, as shares, 0 to 1, of the image's sides. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The whole image as a piece of itself. */
export const everywhere: Place = { x: 0, y: 0, width: 1, height: 1 }

/**
 * The second step, in the piece's own bytes: each value passes through the curves of the four nearest parts,
 * weighted by nearness, so that pieces and sizes of an image match one another. Colours keep their hue: the
 * change in brightness is added to red, green and blue. For green, all three become the new value.
 */
export function applyContrastMaps(piece: RgbaImage, place: Place, maps: ContrastMaps): void {
  const { width, height, data } = piece
  const across = betweenParts(width, maps.columns, { start: place.x, extent: place.width })
  const down = betweenParts(height, maps.rows, { start: place.y, extent: place.height })
  const curves = new Uint16Array(256 * maps.columns)
  const changeRow = maps.channel === 'green' ? changeGreen : changeBrightness
  for (let y = 0; y < height; y++) {
    blendCurves(maps, down, { y, into: curves })
    changeRow(data.subarray(4 * y * width, 4 * (y + 1) * width), across, curves)
  }
}

/** The curves of one row of pixels, between those of the parts above and below; 256 times as high. */
function blendCurves(
  { columns, curves }: ContrastMaps,
  down: Between,
  { y, into }: { y: number; into: Uint16Array },
): void {
  const above = (down.first[y] ?? 0) * into.length
  const below = (down.second[y] ?? 0) * into.length
  const share = down.share[y] ?? 0
  for (let i = 0; i < 256 * columns; i++) {
    into[i] = (curves[above + i] ?? 0) * (256 - share) + (curves[below + i] ?? 0) * share
  }
}

function changeGreen(row: Uint8Array, across: Between, curves: Uint16Array): void {
  for (let x = 0, i = 0; i < row.length; x++, i += 4) {
    const shown = valueAt(x, row[i + 1] ?? 0, across, curves)
    row[i] = shown
    row[i + 1] = shown
    row[i + 2] = shown
  }
}

function changeBrightness(row: Uint8Array, across: Between, curves: Uint16Array): void {
  for (let x = 0, i = 0; i < row.length; x++, i += 4) {
    const [red, green, blue] = [row[i] ?? 0, row[i + 1] ?? 0, row[i + 2] ?? 0]
    const value = brightness(red, green, blue)
    const gain = valueAt(x, value, across, curves) - value
    row[i] = clamped(red + gain)
    row[i + 1] = clamped(green + gain)
    row[i + 2] = clamped(blue + gain)
  }
}

function valueAt(x: number, value: number, across: Between, curves: Uint16Array): number {
  const share = across.share[x] ?? 0
  const left = curves[256 * (across.first[x] ?? 0) + value] ?? 0
  const right = curves[256 * (across.second[x] ?? 0) + value] ?? 0
  return (left * (256 - share) + right * share + 32768) >> 16
}

function clamped(value: number): number {
  return Math.min(255, Math.max(0, value))
}
