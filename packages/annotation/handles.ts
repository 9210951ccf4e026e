import type { Box } from '#geometry/box'
import { addressOnLine, lengthOfLines, nearestOnLines } from '#geometry/line'
import { nearestEdge } from '#geometry/locate'
import type { Point } from '#geometry/point'
import { PointGrid } from '#geometry/point-grid'
import type { MultiPolygon, Ring, VertexAddress } from '#geometry/polygon'
import { area, pointOf, ringsOf } from '#geometry/polygon'
import type { Annotation } from './document.ts'
import { extentOf } from './commands.ts'
import { selectSettings } from './tools/select/settings.ts'
import type { View } from './view.ts'
import { inImagePixels } from './view.ts'

/** A grip on the outline, or on an open line: a vertex to be moved, or the middle of an edge to put a vertex at. */
export interface Handle {
  readonly role: 'vertex' | 'midpoint' | 'corner'
  readonly address: VertexAddress
  readonly at: Point
}

/** The handles of a shape, compact because they may be very many. */
export interface Handles {
  readonly geometry: MultiPolygon
  readonly vertices: Grips
  readonly midpoints: Grips
}

interface Grips {
  readonly role: Handle['role']
  readonly grid: PointGrid
  /** Polygon, ring and vertex of each. */
  readonly addresses: readonly number[]
}

/** Within how many screen pixels a handle is taken. */
export const handleReach = 7
/** Distance in screen pixels that the pointer must move for a press to count as a drag. */
export const dragDistance = 3
/** Minimum distance between handles in screen pixels; closer vertices need a larger zoom. */
const handleSpacing = 12
/** Below this size on the screen, in pixels, an annotation can be moved, but has no handles. */
export const smallestWithHandles = 24

/**
 * The handles of an annotation at the view's zoom; the same object until it or the zoom changes
 * noticeably. If vertices crowd on the screen, some are omitted, so that only distinguishable ones
 * can be dragged. Null for an annotation that is too small.
 */
export function handlesOf(annotation: Annotation, view: View): Handles | null {
  const box = extentOf(annotation)
  const smallest = inImagePixels(view, smallestWithHandles)
  if (box === null || Math.max(box.width, box.height) < smallest) return null
  const step = Math.round(stepsPerDoubling * Math.log2(view.zoom))
  const steps = computed.get(annotation) ?? new Map<number, Handles>()
  computed.set(annotation, steps)
  const known = steps.get(step)
  if (known !== undefined) return known
  const spacing = handleSpacing / 2 ** (step / stepsPerDoubling)
  const handles = computeHandles(annotation, spacing)
  steps.set(step, handles)
  const [first] = steps.keys()
  if (steps.size > mostSteps && first !== undefined) steps.delete(first)
  return handles
}

/** Handles are chosen anew only at certain zooms, since choosing looks at every vertex. */
const stepsPerDoubling = 2
/** Zooms at which the handles of an annotation are kept. */
const mostSteps = 8
const computed = new WeakMap<Annotation, Map<number, Handles>>()

function computeHandles({ geometry, lines, isBox }: Annotation, spacing: number): Handles {
  const vertices: GrowingGrips = { points: [], addresses: [] }
  const midpoints: GrowingGrips = { points: [], addresses: [] }
  for (const [polygon, rings] of geometry.entries()) {
    for (const [index, ring] of ringsOf(rings).entries()) {
      const at = { ring, address: [polygon, index] as const, spacing, isOpen: false }
      addSpacedVertices(vertices, at)
      if (!isBox) addMidpoints(midpoints, at)
    }
  }
  for (const [index, ring] of hasRoomForLines({ geometry, lines }, spacing)
    ? lines.entries()
    : []) {
    const { polygon } = addressOnLine(index, 0)
    const at = { ring, address: [polygon, index] as const, spacing, isOpen: true }
    addSpacedVertices(vertices, at)
    addMidpoints(midpoints, at)
  }
  return {
    geometry,
    vertices: gripsOf(isBox ? 'corner' : 'vertex', vertices),
    midpoints: gripsOf('midpoint', midpoints),
  }
}

/** In an area as narrow as a few handles, those of its centre line would hide those of its outline. */
function hasRoomForLines(
  { geometry, lines }: Pick<Annotation, 'geometry' | 'lines'>,
  spacing: number,
): boolean {
  return geometry.length === 0 || area(geometry) >= 2 * spacing * lengthOfLines(lines)
}

interface GrowingGrips {
  /** Flat coordinates. */
  readonly points: number[]
  readonly addresses: number[]
}

function gripsOf(role: Handle['role'], { points, addresses }: GrowingGrips): Grips {
  return { role, grid: new PointGrid(points), addresses }
}

interface RingAt {
  readonly ring: Ring
  readonly address: readonly [polygon: number, ring: number]
  readonly spacing: number
  /** Whether it is an open line, whose last point is not joined to its first. */
  readonly isOpen: boolean
}

function addSpacedVertices(
  { points, addresses }: GrowingGrips,
  { ring, address: [polygon, index], spacing }: RingAt,
): void {
  const least = spacing * spacing
  let lastX = ring[0] ?? 0
  let lastY = ring[1] ?? 0
  for (let i = 0; i < ring.length; i += 2) {
    const x = ring[i] ?? 0
    const y = ring[i + 1] ?? 0
    const dx = x - lastX
    const dy = y - lastY
    if (dx * dx + dy * dy < least && i > 0) continue
    points.push(x, y)
    addresses.push(polygon, index, i / 2)
    lastX = x
    lastY = y
  }
}

/** Edges of less than twice the spacing get none. */
function addMidpoints(
  { points, addresses }: GrowingGrips,
  { ring, address: [polygon, index], spacing, isOpen }: RingAt,
): void {
  const least = 4 * spacing * spacing
  const end = isOpen ? ring.length - 2 : ring.length
  for (let i = 0; i < end; i += 2) {
    const next = i + 2 === ring.length ? 0 : i + 2
    const x = ring[i] ?? 0
    const y = ring[i + 1] ?? 0
    const dx = (ring[next] ?? 0) - x
    const dy = (ring[next + 1] ?? 0) - y
    if (dx * dx + dy * dy < least) continue
    points.push(x + dx / 2, y + dy / 2)
    addresses.push(polygon, index, i / 2)
  }
}

export function countOf({ vertices, midpoints }: Handles): number {
  return (vertices.addresses.length + midpoints.addresses.length) / 3
}

/** The handles in a box of the image, midpoints first, as they are painted. */
export function handlesIn({ vertices, midpoints }: Handles, box: Box): Handle[] {
  return [midpoints, vertices].flatMap((grips) =>
    grips.grid.in(box).map((index) => handleOf(grips, index)),
  )
}

function handleOf({ role, grid, addresses }: Grips, index: number): Handle {
  const [polygon = 0, ring = 0, vertex = 0] = addresses.slice(3 * index, 3 * index + 3)
  return { role, address: { polygon, ring, vertex }, at: pointOf(grid.points, index) }
}

/** The handle that a press at a point takes, vertices before midpoints, the nearest first. */
export function handleAt(annotation: Annotation, view: View, point: Point): Handle | null {
  const handles = handlesOf(annotation, view)
  if (handles === null) return null
  const reach = inImagePixels(view, handleReach)
  for (const grips of [handles.vertices, handles.midpoints]) {
    const index = grips.grid.nearest(point, reach)
    if (index !== null) return handleOf(grips, index)
  }
  return null
}

/** The place on the outline or a line that a press at a point means for a new vertex, or null. */
export function edgeAt(annotation: Annotation, view: View, point: Point): Handle | null {
  const onOutline = nearestEdge(annotation.geometry, point)
  const onLine = nearestOnLines(annotation.lines, point)
  const isLine = (onLine?.distance ?? Infinity) < (onOutline?.distance ?? Infinity)
  const edge = isLine ? onLine : onOutline
  const reach = inImagePixels(view, selectSettings.valuesIn(view.preferences).tolerance)
  if (edge === null || edge.distance > reach) return null
  return { role: 'midpoint', address: edge.address, at: edge.at }
}
