import { extentOf, labelledPoints, type Placed } from '#annotation/commands'
import type { Image } from '#contract/images'
import { type Box, growBox, unionOfBoxes } from '#geometry/box'
import { type MultiPolygon, ringsOf } from '#geometry/polygon'

import { pictureAddress } from '../api.ts'
import classes from './conflict-dialog.module.css'

interface ShapePreviewProps {
  image: Image
  shape: Placed | null
  /** Shapes that must be inside the picture. */
  around: readonly (Placed | null)[]
  color: string
}

const pictureWidth = 1024

/** A small picture of a shape over its part of the photograph. */
export function ShapePreview({ image, shape, around, color }: ShapePreviewProps) {
  const { x, y, width, height } = frameAround(around, image)
  return (
    <svg viewBox={`${x} ${y} ${width} ${height}`} className={classes['preview']} aria-hidden>
      <image
        href={pictureAddress(image, pictureWidth)}
        width={image.width}
        height={image.height}
        preserveAspectRatio="none"
      />
      {shape !== null && (
        <>
          <path
            d={pathData(shape.geometry)}
            fill={color}
            stroke={color}
            fillRule="evenodd"
            className={classes['shape']}
          />
          <path
            d={shape.lines.map((line) => `M${line.join(' ')}`).join('')}
            fill="none"
            stroke={color}
            className={classes['shape']}
          />
          <path
            d={labelledPoints(shape.keypoints)
              .map((point) => `M${point.x} ${point.y}h0.01`)
              .join('')}
            stroke={color}
            className={classes['points']}
          />
        </>
      )}
    </svg>
  )
}

function frameAround(shapes: readonly (Placed | null)[], image: Image): Box {
  const boxes = shapes.flatMap((shape) => (shape === null ? [] : (extentOf(shape) ?? [])))
  const [first, ...others] = boxes
  if (first === undefined) return { x: 0, y: 0, width: image.width, height: image.height }
  const box = others.reduce(unionOfBoxes, first)
  return growBox(box, Math.max(box.width, box.height) / 4 + 4)
}

function pathData(area: MultiPolygon): string {
  return area
    .flatMap((polygon) => ringsOf(polygon))
    .map((ring) => `M${ring.join(' ')}Z`)
    .join('')
}
