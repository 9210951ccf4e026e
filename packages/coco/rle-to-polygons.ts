import { mapRings, vertexCount, type MultiPolygon } from '#geometry/polygon'
import { traceContours } from '#raster/contour'
import { RleError, rleBoundingBox, type Rle } from './rle.ts'

/** More corners than this no mask of a lesion has; noise over a whole photograph would. */
const maximumCorners = 200_000 as const
/** Runs beside one another mostly share their corners; noise is refused before it is outlined. */
const maximumRuns = 4 * maximumCorners

/**
 * Traces the outlines of a mask along its pixel edges, including holes, in image pixels; `multiPolygonToRle`
 * turns them into the same mask. Needs two bytes for each pixel of the mask's bounding box. Throws RleError
 * if the outlines would have more than `maximumCorners` corners.
 */
export function rleToPolygons(rle: Rle): MultiPolygon {
  const box = rleBoundingBox(rle)
  if (box === undefined) return []
  if (rle.counts.length > maximumRuns) throw tooManyCorners()
  const data = new Uint8Array(box.width * box.height)
  const [height] = rle.size
  let position = 0
  for (const [index, count] of rle.counts.entries()) {
    if (index % 2 === 1) fillRun(data, { start: position, end: position + count, height, box })
    position += count
  }
  const outlines = traceContours({ width: box.width, height: box.height, data })
  if (vertexCount(outlines) > maximumCorners) throw tooManyCorners()
  return mapRings(outlines, (ring) =>
    ring.map((value, index) => value + (index % 2 === 0 ? box.x : box.y)),
  )
}

interface RunInBox {
  readonly start: number
  readonly end: number
  /** Height of the whole mask; the run proceeds down its columns. */
  readonly height: number
  readonly box: { readonly x: number; readonly y: number; readonly width: number }
}

function fillRun(data: Uint8Array, { start, end, height, box }: RunInBox): void {
  for (let position = start; position < end; position++) {
    const x = Math.floor(position / height)
    data[((position % height) - box.y) * box.width + x - box.x] = 1
  }
}

function tooManyCorners(): RleError {
  return new RleError({ kind: 'corners', most: maximumCorners })
}
