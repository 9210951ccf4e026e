import { elementsOf } from './attributes.ts'
import { decodeAscii } from './character-set.ts'
import { longRepresentations, type DataElement, type DataSet } from './data-set.ts'
import type { DicomFile } from './file.ts'
import { lossOf } from './lossy.ts'
import type { PixelData } from './pixel-data.ts'
import type { FrameSamples } from './pixel-frame.ts'
import { RefusalError } from './refusal.ts'
import { explicitLittleEndian } from './transfer-syntax.ts'
import { writeElements, type ElementSource } from './write-elements.ts'
import { fileHeader } from './write-file.ts'

/**
 * A frame's samples as plain pixels in little endian, in the layout described by `stored`: its bits allocated
 * and planar configuration. Throws a RefusalError if they do not fit.
 */
export function plainFrame(frame: FrameSamples, stored: PixelData): Uint8Array {
  const { rows, columns, samplesPerPixel, isPlanar, bitsAllocated } = stored
  const { values, pixelStep, sampleStep } = frame.samples
  checkFit(frame, stored)
  const count = rows * columns
  const to = isPlanar
    ? { pixelStep: 1, sampleStep: count }
    : { pixelStep: samplesPerPixel, sampleStep: 1 }
  const size = bitsAllocated / 8
  const bytes = new Uint8Array(count * samplesPerPixel * size)
  const extend = signExtension(frame, stored)
  for (let sample = 0; sample < samplesPerPixel; sample++) {
    for (let pixel = 0; pixel < count; pixel++) {
      const value = extend(values[pixel * pixelStep + sample * sampleStep] ?? 0)
      const at = (pixel * to.pixelStep + sample * to.sampleStep) * size
      for (let byte = 0; byte < size; byte++) bytes[at + byte] = value >>> (8 * byte)
    }
  }
  return bytes
}

function checkFit({ pixels, isDecoded }: FrameSamples, stored: PixelData): void {
  const { bitsAllocated, bitsStored, highBit } = stored
  const isAtTheBottom = !isDecoded || highBit === bitsStored - 1
  if (bitsAllocated >= 8 && pixels.bitsStored <= bitsAllocated && isAtTheBottom) return
  throw new RefusalError({
    kind: 'bits',
    stored: pixels.bitsStored,
    allocated: bitsAllocated,
    high: highBit,
  })
}

/** Numbers below nought fill the allocated bits, as readers expect that look at no Bits Stored. */
function signExtension({ pixels, isDecoded }: FrameSamples, { isSigned }: PixelData) {
  if (!isDecoded || !isSigned) return (value: number) => value
  const unused = 32 - pixels.bitsStored
  return (value: number) => (value << unused) >> unused
}

/** Photometric Interpretation of a frame's samples as plain pixels: no colour is shared. */
export function plainPhotometric({ pixels }: FrameSamples): string {
  const { photometricInterpretation: photometric } = pixels
  return photometric === 'YBR_FULL_422' ? 'YBR_FULL' : photometric
}

/**
 * The file of an object whose frames were decoded to plain pixels, in consecutive parts: everything else
 * stays byte for byte. Throws a RefusalError if the file is not explicit little endian.
 */
export function plainFile(
  { dataSet }: DicomFile,
  stored: PixelData,
  decoded: { readonly frames: readonly Uint8Array[]; readonly photometric: string },
): Uint8Array[] {
  const { frames, photometric } = decoded
  if (dataSet.encoding !== 'explicit-little') {
    throw new RefusalError({ kind: 'not_as_announced' })
  }
  const length = frames.reduce((sum, frame) => sum + frame.length, 0)
  const isLossTold = textOf(dataSet, '00282110') === '01'
  const loss = isLossTold ? [] : elementsOf(lossOf(stored, length))
  const changed = [...descriptionOf(stored, photometric), ...loss]
  const kept = [...dataSet.elements.values()]
    // Signatures and padding behind the pixels are of the old ones.
    .filter(({ tag }) => tag < firstOfPixels && !changed.some((each) => each.tag === tag))
    .map((element) => ({ tag: element.tag, bytes: bytesOf(element) }))
  const elements = [
    ...kept,
    ...changed.map((source) => ({ tag: source.tag, bytes: writeElements([source]) })),
  ].toSorted((a, b) => (a.tag < b.tag ? -1 : 1))
  const header = fileHeader({
    sopClassUid: textOf(dataSet, '00080016'),
    sopInstanceUid: textOf(dataSet, '00080018'),
    transferSyntaxUid: explicitLittleEndian,
  })
  return [
    header,
    ...elements.map(({ bytes }) => bytes),
    pixelHeader(stored.bitsAllocated, length + (length % 2)),
    ...frames,
    new Uint8Array(length % 2),
  ]
}

const firstOfPixels = '7FE00000'

/** Attributes that describe the plain pixels. */
function descriptionOf(stored: PixelData, photometric: string): ElementSource[] {
  const planes = { tag: '00280006', vr: 'US', value: Uint8Array.of(Number(stored.isPlanar), 0) }
  return [
    { tag: '00280004', vr: 'CS', value: photometric },
    ...(stored.samplesPerPixel > 1 ? [planes] : []),
  ]
}

function textOf({ elements }: DataSet, tag: string): string {
  const value = elements.get(tag)?.value ?? new Uint8Array()
  return decodeAscii(value).replace(/[\0 ]+$/, '')
}

/** An element of an explicit data set with its header. */
function bytesOf({ vr = '', value }: DataElement): Uint8Array {
  const before = longRepresentations.has(vr) ? 12 : 8
  return new Uint8Array(value.buffer, value.byteOffset - before, before + value.length)
}

function pixelHeader(bitsAllocated: number, length: number): Uint8Array {
  const letters = Array.from(bitsAllocated > 8 ? 'OW' : 'OB', (letter) => letter.charCodeAt(0))
  const header = Uint8Array.of(0xe0, 0x7f, 0x10, 0x00, ...letters, 0, 0, 0, 0, 0, 0)
  new DataView(header.buffer).setUint32(8, length, true)
  return header
}
