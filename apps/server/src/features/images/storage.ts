import { imageFormats, type ImageFormat } from '../../platform/images/format.ts'
import type { StoredPicture } from '../../platform/images/stored-picture.ts'
import type { ImageRow } from './queries.ts'

/** Key of an image's original in the file store. */
export function originalKey(datasetName: string, path: string): string {
  return `datasets/${datasetName}/${path}`
}

const formatOf = new Map<string, ImageFormat>(
  Object.entries(imageFormats).map(([format, { mediaType }]) => [mediaType, format as ImageFormat]),
)

export function storedPicture(image: ImageRow, datasetName: string): StoredPicture {
  const format = formatOfMediaType(image.media_type)
  return {
    key: originalKey(datasetName, image.path),
    format,
    sha256: image.sha256.toString('hex'),
    frame: image.frame - 1,
  }
}

/** The format of an image by its stored media type. */
export function formatOfMediaType(mediaType: string): ImageFormat {
  const format = formatOf.get(mediaType)
  if (format === undefined) throw new Error(`No format has the media type ${mediaType}.`)
  return format
}
