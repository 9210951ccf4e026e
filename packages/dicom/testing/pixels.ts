import type { PixelData } from '../pixel-data.ts'
import { readFrame } from '../pixel-frame.ts'
import { readInstance } from '../read-instance.ts'
import {
  buildFile,
  photographWith,
  support,
  type ElementSource,
  type Layout,
} from './build-file.ts'

/** The pixel data of a file. */
export function pixelsOf(bytes: Uint8Array): PixelData {
  const result = readInstance(bytes, support)
  if (!result.ok) throw new Error(result.fault.kind)
  if (result.instance.pixels === undefined) throw new Error('There are no pixels.')
  return result.instance.pixels
}

/** The samples of the first frame, as shown. */
export function shown(bytes: Uint8Array): number[] {
  const frame = readFrame(pixelsOf(bytes))
  if (!frame.ok) throw new Error(frame.fault.kind)
  if (frame.form !== 'picture') throw new Error('This is a codestream.')
  return [...frame.picture.data]
}

/** Why the first frame is refused; the form of one that is not. */
export function reasonOf(bytes: Uint8Array): string {
  const frame = readFrame(pixelsOf(bytes))
  return frame.ok ? frame.form : frame.reason
}

/** A photograph of 4 x 2 grey pixels with these changes. */
export const file = (layout: Layout, ...changes: readonly ElementSource[]): Uint8Array =>
  buildFile(photographWith(...changes), layout)

/** Pixels of 12 bits. */
export const deep: readonly ElementSource[] = [
  ['00280100', 'US', 16],
  ['00280101', 'US', 12],
  ['00280102', 'US', 11],
  ['7FE00010', 'OW', [0, 1000, 2000, 3000, 4000, 100, 200, 300]],
]
const twoPixels: readonly ElementSource[] = [
  ['00280010', 'US', 1],
  ['00280011', 'US', 2],
]
/** Two pixels in colour. */
export const colour = (photometric: string, planar: 0 | 1, data: number[]): ElementSource[] => [
  ...twoPixels,
  ['00280002', 'US', 3],
  ['00280004', 'CS', photometric],
  ['00280006', 'US', planar],
  ['7FE00010', 'OB', data],
]
