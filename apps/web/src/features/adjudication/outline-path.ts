import { labelledPoints } from '#annotation/commands'
import type { Outline } from '#contract/adjudication'
import { parseSegmentation } from '#geometry/segmentation'
import { ringsOf, type Ring } from '#geometry/polygon'

/** The outlines of an area and open lines as the data of an SVG path. */
export function outlinePath({
  segmentation,
  lines,
}: Pick<Outline, 'segmentation' | 'lines'>): string {
  const closed = parseSegmentation(segmentation).flatMap(ringsOf)
  return [...closed.map((ring) => `${through(ring)}Z`), ...lines.map(through)].join('')
}

/** The labelled keypoints as the data of an SVG path: strokes so short that round ends make them dots. */
export function pointsPath({ keypoints }: Pick<Outline, 'keypoints'>): string {
  return labelledPoints(keypoints)
    .map(({ x, y }) => `${through([x, y])}h0.01`)
    .join('')
}

function through(points: Ring): string {
  return `M${points.map((each) => Number(each.toFixed(1))).join(' ')}`
}
