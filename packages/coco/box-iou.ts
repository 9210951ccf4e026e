import type { CocoBox } from './document.ts'

/**
 * Intersection over union of two boxes in the same pixels, 0 where nothing is shared. With
 * `truthIsCrowd` it is the intersection over the detection alone (maskApi.c, bbIou).
 */
export function boxIou(detection: CocoBox, truth: CocoBox, truthIsCrowd = false): number {
  const width = overlap([detection[0], detection[2]], [truth[0], truth[2]])
  const height = overlap([detection[1], detection[3]], [truth[1], truth[3]])
  const shared = width * height
  if (shared === 0) return 0
  const detected = detection[2] * detection[3]
  return shared / (truthIsCrowd ? detected : detected + truth[2] * truth[3] - shared)
}

type Span = readonly [start: number, length: number]

function overlap(a: Span, b: Span): number {
  return Math.max(0, Math.min(a[0] + a[1], b[0] + b[1]) - Math.max(a[0], b[0]))
}
