/** File formats that Fovea accepts as images, recognised by their first bytes, not their name. */
export const imageFormats = {
  jpeg: { mediaType: 'image/jpeg', name: 'JPEG', extension: 'jpg' },
  png: { mediaType: 'image/png', name: 'PNG', extension: 'png' },
  tiff: { mediaType: 'image/tiff', name: 'TIFF', extension: 'tif' },
  bmp: { mediaType: 'image/bmp', name: 'BMP', extension: 'bmp' },
  webp: { mediaType: 'image/webp', name: 'WebP', extension: 'webp' },
  gif: { mediaType: 'image/gif', name: 'GIF', extension: 'gif' },
  jpeg2000: { mediaType: 'image/jp2', name: 'JPEG 2000', extension: 'jp2' },
  dicom: { mediaType: 'application/dicom', name: 'DICOM', extension: 'dcm' },
} as const

export const dicomMediaType = imageFormats.dicom.mediaType

export type ImageFormat = keyof typeof imageFormats

export const acceptedFormats = Object.values(imageFormats)
  .map((format) => format.name)
  .join(', ')

/** Number of bytes that {@link recogniseFormat} needs. */
export const signatureBytes = 132

interface Signature {
  readonly format: ImageFormat
  readonly offset: number
  /** Undefined: any byte. */
  readonly bytes: readonly (number | undefined)[]
}

const any = undefined
/**
 * The characters BM, four bytes of length, four zero bytes, and the small size of the second
 * header.
 */
const bmp = [0x42, 0x4d, any, any, any, any, 0, 0, 0, 0, any, any, any, any, any, 0, 0, 0]

/**
 * The first match wins: a DICOM file may begin with the header of a TIFF file (PS3.10 section 7.1).
 */
const signatures: readonly Signature[] = [
  { format: 'dicom', offset: 128, bytes: [0x44, 0x49, 0x43, 0x4d] },
  { format: 'jpeg', offset: 0, bytes: [0xff, 0xd8, 0xff] },
  { format: 'png', offset: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { format: 'tiff', offset: 0, bytes: [0x49, 0x49, 0x2a, 0x00] },
  { format: 'tiff', offset: 0, bytes: [0x4d, 0x4d, 0x00, 0x2a] },
  { format: 'tiff', offset: 0, bytes: [0x49, 0x49, 0x2b, 0x00] },
  { format: 'tiff', offset: 0, bytes: [0x4d, 0x4d, 0x00, 0x2b] },
  { format: 'bmp', offset: 0, bytes: bmp },
  { format: 'webp', offset: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
  { format: 'gif', offset: 0, bytes: [0x47, 0x49, 0x46, 0x38] },
  { format: 'jpeg2000', offset: 0, bytes: [0, 0, 0, 0x0c, 0x6a, 0x50, 0x20, 0x20, 0x0d, 0x0a] },
  { format: 'jpeg2000', offset: 0, bytes: [0xff, 0x4f, 0xff, 0x51] },
]

/** Recognises the format by a file's first bytes; undefined if unknown. */
export function recogniseFormat(start: Uint8Array): ImageFormat | undefined {
  return signatures.find(({ offset, bytes }) =>
    bytes.every((byte, i) => byte === any || start[offset + i] === byte),
  )?.format
}
