import type { Point } from '#geometry/point'
import { findComponents } from '#raster/components'
import type { Bitmap, GreyImage } from '#raster/image'
import { createBitmap } from '#raster/image'
import { neighbourOffsets } from '#raster/thin'

/** A line of a skeleton between two of its nodes, by their numbers; places in map pixels. */
export interface SkeletonLine {
  readonly points: readonly Point[]
  readonly from: number
  readonly to: number
}

interface SkeletonNode {
  readonly at: Point
  /** Distance from the area's edge. */
  readonly radius: number
}

export interface Skeleton {
  readonly lines: readonly SkeletonLine[]
  readonly nodes: readonly SkeletonNode[]
}

/**
 * The lines of a skeleton one pixel wide. Nodes are its ends and the connected groups of pixels
 * with three and more neighbours; rings without a node are left out. Takes the distance of each
 * pixel from the edge of the area that the skeleton is of.
 */
export function traceSkeleton(skeleton: Bitmap, edgeDistance: GreyImage): Skeleton {
  const trace = beginTrace(skeleton, edgeDistance)
  const lines: SkeletonLine[] = []
  for (let i = 0; i < skeleton.data.length; i++) {
    if (skeleton.data[i] === 0 || trace.group[i] !== 0 || trace.seen[i] === 1) continue
    const isEnd = trace.neighbours(i).length <= 1
    if (isEnd || groupsBeside(trace, i).length > 0) lines.push(followLine(trace, i))
  }
  return { lines: lines.filter(hasLength), nodes: trace.nodes }
}

interface Trace {
  readonly width: number
  /** The number of the group of junction pixels, 0 for the others. */
  readonly group: Int32Array
  readonly seen: Uint8Array
  readonly nodes: SkeletonNode[]
  readonly neighbours: (i: number) => number[]
  readonly radiusAt: (i: number) => number
}

function beginTrace(skeleton: Bitmap, edgeDistance: GreyImage): Trace {
  const { width, data } = skeleton
  const around = neighbourOffsets(width)
  const neighbours = (i: number): number[] => {
    const found: number[] = []
    for (const offset of around) if (data[i + offset] === 1) found.push(i + offset)
    return found
  }
  const junctions = createBitmap(skeleton)
  for (let i = 0; i < data.length; i++) {
    if (data[i] === 1 && neighbours(i).length >= 3) junctions.data[i] = 1
  }
  const { labels, areas } = findComponents(junctions, 8)
  const radiusAt = (i: number): number => edgeDistance.data[i] ?? 0
  const nodes = Array.from({ length: areas.length - 1 }, () => ({ x: 0, y: 0, radius: 0 }))
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i] ?? 0
    if (label === 0) continue
    const node = nodes[label - 1]
    if (node === undefined) continue
    const share = 1 / (areas[label] ?? 1)
    node.x += share * ((i % width) + 0.5)
    node.y += share * (Math.floor(i / width) + 0.5)
    node.radius = Math.max(node.radius, radiusAt(i))
  }
  return {
    width,
    group: labels,
    seen: new Uint8Array(data.length),
    nodes: nodes.map(({ x, y, radius }) => ({ at: { x, y }, radius })),
    neighbours,
    radiusAt,
  }
}

/** The groups of junction pixels that a pixel of a line touches, one entry for each. */
function groupsBeside({ group, neighbours }: Trace, i: number): number[] {
  return [...new Set(neighbours(i).map((j) => group[j] ?? 0))].filter((number) => number > 0)
}

/** The line that begins with a pixel at an end or beside a junction. */
function followLine(trace: Trace, start: number): SkeletonLine {
  const pixels: number[] = []
  for (let next: number | undefined = start; next !== undefined;) {
    pixels.push(next)
    trace.seen[next] = 1
    next = trace.neighbours(next).find((j) => trace.group[j] === 0 && trace.seen[j] === 0)
  }
  const last = pixels.at(-1) ?? start
  const [first, second] = groupsBeside(trace, start)
  const from = first === undefined ? addEnd(trace, start) : first - 1
  const other = last === start ? second : groupsBeside(trace, last)[0]
  const to = other === undefined ? addEnd(trace, last) : other - 1
  const middle = pixels.map((i) => pointOfPixel(trace, i))
  return { points: [nodeAt(trace, from), ...middle, nodeAt(trace, to)], from, to }
}

function addEnd(trace: Trace, i: number): number {
  return trace.nodes.push({ at: pointOfPixel(trace, i), radius: trace.radiusAt(i) }) - 1
}

function nodeAt({ nodes }: Trace, node: number): Point {
  return nodes[node]?.at ?? { x: 0, y: 0 }
}

function pointOfPixel({ width }: Trace, i: number): Point {
  return { x: (i % width) + 0.5, y: Math.floor(i / width) + 0.5 }
}

/** A single pixel without neighbours, or beside one junction, is no line. */
function hasLength({ points, from, to }: SkeletonLine): boolean {
  return points.length > 3 || from !== to
}

export function lengthOf(points: readonly Point[]): number {
  let length = 0
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]]
    if (a !== undefined && b !== undefined) length += Math.hypot(b.x - a.x, b.y - a.y)
  }
  return length
}
