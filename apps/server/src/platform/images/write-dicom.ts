import { createHmac } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

import sharp from 'sharp'

import { deidentify } from '#dicom/deidentify/deidentify'
import { readFrameHeader } from '#dicom/jpeg/frame-header'
import {
  fundusPhotograph,
  transferSyntaxFor,
  type PhotographPixels,
} from '#dicom/objects/photograph'
import type { Refusal } from '#dicom/refusal'
import { writeObject } from '#dicom/write-file'

import type { DecodeRequest } from './decode-messages.ts'
import { dicomSupport } from './dicom-pixels.ts'
import { plainPixels } from './plain-pixels.ts'

type WriteRequest = Extract<DecodeRequest, { kind: 'dicom' }>

/** The upright picture as interleaved RGB. */
export type ReadRgb = () => Promise<{ width: number; height: number; data: Uint8Array }>

/**
 * Writes the DICOM file that is asked for: the source, where it is one, or its picture wrapped as a
 * photograph; de-identified where a secret is given. A refusal says why that cannot be.
 */
export async function writeDicom(
  request: WriteRequest,
  readRgb: ReadRgb,
): Promise<{ readonly ok: true } | Refusal> {
  const { source, target, wrap, secret, plain } = request
  const whole = wrap === null ? await readFile(source) : await wrapped(request, wrap, readRgb)
  const result = secret === null ? { ok: true as const, bytes: whole } : hidden(whole, secret)
  if (!result.ok) return result
  const written =
    plain === null
      ? { ok: true as const, parts: [result.bytes] }
      : await plainPixels(result.bytes, plain)
  if (written.ok) await writeFile(target, written.parts)
  return written
}

function hidden(whole: Uint8Array, secret: string) {
  const hash = (text: string): Uint8Array => createHmac('sha256', secret).update(text).digest()
  return deidentify(whole, dicomSupport, hash)
}

async function wrapped(
  { source, format }: WriteRequest,
  { context, laterality, acquiredAt, synchronizationUid }: NonNullable<WriteRequest['wrap']>,
  readRgb: ReadRgb,
): Promise<Uint8Array> {
  const jpeg = format === 'jpeg' ? await asJpeg(source) : undefined
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

/** A baseline JPEG of 8 bits that stands upright, as it is; undefined where it is of another kind. */
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
