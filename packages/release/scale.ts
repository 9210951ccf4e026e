import { toCocoAnnotation } from '#coco/annotation'
import type { CocoAnnotation, CocoImage, CocoMeasurement } from '#coco/document'
import { lengthOfLine } from '#geometry/polygon'

import { shapeOf, type Size } from './shape.ts'

/** The size of a picture whose longer side has at most this many pixels; never larger than it is. */
export function fittedSize({ width, height }: Size, longestSide: number): Size {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/** An image's entry for a picture of another size: lengths in pixels become those of the picture. */
export function scaledImage(image: CocoImage, size: Size): CocoImage {
  if (isSame(image, size)) return image
  const [x, y] = factors(image, size)
  const mean = Math.sqrt(x * y)
  const { optic_disc: disc, measurements } = image
  return {
    ...image,
    ...size,
    ...(disc !== undefined && {
      optic_disc: {
        ...disc,
        rim_px: Object.fromEntries(
          Object.entries(disc.rim_px).map(([quarter, width]) => [quarter, toTenth(width * mean)]),
        ),
      },
    }),
    ...(measurements !== undefined && {
      measurements: measurements.map((each) => scaledMeasurement(each, [x, y])),
    }),
  }
}

/** An annotation of `image` for a picture of another size. Coordinates are kept to hundredths. */
export function scaledAnnotation(
  annotation: CocoAnnotation,
  image: Size,
  size: Size,
): CocoAnnotation {
  if (isSame(image, size)) return annotation
  const by = factors(image, size)
  const { id, image_id: imageId, category_id: categoryId } = annotation
  const { origin, color, metadata, fields } = annotation
  const scaled = toCocoAnnotation(
    {
      id,
      imageId,
      categoryId,
      shape: shapeOf(annotation).map(({ outer, holes }) => ({
        outer: scaledPoints(outer, by),
        holes: holes.map((hole) => scaledPoints(hole, by)),
      })),
      lines: (annotation.lines ?? []).map((line) => scaledPoints(line, by)),
      keypoints: scaledKeypoints(annotation.keypoints ?? [], by),
      isCrowd: annotation.iscrowd === 1,
      isBox: annotation.isbbox,
      ...(origin !== undefined && { origin }),
      ...(color !== undefined && { color }),
      ...(metadata !== undefined && { metadata }),
      ...(fields !== undefined && { fields }),
    },
    [size.height, size.width],
  )
  return scaled ?? annotation
}

type Factors = readonly [x: number, y: number]

function isSame(a: Size, b: Size): boolean {
  return a.width === b.width && a.height === b.height
}

function factors(from: Size, to: Size): Factors {
  return [to.width / from.width, to.height / from.height]
}

function scaledPoints(points: readonly number[], [x, y]: Factors): number[] {
  return points.map((value, index) => toHundredth(value * (index % 2 === 0 ? x : y)))
}

/** Triples of x, y and visibility. */
function scaledKeypoints(keypoints: readonly number[], [x, y]: Factors): number[] {
  const by = [x, y, 1]
  return keypoints.map((value, index) => toHundredth(value * (by[index % 3] ?? 1)))
}

/** A uniform scale keeps angles; the rounding of a picture's sides changes them by less than a tenth. */
function scaledMeasurement(measurement: CocoMeasurement, by: Factors): CocoMeasurement {
  const points = scaledPoints(measurement.points, by)
  if (measurement.kind !== 'length') return { ...measurement, points }
  return { ...measurement, points, length_px: toTenth(lengthOfLine(points)) }
}

function toHundredth(value: number): number {
  return Math.round(value * 100) / 100
}

function toTenth(value: number): number {
  return Math.round(value * 10) / 10
}
