import path from 'node:path'

import sharp from 'sharp'

import type { Attributes } from '#dicom/attributes'
import { fundusPhotograph, transferSyntaxFor } from '#dicom/objects/photograph'
import { uidOfUuid } from '#dicom/uid'
import { fileHeader, writeDataSet } from '#dicom/write-file'

const photographs = path.join(import.meta.dirname, '../../example-clinic')

/** A photograph of the example clinic as a JPEG of this width. */
export function smallPhotograph(name: string, width: number): Promise<Buffer> {
  return sharp(path.join(photographs, name)).resize(width).jpeg({ quality: 80 }).toBuffer()
}

interface Made {
  /** Number of the study, the series and the object: files with the same number are one object. */
  readonly number: number
  readonly patient: { readonly id: string; readonly name: string }
  /** Replace values that this site's camera writes. */
  readonly changes?: Attributes
  /** The sender, in the file meta information. */
  readonly sourceAeTitle?: string
}

/** A photograph as the OP object of a camera, its pixels the JPEG. */
export async function dicomPhotograph(jpeg: Buffer, made: Made): Promise<Buffer> {
  const { width, height } = await sharp(jpeg).metadata()
  const pixels = {
    rows: height,
    columns: width,
    samplesPerPixel: 3,
    data: { form: 'jpeg', bytes: jpeg, isRgb: false },
    wasLossy: true,
  } as const
  const attributes = { ...objectOf(pixels, made), ...made.changes }
  return fileOf(attributes, transferSyntaxFor(pixels), made.sourceAeTitle)
}

/** A DICOM file of 64 x 48 pixels that is a TIFF file as well (PS3.10 7.1): the preamble says so. */
export function photographWithTiffPreamble(made: Made): Buffer {
  const [width, height] = [64, 48]
  const bytes = Uint8Array.from({ length: width * height * 3 }, (_, at) => (at * 5) % 256)
  const pixels = {
    rows: height,
    columns: width,
    samplesPerPixel: 3,
    data: { form: 'plain', bytes },
    wasLossy: false,
  } as const
  const file = fileOf({ ...objectOf(pixels, made), ...made.changes }, transferSyntaxFor(pixels))
  const directory = tiffDirectory({
    width,
    height,
    pixelsAt: file.length - bytes.length,
    // After the tag, the representation and the length of Data Set Trailing Padding.
    at: file.length + 12,
  })
  file.write('II*\0', 0, 'latin1')
  file.writeUInt32LE(file.length + 12, 4)
  const padding = Buffer.alloc(12)
  padding.writeUInt16LE(0xfffc, 0)
  padding.writeUInt16LE(0xfffc, 2)
  padding.write('OB', 4, 'latin1')
  padding.writeUInt32LE(directory.length, 8)
  return Buffer.concat([file, padding, directory])
}

function objectOf(pixels: Parameters<typeof transferSyntaxFor>[0], made: Made): Attributes {
  const uid = (kind: number): string =>
    uidOfUuid(`00000000-0000-4000-800${kind}-${String(made.number).padStart(12, '0')}`)
  return fundusPhotograph(
    {
      sopInstanceUid: uid(1),
      patient: { ...made.patient, birthDate: '19640309', sex: 'M', age: '062Y' },
      study: {
        instanceUid: uid(2),
        date: '20260714',
        time: '091000',
        id: String(made.number),
        accessionNumber: `A-${made.number}`,
      },
      series: { instanceUid: uid(3), number: 1, description: 'Fundus' },
      device: { manufacturer: 'Maker', model: 'Camera', serialNumber: '7', softwareVersion: '1' },
      created: { day: '2026-07-14', time: '09:10:05', offset: null },
    },
    {
      pixels,
      laterality: 'R',
      acquiredAt: { day: '2026-07-14', time: '09:10:00', offset: null },
      hasBurnedInAnnotation: false,
      synchronizationFrameOfReferenceUid: uid(4),
    },
  )
}

function fileOf(attributes: Attributes, transferSyntaxUid: string, sourceAeTitle?: string): Buffer {
  const header = fileHeader({
    sopClassUid: String(attributes['SOPClassUID']),
    sopInstanceUid: String(attributes['SOPInstanceUID']),
    transferSyntaxUid,
    ...(sourceAeTitle === undefined ? {} : { sourceAeTitle }),
  })
  return Buffer.concat([header, writeDataSet(attributes)])
}

/** The one directory of an uncompressed RGB picture (TIFF 6.0, section 6). */
function tiffDirectory(picture: {
  width: number
  height: number
  pixelsAt: number
  at: number
}): Buffer {
  const { width, height, pixelsAt, at } = picture
  const [short, long] = [3, 4]
  const fields = 9
  const bitsAt = at + 2 + 12 * fields + 4
  const entries = [
    [256, short, 1, width],
    [257, short, 1, height],
    [258, short, 3, bitsAt],
    [259, short, 1, 1],
    [262, short, 1, 2],
    [273, long, 1, pixelsAt],
    [277, short, 1, 3],
    [278, short, 1, height],
    [279, long, 1, width * height * 3],
  ] as const
  const directory = Buffer.alloc(2 + 12 * fields + 4 + 6)
  directory.writeUInt16LE(fields, 0)
  for (const [i, [tag, type, count, value]] of entries.entries()) {
    directory.writeUInt16LE(tag, 2 + 12 * i)
    directory.writeUInt16LE(type, 4 + 12 * i)
    directory.writeUInt32LE(count, 6 + 12 * i)
    directory.writeUInt32LE(value, 10 + 12 * i)
  }
  for (const i of [0, 1, 2]) directory.writeUInt16LE(8, bitsAt - at + 2 * i)
  return directory
}
