import type { Point } from '#geometry/point'
import type { MultiPolygon } from '#geometry/polygon'
import { area, signedArea, translate } from '#geometry/polygon'
import { simplify } from '#geometry/simplify'
import { traceContours } from './contour.ts'
import type { Filled } from './flood-fill.ts'
import { FloodFill, pixelsIn, union } from './flood-fill.ts'
import type { RgbaImage } from './image.ts'
import { smoothBitmap } from './smooth.ts'

export interface WandSettings {
  /** Maximum difference of red, green and blue from the clicked pixel: 0 to 255. */
  readonly threshold: number
  /**
   * Permitted roughness of an outline; 0 leaves it along the pixels. The outline is smoothed over a tenth of
   * it, in pixels, to each side, and parts and holes below a quarter of it, in square pixels, count as noise.
   * At 40 these are 4 pixels and 10 square pixels: vessels 2 pixels wide remain.
   */
  readonly blur: number
}

/** How a pick stayed within the permitted number of pixels. */
interface WandLimit {
  /** The lowest threshold that was taken; that of the settings unless an area had run out of its object. */
  readonly threshold: number
  /** Whether a point of the photograph was left out. */
  readonly isStopped: boolean
}

export interface WandPick {
  readonly area: MultiPolygon
  /** Null if all was taken at the threshold of the settings. */
  readonly limit: WandLimit | null
}

/** The pixels around a point, and the threshold that found them. */
interface Found {
  readonly filled: Filled
  readonly threshold: number
}

/** Just above how far the corners of a slanting line of pixels lie from it. */
const tolerance = 0.75

/** Thresholds that are tried if an area runs out of its object. */
const thresholdStep = 2
/** In pixels; smaller areas grow by several times within an object. */
const leastObject = 20
/**
 * An area that grows by more than this factor within a step has run out of its object. On IDRiD's outlined
 * lesions, of which nine in ten run out at the usual threshold, 3 gave the best mean of 2, 3 and 5.
 */
const outgrown = 3

/** Picks areas of like colour out of one photograph, with memory that is made once for all picks. */
export class MagicWand {
  readonly #flood: FloodFill

  /** Uses the photograph's bytes without copying them. Throws ImageSizeError. */
  constructor(photograph: RgbaImage) {
    this.#flood = new FloodFill(photograph)
  }

  /**
   * The area of similar colour around a point in image pixels, with its holes and the islands in them; empty
   * outside the photograph. Rings follow the pixels within 0.75 pixels and may cross themselves if the area
   * is narrower than that.
   */
  pick(point: Point, settings: WandSettings): MultiPolygon {
    return this.pickAlong([point], settings, Infinity)?.area ?? []
  }

  /**
   * The areas around several points together, each by the colour of its own. An area of more pixels than
   * `most` has run out of its object: the part that stands out at a lower threshold counts instead. A point
   * is left out if the areas would have more pixels than `most` with its own; null if none is left.
   */
  pickAlong(
    points: readonly Point[],
    { threshold, blur }: WandSettings,
    most: number,
  ): WandPick | null {
    let all: Found | null = null
    let isStopped = false
    for (const point of points) {
      const together = joined(all, this.#around(point, threshold, most))
      if (together !== null && pixelsIn(together.filled) <= most) all = together
      else isStopped ||= this.#flood.contains(point.x, point.y)
    }
    if (all === null) return isStopped ? null : { area: [], limit: null }
    const isLimited = isStopped || all.threshold < threshold
    const limit = isLimited ? { threshold: all.threshold, isStopped } : null
    return { area: outlineOf(all.filled, blur), limit }
  }

  #around({ x, y }: Point, threshold: number, most: number): Found | null {
    const filled = this.#flood.fill(x, y, threshold, most)
    return filled === null ? this.#standOut({ x, y }, threshold, most) : { filled, threshold }
  }

  /** The area at the highest threshold from which it does not grow at once to several times its size. */
  #standOut({ x, y }: Point, threshold: number, most: number): Found | null {
    let [kept, keptPixels]: [Found | null, number] = [null, 0]
    for (let lower = 0; lower < threshold; lower += thresholdStep) {
      const filled = this.#flood.fill(x, y, lower, most)
      if (filled === null) return kept
      const pixels = pixelsIn(filled)
      if (keptPixels >= leastObject && pixels > outgrown * keptPixels) return kept
      ;[kept, keptPixels] = [{ filled, threshold: lower }, pixels]
    }
    return kept
  }
}

/** Both areas together; null if the second is missing. */
function joined(all: Found | null, found: Found | null): Found | null {
  if (all === null || found === null) return found
  const threshold = Math.min(all.threshold, found.threshold)
  return { filled: union(all.filled, found.filled), threshold }
}

function outlineOf({ bitmap, region }: Filled, blur: number): MultiPolygon {
  const smooth = traceContours(smoothBitmap(bitmap, Math.round(blur / 10)))
  const shape = smooth.length === 0 ? traceContours(bitmap) : smooth
  return simplify(translate(withoutNoise(shape, blur / 4), region.x, region.y), tolerance)
}

/** The shape without parts and holes below an area in square pixels; its largest part stays. */
function withoutNoise(shape: MultiPolygon, least: number): MultiPolygon {
  const areas = shape.map((polygon) => area([polygon]))
  const largest = areas.reduce((most, each) => Math.max(most, each), 0)
  return shape
    .filter((_, i) => (areas[i] ?? 0) >= Math.min(least, largest))
    .map(({ outer, holes }) => ({
      outer,
      holes: holes.filter((hole) => Math.abs(signedArea(hole)) >= least),
    }))
}
