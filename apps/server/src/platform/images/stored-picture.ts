import type { ImageFormat } from './format.ts'

/** A picture in the file store. */
export interface StoredPicture {
  readonly key: string
  readonly format: ImageFormat
  /** Of the file's bytes, in hexadecimal. */
  readonly sha256: string
  /** Of a DICOM file, counted from 0; the first where it is absent. */
  readonly frame?: number
}

/** What names a frame of a picture but the first. */
export function frameOf({ frame = 0 }: Pick<StoredPicture, 'frame'>): string {
  return frame === 0 ? '' : `-f${frame}`
}
