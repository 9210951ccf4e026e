import {
  decodeToBitmap,
  encodeBitmap,
  rleBoundingBox,
  rleOfCounts,
  type Rle,
  type RleSize,
} from '#coco/rle'
import type { Box } from '#geometry/box'
import { DamagedAnnotation, type ImageSize } from './labelled-image.ts'

/** Largest bitmap, in pixels, that is made of a mask. */
const mostPixels = 120_000_000

/**
 * A mask in CVAT's form: run lengths along the rows of a box of whole pixels, background first.
 */
export interface BoxedRuns {
  readonly box: Box
  readonly counts: readonly number[]
}

/** Throws DamagedAnnotation if the runs do not fill the box, or it is not within the image. */
export function maskOfBoxedRuns({ box, counts }: BoxedRuns, { width, height }: ImageSize): Rle {
  const isInside =
    [box.x, box.y, box.width, box.height].every((value) => Number.isInteger(value) && value >= 0) &&
    box.x + box.width <= width &&
    box.y + box.height <= height
  const pixels = box.width * box.height
  if (!isInside || pixels === 0 || pixels > mostPixels) throw new DamagedAnnotation('mask')
  const bitmap = new Uint8Array(pixels)
  let at = 0
  for (const [index, count] of counts.entries()) {
    if (!Number.isInteger(count) || count < 0) throw new DamagedAnnotation('mask')
    if (index % 2 === 1) bitmap.fill(1, at, at + count)
    at += count
  }
  if (at !== pixels) throw new DamagedAnnotation('mask')
  return placed(encodeBitmap(bitmap, [box.height, box.width], 'row-major'), box, [height, width])
}

/** Undefined for an empty mask. */
export function boxedRunsOfMask(mask: Rle): BoxedRuns | undefined {
  const box = rleBoundingBox(mask)
  if (box === undefined) return undefined
  const bitmap = decodeToBitmap(mask, 'row-major')
  const [, width] = mask.size
  const counts = rowRuns(bitmap, { box, width })
  return { box, counts }
}

function rowRuns(bitmap: Uint8Array, { box, width }: { box: Box; width: number }): number[] {
  const counts: number[] = []
  let [inside, run] = [0, 0]
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) {
      const here = bitmap[y * width + x] ?? 0
      if (here !== inside) {
        counts.push(run)
        ;[inside, run] = [here, 0]
      }
      run++
    }
  }
  counts.push(run)
  return counts
}

/** A mask of a box as one of the image around it. */
function placed(mask: Rle, box: Box, size: RleSize): Rle {
  const [height, width] = size
  const counts: number[] = []
  const below = height - box.y - box.height
  const push = (run: number, inside: number): void => {
    if (run === 0 && counts.length > 0) return
    if (counts.length % 2 === inside) counts.push(run)
    else if (counts.length === 0) counts.push(0, run)
    else counts[counts.length - 1] = (counts.at(-1) ?? 0) + run
  }
  let [column, down] = [0, 0]
  push(box.x * height + box.y, 0)
  for (const [index, count] of mask.counts.entries()) {
    let left = count
    while (left > 0) {
      const run = Math.min(left, box.height - down)
      push(run, index % 2)
      left -= run
      down += run
      if (down < box.height) continue
      ;[column, down] = [column + 1, 0]
      push(column === box.width ? below : below + box.y, 0)
    }
  }
  push((width - box.x - box.width) * height, 0)
  return rleOfCounts(size, counts)
}
