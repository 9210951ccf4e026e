import { message } from '#contract/messages/message'
import type { PolygonOperations } from '#geometry/boolean'
import { boxContains, boxOf, type Box } from '#geometry/box'
import { encodeShape } from '#geometry/encoding'
import { area, vertexCount, type MultiPolygon } from '#geometry/polygon'
import { boxOfLines, cleanLines, type MultiLine } from '#geometry/line'
import { sanitise } from '#geometry/sanitise'
import { parseSegmentation, SegmentationError } from '#geometry/segmentation'

import { segmentationFaultMessage } from '../../platform/faults/segmentation.ts'
import { Problem } from '../../platform/http/problem.ts'

/**
 * Maximum points of one annotation: more than any person or model draws, so that one call cannot
 * block the server.
 */
export const mostPoints = 200_000
/** Change of an area, per point, that rounding to hundredths may cause. */
const areaTolerance = 0.02

/** An area and open lines, as a caller sends them. */
export interface SentShape {
  readonly segmentation: unknown
  readonly lines: MultiLine
}

/** A shape as it is stored: within the image, with the area and box that belong to it. */
export function readShape(
  sent: SentShape,
  size: { width: number; height: number },
  operations: PolygonOperations,
) {
  return storedShape(parse(sent), size, operations)
}

/**
 * The same for a shape that was drawn. An annotation may have none, but an area that lies outside the
 * image or has no size, or lines outside it, are a mistake of the caller.
 * @throws {Problem} unusable_content
 */
export function readDrawnShape(
  sent: SentShape,
  size: { width: number; height: number },
  operations: PolygonOperations,
) {
  const drawn = parse(sent)
  const shape = storedShape(drawn, size, operations)
  const { width, height } = size
  if (drawn.area.length > 0 && shape.area === 0) {
    const told = message('annotations.noArea', { width, height })
    throw new Problem('unusable_content', told, { fields: { segmentation: told } })
  }
  if (drawn.lines.length > 0 && shape.lines === noLines) {
    const told = message('annotations.noLine', { width, height })
    throw new Problem('unusable_content', told, { fields: { lines: told } })
  }
  return shape
}

/**
 * @param keypoints flat, x, y and visibility; those without visibility are nowhere
 * @throws {Problem} unusable_content if all of them lie outside the image
 */
export function refuseOutside(
  keypoints: readonly number[],
  { width, height }: { width: number; height: number },
): void {
  const labelled = keypoints.flatMap((x, i) => {
    const [y = 0, visibility = 0] = i % 3 === 0 ? keypoints.slice(i + 1) : []
    return visibility > 0 ? [{ x, y }] : []
  })
  const image = { x: 0, y: 0, width, height }
  if (labelled.length === 0 || labelled.some((at) => boxContains(image, at))) return
  const told = message('annotations.noKeypoint', { width, height })
  throw new Problem('unusable_content', told, { fields: { keypoints: told } })
}

/** As the column holds them. */
const noLines = JSON.stringify([])

interface Drawn {
  readonly area: MultiPolygon
  readonly lines: MultiLine
}

/** A shape's columns: within the image, with the area and box that belong to it. */
export function storedShape(
  drawn: Drawn,
  size: { width: number; height: number },
  operations: PolygonOperations,
) {
  const image = { x: 0, y: 0, ...size }
  const shape = resolveOverlaps(drawn.area, image, operations)
  const lines = cleanLines(drawn.lines, image)
  const box = boxOf(shape) ?? boxOfLines(lines) ?? { x: 0, y: 0, width: 0, height: 0 }
  return {
    geometry: Buffer.from(encodeShape(shape)),
    lines: JSON.stringify(lines),
    area: area(shape),
    box_x: box.x,
    box_y: box.y,
    box_width: box.width,
    box_height: box.height,
  }
}

/** A shape that crosses or overlaps itself is resolved; any other is kept point by point. */
function resolveOverlaps(
  shape: MultiPolygon,
  image: Box,
  operations: PolygonOperations,
): MultiPolygon {
  const kept = sanitise(shape, image)
  if (shape.length === 0) return kept
  const resolved = sanitise(operations.union(shape, []), image)
  const isSimple = Math.abs(area(resolved) - area(kept)) <= areaTolerance * vertexCount(shape)
  return isSimple ? kept : resolved
}

/** Points of an area and of lines. */
export function pointCount({ area: shape, lines }: Drawn): number {
  return lines.reduce((count, line) => count + line.length / 2, vertexCount(shape))
}

function parse({ segmentation, lines }: SentShape): Drawn {
  try {
    const drawn = { area: parseSegmentation(segmentation), lines }
    if (pointCount(drawn) > mostPoints) {
      throw new Problem('too_large', message('annotations.tooManyPoints', { most: mostPoints }))
    }
    return drawn
  } catch (error) {
    if (!(error instanceof SegmentationError)) throw error
    const told = message('annotations.unusableSegmentation', {
      detail: segmentationFaultMessage(error.fault),
    })
    throw new Problem('unusable_content', told, { fields: { segmentation: told } })
  }
}
