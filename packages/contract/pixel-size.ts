import type { Image } from './images.ts'

/** DICOM's Pixel Spacing: millimetres between rows and between columns. */
const pixelSpacingTag = '00280030'
/** The same in an image's own metadata, for files that are not DICOM. */
const metadataKey = 'micrometres_per_pixel'
/** Pixels whose sides differ by a larger share are not considered square. */
const mostDifference = 0.01

/** The size of an image's pixels on the retina in micrometres, if its file or metadata state it. */
export function micrometresPerPixelOf({
  dicomMeta,
  metadata,
}: Pick<Image, 'dicomMeta' | 'metadata'>): number | null {
  const told = Number(metadata[metadataKey] ?? Number.NaN)
  if (told > 0 && Number.isFinite(told)) return told
  const [rows = Number.NaN, columns = Number.NaN] = (dicomMeta[pixelSpacingTag] ?? '')
    .split(/[\\,]/)
    .map((text) => (text.trim() === '' ? Number.NaN : Number(text)))
  const isSquare = Math.abs(rows - columns) <= mostDifference * Math.max(rows, columns)
  return isSquare && rows > 0 && Number.isFinite(rows) ? (1000 * (rows + columns)) / 2 : null
}
