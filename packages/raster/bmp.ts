import type { RgbImage } from './image.ts'

/** The file is no BMP, damaged, incomplete, or of an unsupported kind. */
export class UnreadableBmp extends Error {
  override readonly name = 'UnreadableBmp'
  readonly fault: BmpFault

  constructor(fault: BmpFault) {
    super(fault.kind)
    this.fault = fault
  }
}

export type BmpFault =
  | {
      readonly kind:
        | 'no_header'
        | 'unknown_header'
        | 'cut_header'
        | 'no_pixels'
        | 'cut_palette'
        | 'cut_pixels'
    }
  /** A kind of packing (biCompression) that is not read at this depth in bits. */
  | { readonly kind: 'packing'; readonly packing: number; readonly depth: number }

/** How the pixels are packed (BITMAPINFOHEADER, biCompression). */
const packings = { rgb: 0, runs8: 1, runs4: 2, masks: 3, masksWithAlpha: 6 } as const

interface Layout {
  readonly width: number
  readonly height: number
  readonly isTopDown: boolean
  /** Bits of a pixel. */
  readonly depth: number
  readonly packing: number
  /** Start of the pixels. */
  readonly start: number
  /** Three bytes a colour: red, green, blue. */
  readonly palette: Uint8Array
  /** Which bits of a pixel are red, green and blue, if it has no palette. */
  readonly masks: readonly [number, number, number]
}

/**
 * Width and height in pixels of a Windows bitmap.
 * @throws {UnreadableBmp}
 */
export function readBmpSize(bytes: Uint8Array): { width: number; height: number } {
  const { width, height } = readLayout(bytes)
  return { width, height }
}

/**
 * The picture of a Windows bitmap: 1, 4, 8, 16, 24 or 32 bits a pixel, with palettes, masks and
 * run-length encoding, from either end (Microsoft Learn, "Bitmap Storage" and the structures there).
 * Opacity is left out. Its memory grows with width times height: see {@link readBmpSize}.
 * @throws {UnreadableBmp}
 */
export function decodeBmp(bytes: Uint8Array): RgbImage {
  const layout = readLayout(bytes)
  const { width, height, packing, depth } = layout
  const data = new Uint8Array(width * height * 3)
  if (packing === packings.runs8 || packing === packings.runs4) {
    paintIndices(data, layout, unpackRuns(bytes, layout))
  } else if (depth <= 8) {
    paintIndices(data, layout, unpackIndices(bytes, layout))
  } else {
    paintColours(data, layout, bytes)
  }
  return { width, height, data }
}

function readLayout(bytes: Uint8Array): Layout {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 26 || view.getUint16(0) !== 0x424d)
    throw new UnreadableBmp({ kind: 'no_header' })
  const headerSize = view.getUint32(14, true)
  const isCore = headerSize === 12
  if (!isCore && (headerSize < 40 || headerSize > 124))
    throw new UnreadableBmp({ kind: 'unknown_header' })
  if (bytes.length < 14 + headerSize) throw new UnreadableBmp({ kind: 'cut_header' })
  const width = isCore ? view.getUint16(18, true) : view.getInt32(18, true)
  const signedHeight = isCore ? view.getUint16(20, true) : view.getInt32(22, true)
  const height = Math.abs(signedHeight)
  if (width <= 0 || height === 0) throw new UnreadableBmp({ kind: 'no_pixels' })
  const depth = view.getUint16(isCore ? 24 : 28, true)
  const packing = isCore ? packings.rgb : view.getUint32(30, true)
  checkKind(depth, packing)
  const hasMasks = packing === packings.masks || packing === packings.masksWithAlpha
  const layout = {
    width,
    height,
    isTopDown: signedHeight < 0,
    depth,
    packing,
    start: view.getUint32(10, true),
    masks: hasMasks ? readMasks(view) : usualMasks(depth),
  }
  return { ...layout, palette: readPalette(view, { ...layout, headerSize, hasMasks }) }
}

const kinds: Readonly<Record<number, readonly number[]>> = {
  [packings.rgb]: [1, 4, 8, 16, 24, 32],
  [packings.runs8]: [8],
  [packings.runs4]: [4],
  [packings.masks]: [16, 32],
  [packings.masksWithAlpha]: [16, 32],
}

function checkKind(depth: number, packing: number): void {
  if (kinds[packing]?.includes(depth) === true) return
  throw new UnreadableBmp({ kind: 'packing', packing, depth })
}

/** Behind the first 40 bytes of the header, within it or after it. */
function readMasks(view: DataView): Layout['masks'] {
  if (view.byteLength < 66) throw new UnreadableBmp({ kind: 'cut_header' })
  return [view.getUint32(54, true), view.getUint32(58, true), view.getUint32(62, true)]
}

function usualMasks(depth: number): Layout['masks'] {
  return depth === 16 ? [0x7c00, 0x3e0, 0x1f] : [0xff0000, 0xff00, 0xff]
}

function readPalette(
  view: DataView,
  { depth, headerSize, hasMasks }: { depth: number; headerSize: number; hasMasks: boolean },
): Uint8Array {
  if (depth > 8) return new Uint8Array(0)
  const isCore = headerSize === 12
  const stated = isCore ? 0 : view.getUint32(46, true)
  const count = stated === 0 ? 2 ** depth : Math.min(stated, 2 ** depth)
  const step = isCore ? 3 : 4
  const start = 14 + headerSize + (hasMasks && headerSize === 40 ? 12 : 0)
  if (view.byteLength < start + count * step) throw new UnreadableBmp({ kind: 'cut_palette' })
  const palette = new Uint8Array(2 ** depth * 3)
  for (let colour = 0; colour < count; colour++) {
    for (let channel = 0; channel < 3; channel++) {
      palette[colour * 3 + channel] = view.getUint8(start + colour * step + 2 - channel)
    }
  }
  return palette
}

/** Bytes of a row, which end at multiples of four; refuses a file that ends before its rows. */
function rowBytes(bytes: Uint8Array, { width, height, depth, start }: Layout): number {
  const row = Math.ceil((width * depth) / 32) * 4
  if (start + row * height > bytes.length) throw new UnreadableBmp({ kind: 'cut_pixels' })
  return row
}

/** Row of the picture at this position in the file. */
function rowInPicture({ isTopDown, height }: Layout, row: number): number {
  return isTopDown ? row : height - 1 - row
}

/** A byte a pixel, in the order of the file's rows. */
function unpackIndices(bytes: Uint8Array, layout: Layout): Uint8Array {
  const { width, height, depth, start } = layout
  const row = rowBytes(bytes, layout)
  const indices = new Uint8Array(width * height)
  const mask = 2 ** depth - 1
  const perByte = 8 / depth
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const byte = bytes[start + y * row + Math.floor(x / perByte)] ?? 0
      indices[y * width + x] = (byte >> (8 - depth * ((x % perByte) + 1))) & mask
    }
  }
  return indices
}

function paintIndices(data: Uint8Array, layout: Layout, indices: Uint8Array): void {
  const { width, height, palette } = layout
  for (let y = 0; y < height; y++) {
    const to = rowInPicture(layout, y) * width
    for (let x = 0; x < width; x++) {
      const colour = (indices[y * width + x] ?? 0) * 3
      data.set(palette.subarray(colour, colour + 3), (to + x) * 3)
    }
  }
}

/** Decodes run-length encoding; skipped pixels keep the first colour. */
function unpackRuns(bytes: Uint8Array, { width, height, depth, start }: Layout): Uint8Array {
  const indices = new Uint8Array(width * height)
  let [at, x, y] = [start, 0, 0]
  const next = (): number => {
    const byte = bytes[at++]
    if (byte === undefined) throw new UnreadableBmp({ kind: 'cut_pixels' })
    return byte
  }
  const put = (index: number): void => {
    if (x < width && y < height) indices[y * width + x] = index
    x++
  }
  const indexIn = (byte: number, place: number): number => {
    if (depth === 8) return byte
    return place % 2 === 0 ? byte >> 4 : byte & 15
  }
  const copy = (count: number): void => {
    const stored = Math.ceil((count * depth) / 8)
    let byte = 0
    for (let place = 0; place < count; place++) {
      if (depth === 8 || place % 2 === 0) byte = next()
      put(indexIn(byte, place))
    }
    if (stored % 2 === 1) next()
  }
  while (y < height) {
    const [count, value] = [next(), next()]
    if (count > 0) {
      for (let place = 0; place < count; place++) put(indexIn(value, place))
    } else if (value === 0) {
      ;[x, y] = [0, y + 1]
    } else if (value === 1) {
      break
    } else if (value === 2) {
      x += next()
      y += next()
    } else {
      copy(value)
    }
  }
  return indices
}

function paintColours(data: Uint8Array, layout: Layout, bytes: Uint8Array): void {
  const { width, height, depth, start } = layout
  const row = rowBytes(bytes, layout)
  const size = depth / 8
  const channels = layout.masks.map(channelOf)
  for (let y = 0; y < height; y++) {
    const to = rowInPicture(layout, y) * width
    for (let x = 0; x < width; x++) {
      const from = start + y * row + x * size
      const pixel =
        ((bytes[from] ?? 0) |
          ((bytes[from + 1] ?? 0) << 8) |
          ((size > 2 ? (bytes[from + 2] ?? 0) : 0) << 16) |
          ((size > 3 ? (bytes[from + 3] ?? 0) : 0) << 24)) >>>
        0
      for (const [channel, read] of channels.entries()) data[(to + x) * 3 + channel] = read(pixel)
    }
  }
}

/** Takes the bits of a mask out of a pixel, as 0 to 255. */
function channelOf(mask: number): (pixel: number) => number {
  if (mask === 0) return () => 0
  const shift = 31 - Math.clz32(mask & -mask)
  const greatest = mask >>> shift
  if (greatest === 255) return (pixel) => (pixel >>> shift) & 255
  return (pixel) => Math.round((((pixel & mask) >>> shift) * 255) / greatest)
}
