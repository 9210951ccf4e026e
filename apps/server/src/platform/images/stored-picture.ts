import type { ImageFormat } from './format.ts'

/** A picture in the file store. */
export interface StoredPicture {
  readonly key: string
  readonly format: ImageFormat
  /** SHA-256 of the file's bytes, in hexadecimal. */
  readonly sha256: string
  /** For a DICOM file, counted from 0; absent: the first. */
  readonly frame?: number
}

/** Suffix that names a frame of a picture other than the first. */
export function frameOf({ frame = 0 }: Pick<StoredPicture, 'frame'>): string {
  return frame === 0 ? '' : `-f${frame}`
}
