import { message } from '#contract/messages/message'
import type { PolygonOperations } from '#geometry/boolean'
import { boxOf, type Box } from '#geometry/box'
import { encodeShape } from '#geometry/encoding'
import { area, vertexCount, type MultiPolygon } from '#geometry/polygon'
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

/** A segmentation as it is stored: within the image, with the area and box that belong to it. */
export function readShape(
  segmentation: unknown,
  size: { width: number; height: number },
  operations: PolygonOperations,
) {
  return storedShape(parse(segmentation), size, operations)
}

/**
 * The same for a shape that was drawn. An annotation may have none, but one that lies outside the
 * image or has no area is a mistake of the caller.
 * @throws {Problem} unusable_content
 */
export function readDrawnShape(
  segmentation: unknown,
  size: { width: number; height: number },
  operations: PolygonOperations,
) {
  const drawn = parse(segmentation)
  const shape = storedShape(drawn, size, operations)
  if (drawn.length === 0 || shape.area > 0) return shape
  const { width, height } = size
  const told = message('annotations.noArea', { width, height })
  throw new Problem('unusable_content', told, { fields: { segmentation: told } })
}

/** A shape's columns: within the image, with the area and box that belong to it. */
export function storedShape(
  drawn: MultiPolygon,
  size: { width: number; height: number },
  operations: PolygonOperations,
) {
  const shape = resolveOverlaps(drawn, { x: 0, y: 0, ...size }, operations)
  const box = boxOf(shape) ?? { x: 0, y: 0, width: 0, height: 0 }
  return {
    geometry: Buffer.from(encodeShape(shape)),
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

function parse(segmentation: unknown): MultiPolygon {
  try {
    const shape = parseSegmentation(segmentation)
    if (vertexCount(shape) > mostPoints) {
      throw new Problem('too_large', message('annotations.tooManyPoints', { most: mostPoints }))
    }
    return shape
  } catch (error) {
    if (!(error instanceof SegmentationError)) throw error
    const told = message('annotations.unusableSegmentation', {
      detail: segmentationFaultMessage(error.fault),
    })
    throw new Problem('unusable_content', told, { fields: { segmentation: told } })
  }
}
