import openCodec from '@cornerstonejs/codec-openjpeg/wasmjs'

import { english, message, type Message } from '#contract/messages/message'
import type { Jpeg2000Header } from '#raster/jpeg2000-header'

/** Samples row by row, interleaved by pixel. */
export interface Jpeg2000Picture {
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3
  readonly data: Uint8Array | Uint16Array
}

/** Samples as stored, pixel by pixel; negative ones plus 2 ** precision. */
export interface Jpeg2000Samples {
  readonly width: number
  readonly height: number
  readonly componentCount: number
  readonly precision: number
  readonly values: Uint8Array | Uint16Array
  readonly colourSpace: number
}

export class UnreadableJpeg2000 extends Error {
  override readonly name = 'UnreadableJpeg2000'
  readonly told: Message

  constructor(told: Message) {
    super(english(told))
    this.told = told
  }
}

const colourSpaces = { ycc: 3, extendedYcc: 4, cmyk: 5 } as const

/** The codec reports errors as lines of text, and continues with the data it has. */
const complaints: Message[] = []
const note = (line: string): void => {
  // Other warnings are about parts that may be ignored, such as a comment.
  const isSevere = /^\[ERROR\]|^\[WARNING\].*(truncated|too short|inconsistent|missing|corrupt)/i
  if (!isSevere.test(line)) return
  const detail = line.replace(/^\[\w+\]\s*/, '').trim()
  complaints.push(message('pictures.decoderSays', { detail }))
}
let codec: ReturnType<typeof openCodec> | undefined

/**
 * Decodes a JPEG 2000 codestream or JP2 file, including high throughput, with OpenJPEG. Its memory
 * grows with the header's size, which the caller has checked.
 * @throws {UnreadableJpeg2000} if it is damaged, incomplete, or of an unsupported kind
 */
export async function decodeJpeg2000Samples(
  bytes: Uint8Array,
  header: Jpeg2000Header,
): Promise<Jpeg2000Samples> {
  refuseUnusual(header)
  refuseSparse(header, bytes.length)
  codec ??= openCodec({ print: note, printErr: note })
  const decoder = new (await codec).J2KDecoder()
  try {
    complaints.length = 0
    decoder.getEncodedBuffer(bytes.length).set(bytes)
    decodeOrThrow(decoder)
    const { width, height, componentCount, bitsPerSample } = decoder.getFrameInfo()
    const values = maskedCopy(decoder.getDecodedBuffer(), bitsPerSample)
    const count = width * height
    if (values.length !== count * componentCount || count !== header.width * header.height) {
      throw new UnreadableJpeg2000(message('pictures.otherPixels'))
    }
    const colourSpace = decoder.getColorSpace()
    return { width, height, componentCount, precision: bitsPerSample, values, colourSpace }
  } finally {
    decoder.delete()
  }
}

/**
 * The picture of a JPEG 2000 file. Opacity is dropped, and signed samples are shifted to start at
 * zero.
 * @throws {UnreadableJpeg2000} as above, and if it is CMYK
 */
export async function decodeJpeg2000(
  bytes: Uint8Array,
  header: Jpeg2000Header,
): Promise<Jpeg2000Picture> {
  const decoded = await decodeJpeg2000Samples(bytes, header)
  const { width, height, componentCount, precision, values, colourSpace } = decoded
  if (colourSpace === colourSpaces.cmyk) throw new UnreadableJpeg2000(message('pictures.cmyk'))
  if (header.isSigned) moveAboveNought(values, precision)
  const data = firstChannels(values, componentCount)
  const isYcc = colourSpace === colourSpaces.ycc || colourSpace === colourSpaces.extendedYcc
  const count = width * height
  if (isYcc && data.length === count * 3) convertToRgb(data, 2 ** precision)
  return { width, height, channels: data.length === count ? 1 : 3, data }
}

/** The codec throws addresses in its memory, if it throws at all. */
function decodeOrThrow(decoder: { decode(): void }): void {
  try {
    decoder.decode()
  } catch {
    complaints.push(message('pictures.decoderFails'))
  }
  const [complaint] = complaints
  if (complaint !== undefined) throw new UnreadableJpeg2000(complaint)
}

function refuseUnusual({ depths, isFullResolution }: Jpeg2000Header): void {
  const [depth = 0] = depths
  const isUsual = depths.length <= 4 && depths.every((each) => each === depth) && depth <= 16
  if (!isUsual) throw new UnreadableJpeg2000(message('pictures.samples'))
  if (!isFullResolution) throw new UnreadableJpeg2000(message('pictures.reduced'))
}

/** For this many samples the codec needs less than 300 MB, whatever the file holds. */
const fewSamples = 32_000_000
/** Bits a sample: a photograph has more, however lossy its compression. */
const leastBitsPerSample = 0.02

/**
 * A few bytes may declare a hundred million pixels, for which the codec allocates memory all the
 * same.
 */
function refuseSparse({ width, height, depths }: Jpeg2000Header, bytes: number): void {
  const samples = width * height * depths.length
  if (samples <= fewSamples || bytes * 8 >= samples * leastBitsPerSample) return
  throw new UnreadableJpeg2000(message('pictures.sparse'))
}

/** Copied, because the codec reuses its memory. */
function maskedCopy(decoded: Uint8Array, bits: number): Uint8Array | Uint16Array {
  const copy = Uint8Array.from(decoded)
  const values = bits <= 8 ? copy : new Uint16Array(copy.buffer)
  const mask = 2 ** bits - 1
  for (let at = 0; at < values.length; at++) values[at] = (values[at] ?? 0) & mask
  return values
}

function moveAboveNought(values: Uint8Array | Uint16Array, bits: number): void {
  const levels = 2 ** bits
  for (let at = 0; at < values.length; at++) values[at] = ((values[at] ?? 0) + levels / 2) % levels
}

/** One channel for one or two components, three for three or four. */
function firstChannels<T extends Uint8Array | Uint16Array>(samples: T, components: number): T {
  const channels = components < 3 ? 1 : 3
  if (channels === components) return samples
  const count = samples.length / components
  for (let pixel = 0; pixel < count; pixel++) {
    for (let channel = 0; channel < channels; channel++) {
      samples[pixel * channels + channel] = samples[pixel * components + channel] ?? 0
    }
  }
  return samples.subarray(0, count * channels) as T
}

/**
 * Converts from full-range YCbCr (ITU-R BT.601), in place; the array clamps values to its range.
 */
function convertToRgb(data: Uint8Array | Uint16Array, levels: number): void {
  const keep = (value: number): number => Math.round(Math.min(Math.max(value, 0), levels - 1))
  for (let at = 0; at + 2 < data.length; at += 3) {
    const [y = 0, cb = 0, cr = 0] = data.subarray(at, at + 3)
    const [blue, red] = [cb - levels / 2, cr - levels / 2]
    data[at] = keep(y + 1.402 * red)
    data[at + 1] = keep(y - 0.344136 * blue - 0.714136 * red)
    data[at + 2] = keep(y + 1.772 * blue)
  }
}
