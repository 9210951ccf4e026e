/** What Fovea can keep as an image, known by its first bytes and not by its name. */
export const imageFormats = {
  jpeg: { mediaType: 'image/jpeg', name: 'JPEG' },
  png: { mediaType: 'image/png', name: 'PNG' },
  tiff: { mediaType: 'image/tiff', name: 'TIFF' },
  webp: { mediaType: 'image/webp', name: 'WebP' },
  gif: { mediaType: 'image/gif', name: 'GIF' },
  dicom: { mediaType: 'application/dicom', name: 'DICOM' },
} as const

export type ImageFormat = keyof typeof imageFormats

export const acceptedFormats = Object.values(imageFormats)
  .map((format) => format.name)
  .join(', ')

/** How many bytes {@link recogniseFormat} wants to see. */
export const signatureBytes = 132

const signatures: readonly { format: ImageFormat; offset: number; bytes: readonly number[] }[] = [
  { format: 'jpeg', offset: 0, bytes: [0xff, 0xd8, 0xff] },
  { format: 'png', offset: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { format: 'tiff', offset: 0, bytes: [0x49, 0x49, 0x2a, 0x00] },
  { format: 'tiff', offset: 0, bytes: [0x4d, 0x4d, 0x00, 0x2a] },
  { format: 'webp', offset: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
  { format: 'gif', offset: 0, bytes: [0x47, 0x49, 0x46, 0x38] },
  { format: 'dicom', offset: 128, bytes: [0x44, 0x49, 0x43, 0x4d] },
]

/** The format that the first bytes of a file tell, or undefined. */
export function recogniseFormat(start: Uint8Array): ImageFormat | undefined {
  return signatures.find(({ offset, bytes }) =>
    bytes.every((byte, i) => start[offset + i] === byte),
  )?.format
}
