import type { Skeleton, SkeletonLine } from './trace.ts'
import { lengthOf } from './trace.ts'

/** Maximum reach of a spur beyond the vessel that it hangs on, in pixels. */
const farthestOutside = 3
/** A loop up to this many radii of the vessel, plus pixels, is a gap in the map. */
const loopRadii = 4

/**
 * Removes from the skeleton the short dead ends that come from the roughness of an area's outline; if two
 * lines remain at a node they become one. The shortest of a node's spurs is removed first, so that one of the
 * two ends of a vessel's tip stays.
 */
export function pruneSpurs(skeleton: Skeleton): Skeleton {
  let lines = joinLines(skeleton.lines, skeleton.nodes.length)
  for (;;) {
    const spurs = findSpurs({ ...skeleton, lines })
    if (spurs.size === 0) return { ...skeleton, lines }
    lines = joinLines(
      lines.filter((line) => !spurs.has(line)),
      skeleton.nodes.length,
    )
  }
}

function findSpurs({ lines, nodes }: Skeleton): Set<SkeletonLine> {
  const meeting = linesByNode(lines, nodes.length)
  const shortest = new Map<number, { line: SkeletonLine; length: number }>()
  const spurs = new Set<SkeletonLine>()
  for (const line of lines) {
    const length = lengthOf(line.points)
    if (isGap(line, length, nodes)) spurs.add(line)
    const node = rootOf(line, meeting)
    if (node === undefined || length > (nodes[node]?.radius ?? 0) + farthestOutside) continue
    const known = shortest.get(node)
    if (known === undefined || length < known.length) shortest.set(node, { line, length })
  }
  for (const { line } of shortest.values()) spurs.add(line)
  return spurs
}

function isGap({ from, to }: SkeletonLine, length: number, nodes: Skeleton['nodes']): boolean {
  return from === to && length <= loopRadii * (nodes[from]?.radius ?? 0) + farthestOutside
}

/** The node that a dead end hangs on; undefined for other lines. */
function rootOf(
  { from, to }: SkeletonLine,
  meeting: readonly (readonly SkeletonLine[])[],
): number | undefined {
  const [atFrom, atTo] = [meeting[from]?.length ?? 0, meeting[to]?.length ?? 0]
  if (atFrom === 1 && atTo > 1) return to
  return atTo === 1 && atFrom > 1 ? from : undefined
}

/** Joins two lines into one if no third one meets them. */
function joinLines(lines: readonly SkeletonLine[], nodeCount: number): SkeletonLine[] {
  const meeting = linesByNode(lines, nodeCount)
  for (const [node, [first, second]] of meeting.entries()) {
    if (meeting[node]?.length !== 2 || first === undefined || second === undefined) continue
    if (first === second) continue
    const head = first.to === node ? first : reversed(first)
    const tail = second.from === node ? second : reversed(second)
    const joined = {
      points: [...head.points, ...tail.points.slice(1)],
      from: head.from,
      to: tail.to,
    }
    meeting[node] = []
    replace(meeting[joined.from], first, joined)
    replace(meeting[joined.to], second, joined)
  }
  return [...new Set(meeting.flat())]
}

function replace(lines: SkeletonLine[] | undefined, old: SkeletonLine, line: SkeletonLine): void {
  const place = lines?.indexOf(old) ?? -1
  if (lines !== undefined && place >= 0) lines[place] = line
}

function reversed({ points, from, to }: SkeletonLine): SkeletonLine {
  return { points: points.toReversed(), from: to, to: from }
}

/** For each node the lines that meet there; a loop twice. */
function linesByNode(lines: readonly SkeletonLine[], nodeCount: number): SkeletonLine[][] {
  const meeting = Array.from({ length: nodeCount }, (): SkeletonLine[] => [])
  for (const line of lines) {
    meeting[line.from]?.push(line)
    meeting[line.to]?.push(line)
  }
  return meeting
}
