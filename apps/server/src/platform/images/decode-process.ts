import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

import sharp, { type Sharp } from 'sharp'

import { imageLimits } from '#contract/images'
import { message, type Message } from '#contract/messages/message'
import { dataSetOf } from '#dicom/file'
import type { Window } from '#dicom/pixel-data'
import type { Instance } from '#dicom/read-instance'
import { documentKindOf, noPicture } from '#dicom/sop-class'
import { decodeBmp, readBmpSize, UnreadableBmp } from '#raster/bmp'
import { readJpeg2000Header } from '#raster/jpeg2000-header'

import { answerParent } from '../answer-parent.ts'
import { bmpFaultMessage } from '../faults/bmp.ts'
import type {
  DecodeAnswer,
  Decoded,
  DecodeRequest,
  DicomFacts,
  ImageSize,
} from './decode-messages.ts'
import { readDocument } from './dicom-document.ts'
import { decodeDicom, readDicom } from './dicom-pixels.ts'
import { imageFormats, type ImageFormat } from './format.ts'
import { decodeJpeg2000, UnreadableJpeg2000 } from './jpeg2000.ts'
import { keptOutline, maskSurround, obstacleOf } from './mask-surround.ts'
import { asAsked, shownOf, type Shown } from './picture-view.ts'
import { Refusal, refusalOf } from './refusal.ts'
import { encode, partOf, photographic, rgbOf } from './shape-picture.ts'
import { writeDicom } from './write-dicom.ts'

/**
 * The program of the decoding process: reads untrusted files outside the server process, so that a hostile
 * one cannot harm it.
 */
sharp.cache(false)
sharp.concurrency(1)

interface OpenPicture {
  readonly picture: Sharp
  /** The picture as it lies in the file, if it has to be turned: turning takes all of it into memory. */
  readonly stored?: Sharp
  readonly size: ImageSize
}

/** An upright 8-bit picture, however the file stores it. */
function openPicture(
  source: string,
  format: ImageFormat,
  { frame = 0, window = null }: Shown = {},
): Promise<OpenPicture> {
  if (format === 'dicom') return openDicom(source, frame, window)
  if (format === 'bmp') return openBmp(source)
  if (format === 'jpeg2000') return openJpeg2000(source)
  return openBySharp(source)
}

/** A picture whose pixels fit into memory. */
async function openForWork(...file: Parameters<typeof openPicture>): Promise<Sharp> {
  const { picture, size } = await openPicture(...file)
  refuseForWork(size)
  return picture
}

async function openBySharp(source: string): Promise<OpenPicture> {
  const options = { limitInputPixels: imageLimits.pixels, failOn: 'error' } as const
  const picture = sharp(source, options)
  const { autoOrient: size, depth, hasProfile } = await picture.metadata()
  const isStreamed = depth === 'uchar' || hasProfile
  refuseTooLarge(size, isStreamed ? imageLimits.pixels : imageLimits.pixelsAtOnce)
  if (isStreamed) return { picture: picture.clone().autoOrient(), stored: picture, size }
  // Bare sensor samples, without colours that a profile would define.
  return { picture: (await withinItsRange(picture)).autoOrient(), size }
}

/**
 * Scales deeper samples from the least to the greatest value, in one window for all channels so that colours
 * do not shift: 12-bit samples stored in 16 bits would otherwise look black.
 */
async function withinItsRange(picture: Sharp): Promise<Sharp> {
  const { channels } = await picture.stats()
  const { channels: count, hasAlpha, depth } = await picture.metadata()
  const shown = hasAlpha ? channels.slice(0, count - 1) : channels
  const least = Math.min(...shown.map(({ min }) => min))
  const greatest = Math.max(...shown.map(({ max }) => max))
  const white = depth === 'ushort' ? 65_535 : 255
  const scale = white / (greatest - least)
  const opaque = hasAlpha ? picture.removeAlpha() : picture
  return Number.isFinite(scale) ? opaque.linear(scale, -least * scale) : opaque
}

async function openBmp(source: string): Promise<OpenPicture> {
  const bytes = await readFile(source)
  refuseTooLarge(readBmpSize(bytes), imageLimits.pixelsAtOnce)
  const { width, height, data } = decodeBmp(bytes)
  return { picture: sharp(data, { raw: { width, height, channels: 3 } }), size: { width, height } }
}

async function openJpeg2000(source: string): Promise<OpenPicture> {
  const bytes = await readFile(source)
  const header = readJpeg2000Header(bytes)
  if (header === undefined) throw new UnreadableJpeg2000(message('pictures.noSize'))
  refuseTooLarge(header, imageLimits.pixelsAtOnce)
  const { width, height, channels, data } = await decodeJpeg2000(bytes, header)
  const picture = sharp(data, { raw: { width, height, channels } })
  return {
    picture: data instanceof Uint16Array ? await withinItsRange(picture) : picture,
    size: { width, height },
  }
}

async function openDicom(
  source: string,
  frame = 0,
  window: Window | null = null,
): Promise<OpenPicture> {
  const decoded = await decodeDicom(await readFile(source), frame, window)
  if (!decoded.ok) throw refusalOf(decoded)
  const { width, height, channels, data } = decoded.pixels
  refuseTooLarge({ width, height }, imageLimits.pixelsAtOnce)
  return { picture: sharp(data, { raw: { width, height, channels } }), size: { width, height } }
}

/** A DICOM file that cannot be decoded is still described: it may be kept. */
async function inspectDicom(source: string): Promise<Decoded> {
  const bytes = await readFile(source)
  const read = readDicom(bytes)
  if (!read.ok) throw refusalOf(read)
  const { pixels } = read.instance
  const dicom = factsOf(bytes, read.instance)
  // A segmentation has pixels but is not a photograph.
  if (documentKindOf(dicom.sopClassUid) !== undefined) throw refusalOf(noPicture(dicom.sopClassUid))
  try {
    const { picture, size } = await openDicom(source)
    await readWhole(picture)
    return { ...size, dicom }
  } catch (error) {
    const isForeign = error instanceof Refusal && error.reason !== 'unusable'
    if (!isForeign || pixels === undefined) throw error
    return { width: pixels.columns, height: pixels.rows, dicom, undecodable: error.told }
  }
}

async function describeDicom(source: string): Promise<Decoded> {
  const bytes = await readFile(source)
  const read = readDicom(bytes)
  if (!read.ok) throw refusalOf(read)
  const { pixels } = read.instance
  const dicom = factsOf(bytes, read.instance)
  return { width: pixels?.columns ?? 0, height: pixels?.rows ?? 0, dicom }
}

function factsOf(bytes: Uint8Array, instance: Instance): DicomFacts {
  const { pixels: _pixels, transferSyntax: _syntax, ...facts } = instance
  return { ...facts, dataSha256: createHash('sha256').update(dataSetOf(bytes)).digest('hex') }
}

async function writeDocument({
  source,
  target,
}: {
  source: string
  target: string
}): Promise<Decoded> {
  const content = readDocument(await readFile(source))
  if (!content.ok) throw refusalOf(content)
  await writeFile(target, content.bytes)
  return { width: 0, height: 0 }
}

/** Only decoding every pixel proves that a file is complete; one channel is held at a time. */
async function readWhole(picture: Sharp): Promise<void> {
  await picture.extractChannel(0).raw().toBuffer()
}

function refuseTooLarge({ width, height }: ImageSize, most: number): void {
  const { side } = imageLimits
  if (width <= side && height <= side && width * height <= most) return
  throw new Refusal(
    'too_large',
    message('files.tooManyPixelsOf', { width, height, most: most / 1e6 }),
  )
}

/** For work that needs all pixels of a picture in memory. */
function refuseForWork({ width, height }: ImageSize): void {
  const most = imageLimits.pixelsAtOnce
  if (width * height <= most) return
  const told = message('files.tooManyPixelsForWork', { width, height, most: most / 1e6 })
  throw new Refusal('too_large', told)
}

async function work(request: DecodeRequest): Promise<Decoded> {
  if (request.kind === 'inspect' && request.format === 'dicom') return inspectDicom(request.source)
  if (request.kind === 'describe') return describeDicom(request.source)
  if (request.kind === 'document') return writeDocument(request)
  if (request.kind === 'dicom') return writeDicomFile(request)
  if (request.kind === 'field') return findKept(request)
  const opened = await openPicture(request.source, request.format, shownOf(request))
  const { picture, size } = opened
  if (request.kind === 'inspect') {
    await readWhole(opened.stored ?? picture)
    return size
  }
  if (request.kind === 'pixels') {
    if (request.part === undefined) refuseForWork(size)
    const { data, ...made } = await rgbOf(partOf(picture, request.part))
    await writeFile(request.target, data)
    return made
  }
  if (request.kind === 'tiles') {
    await picture
      .toColourspace('srgb')
      .flatten({ background: '#000' })
      .jpeg(photographic)
      .tile({ size: request.side, overlap: 0, layout: 'dz' })
      .toFile(request.target)
    return size
  }
  return renderTo(request, { picture, size })
}

async function renderTo(
  request: Extract<DecodeRequest, { kind: 'render' }>,
  { picture, size }: OpenPicture,
): Promise<Decoded> {
  const shown = request.view?.masked === true ? await withoutSurround(picture, size) : picture
  const seen = asAsked(shown, size, request).toColourspace('srgb')
  const { as, view } = request
  const isLarge = size.width * size.height > imageLimits.pixelsAtOnce
  const info = await encode(seen, as, { quality: view?.quality ?? null, isLarge }).toFile(
    request.target,
  )
  return { width: info.width, height: info.height }
}

async function withoutSurround(picture: Sharp, size: ImageSize): Promise<Sharp> {
  refuseForWork(size)
  const { width, height, data } = await rgbOf(picture)
  const masked = maskSurround({ width, height, channels: 3, data })
  if (masked === null) throw new Refusal('unusable', message('images.maskNoField'))
  return sharp(masked.data, { raw: { width, height, channels: 3 } })
}

async function writeDicomFile(
  request: Extract<DecodeRequest, { kind: 'dicom' }>,
): Promise<Decoded> {
  const written = await writeDicom(request, async () =>
    rgbOf(await openForWork(request.source, request.format)),
  )
  if (!written.ok) {
    if (!('obstacle' in written)) throw refusalOf(written)
    throw new Refusal('unusable', message(obstacleTexts[written.obstacle]))
  }
  // A file that is sent unchanged does not need its size.
  return { width: 0, height: 0 }
}

const obstacleTexts = {
  no_field: 'images.maskNoField',
  other_pixels: 'images.maskOtherPixels',
} as const

/** Finds the part of the picture that would remain if its surround were masked. */
async function findKept({
  source,
  format,
  frame,
}: Extract<DecodeRequest, { kind: 'field' }>): Promise<Decoded> {
  const read = format === 'dicom' ? readDicom(await readFile(source)) : undefined
  const pixels = read?.ok === true ? read.instance.pixels : undefined
  const { width, height, data } = await rgbOf(await openForWork(source, format, { frame }))
  const obstacle = pixels === undefined ? null : obstacleOf(pixels)
  const kept = obstacle ?? keptOutline({ width, height, channels: 3, data }) ?? 'no_field'
  return { width, height, kept }
}

async function answer(request: DecodeRequest): Promise<DecodeAnswer> {
  try {
    return { ok: true, decoded: await work(request) }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.reason, told: error.told }
    const { name } = imageFormats[request.format]
    const cause = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    if (/pixel limit|too large/i.test(cause)) {
      return {
        ok: false,
        reason: 'too_large',
        told: message('files.tooManyPixels', { most: imageLimits.pixels / 1e6 }),
      }
    }
    const detail = damageOf(error) ?? cause.replaceAll(request.source, 'the file')
    return {
      ok: false,
      reason: 'unusable',
      told: message('files.damaged', { format: name, detail }),
    }
  }
}

/** Message for a fault of a picture; undefined if only a library's own text describes it. */
function damageOf(error: unknown): Message | undefined {
  if (error instanceof UnreadableJpeg2000) return error.told
  if (error instanceof UnreadableBmp) return bmpFaultMessage(error.fault)
  const isUntold = error instanceof Error && untold.has(error.message)
  return isUntold ? message('pictures.notWhole') : undefined
}

/** Texts of libvips without detail from the library beneath. */
const untold: ReadonlySet<string> = new Set(['', 'Unknown error'])

answerParent(answer)
