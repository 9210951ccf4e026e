import { createHmac } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

import sharp from 'sharp'

import { deidentify, type LookedAt } from '#dicom/deidentify/deidentify'
import { readFrameHeader } from '#dicom/jpeg/frame-header'
import {
  fundusPhotograph,
  transferSyntaxFor,
  type PhotographPixels,
} from '#dicom/objects/photograph'
import { writeObject } from '#dicom/write-file'

import type { DecodeRequest, Deidentification, MaskObstacle } from './decode-messages.ts'
import { decodeDicom, dicomSupport, readDicom } from './dicom-pixels.ts'
import { maskSurround, obstacleOf } from './mask-surround.ts'
import { plainPixels } from './plain-pixels.ts'
import type { FileRefusal } from './refusal.ts'

/** Why the area outside of the field of view cannot be masked. */
interface CannotMask {
  readonly ok: false
  readonly obstacle: MaskObstacle
}

type WriteRequest = Extract<DecodeRequest, { kind: 'dicom' }>

/** The upright picture as interleaved RGB. */
export type ReadRgb = () => Promise<{ width: number; height: number; data: Uint8Array }>

/**
 * Writes the requested DICOM file: the source, if it is DICOM, or its picture wrapped as a
 * photograph; de-identified and masked on request. A refusal states why this is impossible.
 */
export async function writeDicom(
  request: WriteRequest,
  readRgb: ReadRgb,
): Promise<{ readonly ok: true } | FileRefusal | CannotMask> {
  const { source, target, wrap, deidentification, plain } = request
  const whole = wrap === null ? await readFile(source) : await wrapped(request, wrap, readRgb)
  const result = deidentification === null ? asIs(whole) : await hidden(whole, deidentification)
  if (!result.ok) return result
  const written =
    plain === null
      ? { ok: true as const, parts: [result.bytes] }
      : await plainPixels(result.bytes, plain)
  if (written.ok) await writeFile(target, written.parts)
  return written
}

function asIs(bytes: Uint8Array) {
  return { ok: true, bytes } as const
}

async function hidden(whole: Uint8Array, deidentification: Deidentification) {
  const seen = await asSeen(whole, deidentification)
  if (seen?.ok === false) return seen
  const hash = (text: string): Uint8Array =>
    createHmac('sha256', deidentification.secret).update(text).digest()
  return deidentify(whole, dicomSupport, hash, seen)
}

/** The picture that a person has looked at, and the part of it to keep; undefined if nobody has. */
async function asSeen(
  whole: Uint8Array,
  { mask }: Deidentification,
): Promise<({ readonly ok: true } & LookedAt) | FileRefusal | CannotMask | undefined> {
  if (mask === null) return undefined
  if (!mask) return { ok: true, masked: undefined }
  const read = readDicom(whole)
  if (!read.ok) return read
  const decoded = await decodeDicom(whole)
  if (!decoded.ok) return decoded
  const obstacle = read.instance.pixels && obstacleOf(read.instance.pixels)
  const masked = obstacle === null ? maskSurround(decoded.pixels) : null
  return masked === null ? { ok: false, obstacle: obstacle ?? 'no_field' } : { ok: true, masked }
}

async function wrapped(
  { source, format, deidentification }: WriteRequest,
  { context, laterality, acquiredAt, synchronizationUid }: NonNullable<WriteRequest['wrap']>,
  readRgb: ReadRgb,
): Promise<Uint8Array> {
  // A masked picture is decoded, and keeps the look in which it was checked.
  const isKept = format === 'jpeg' && deidentification?.mask !== true
  const jpeg = isKept ? await asJpeg(source) : undefined
  const pixels = jpeg ?? (await asRgb(readRgb, format === 'jpeg' || format === 'webp'))
  const photograph = {
    pixels,
    laterality: laterality ?? undefined,
    acquiredAt: acquiredAt ?? undefined,
    hasBurnedInAnnotation: false,
    synchronizationFrameOfReferenceUid: synchronizationUid,
  }
  return writeObject(fundusPhotograph(context, photograph), transferSyntaxFor(pixels))
}

/** An upright baseline JPEG of 8 bits, unchanged; undefined for any other kind. */
async function asJpeg(source: string): Promise<PhotographPixels | undefined> {
  const bytes = await readFile(source)
  const { orientation = 1 } = await sharp(bytes).metadata()
  const { process, precision, rows, columns, components, adobeTransform } = readFrameHeader(bytes)
  const isBaseline = process === 0xc0 && precision === 8
  const isKept = isBaseline && orientation === 1 && (components === 1 || components === 3)
  if (!isKept) return undefined
  const data = { form: 'jpeg', bytes, isRgb: adobeTransform === 0 } as const
  return { rows, columns, samplesPerPixel: components, data, wasLossy: true }
}

async function asRgb(readRgb: ReadRgb, wasLossy: boolean): Promise<PhotographPixels> {
  const { width: columns, height: rows, data: bytes } = await readRgb()
  return { rows, columns, samplesPerPixel: 3, data: { form: 'plain', bytes }, wasLossy }
}
