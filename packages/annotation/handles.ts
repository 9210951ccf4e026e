import { type Box, growBox } from '#geometry/box'
import { addressOnLine, lengthOfLines, type MultiLine, nearestOnLines } from '#geometry/line'
import { nearestEdge } from '#geometry/locate'
import { distance, type Point } from '#geometry/point'
import { PointGrid } from '#geometry/point-grid'
import type { MultiPolygon, Ring, VertexAddress } from '#geometry/polygon'
import { area, pointOf, ringsOf } from '#geometry/polygon'
import { coversPoint, ringsTouching } from '#geometry/spans'
import type { Annotation } from './document.ts'
import { extentOf } from './commands.ts'
import type { Aim } from './reach.ts'
import { handleReach, reachInside, reachOf } from './reach.ts'
import { selectSettings } from './tools/select/settings.ts'
import type { View } from './view.ts'
import { inImagePixels } from './view.ts'

/** A grip on the outline, or on an open line: a vertex to be moved, or the middle of an edge to put a vertex at. */
export interface Handle {
  readonly role: 'vertex' | 'midpoint' | 'corner'
  readonly address: VertexAddress
  readonly at: Point
}

/** The handles of an annotation; those of each ring or line are chosen when they are first asked for. */
export interface Handles {
  readonly geometry: MultiPolygon
  readonly outlines: RingsHandles
  readonly lines: RingsHandles
  /** At least as many as there are. */
  readonly most: number
}

interface Grips {
  readonly role: Handle['role']
  readonly grid: PointGrid
  /** Vertex of each. */
  readonly vertices: readonly number[]
}

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
  const outlines = new RingsHandles(outlinesOf(geometry), {
    spacing,
    kind: isBox ? 'box' : 'outline',
  })
  const hasRoom = hasRoomForLines({ geometry, lines }, spacing)
  const open = new RingsHandles(hasRoom ? linesAt(lines) : [], { spacing, kind: 'line' })
  return { geometry, outlines, lines: open, most: outlines.most + open.most }
}

/** A ring or a line, the first two numbers of the addresses of its vertices, and how far it extends. */
interface Place {
  readonly ring: Ring
  readonly address: readonly [polygon: number, ring: number]
  /** Of the closed ring. */
  readonly length: number
  readonly longestEdge: number
}

const outlines = new WeakMap<MultiPolygon, readonly Place[]>()

/** In the order of polygons, outer rings before holes. */
function outlinesOf(geometry: MultiPolygon): readonly Place[] {
  const known = outlines.get(geometry)
  if (known !== undefined) return known
  const places = geometry.flatMap((polygon, number) =>
    ringsOf(polygon).map((ring, place) => placeOf(ring, [number, place])),
  )
  outlines.set(geometry, places)
  return places
}

function linesAt(lines: MultiLine): readonly Place[] {
  return lines.map((ring, number) => placeOf(ring, [addressOnLine(number, 0).polygon, number]))
}

function placeOf(ring: Ring, address: Place['address']): Place {
  return { ring, address, ...extentOfRing(ring) }
}

/** In an area as narrow as a few handles, those of its centre line would hide those of its outline. */
function hasRoomForLines(
  { geometry, lines }: Pick<Annotation, 'geometry' | 'lines'>,
  spacing: number,
): boolean {
  return geometry.length === 0 || area(geometry) >= 2 * spacing * lengthOfLines(lines)
}

interface Choice {
  /** In image pixels. */
  readonly spacing: number
  /** The last point of a line is not joined to its first, and a box has no midpoints. */
  readonly kind: 'outline' | 'box' | 'line'
}

/** The handles of many rings or lines; those of each are chosen when they are first asked for. */
class RingsHandles {
  /** At least as many as there are. */
  readonly most: number
  readonly #places: readonly Place[]
  readonly #choice: Choice
  readonly #rings: RingHandles[] = []

  constructor(places: readonly Place[], choice: Choice) {
    this.#places = places
    this.#choice = choice
    this.most = places.reduce((sum, place) => sum + mostOf(place, choice.spacing), 0)
  }

  get numbers(): readonly number[] {
    return [...this.#places.keys()]
  }

  /** Of the rings with these numbers, those in a box of the image, midpoints first. */
  in(box: Box, numbers: readonly number[]): readonly [midpoints: Handle[], vertices: Handle[]] {
    const [midpoints, vertices]: [Handle[], Handle[]] = [[], []]
    for (const number of numbers) {
      const place = this.#places[number]
      if (place === undefined) continue
      this.#rings[number] ??= new RingHandles({ ...place, ...this.#choice })
      this.#rings[number].addIn(box, { midpoints, vertices })
    }
    return [midpoints, vertices]
  }
}

function mostOf({ ring, length, longestEdge }: Place, spacing: number): number {
  const mostAlong = (least: number) => Math.min(ring.length / 2, Math.floor(length / least) + 1)
  return mostAlong(spacing) + (longestEdge >= 2 * spacing ? mostAlong(2 * spacing) : 0)
}

type RingAt = Place & Choice

interface Found {
  readonly midpoints: Handle[]
  readonly vertices: Handle[]
}

/** The handles of one ring or line. */
class RingHandles {
  readonly #address: Place['address']
  readonly #midpoints: Grips
  readonly #vertices: Grips

  constructor(at: RingAt) {
    this.#address = at.address
    this.#midpoints = midpointsOf(at)
    this.#vertices = spacedVerticesOf(at)
  }

  /** Adds those in a box of the image. */
  addIn(box: Box, { midpoints, vertices }: Found): void {
    this.#add(this.#midpoints, box, midpoints)
    this.#add(this.#vertices, box, vertices)
  }

  #add({ role, grid, vertices }: Grips, box: Box, found: Handle[]): void {
    const [polygon, ring] = this.#address
    for (const index of grid.in(box)) {
      const address = { polygon, ring, vertex: vertices[index] ?? 0 }
      found.push({ role, address, at: pointOf(grid.points, index) })
    }
  }
}

interface Extent {
  /** Of the closed ring. */
  readonly length: number
  readonly longestEdge: number
}

const extents = new WeakMap<Ring, Extent>()

function extentOfRing(ring: Ring): Extent {
  const known = extents.get(ring)
  if (known !== undefined) return known
  let [length, longestEdge] = [0, 0]
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const dx = (ring[i] ?? 0) - (ring[j] ?? 0)
    const dy = (ring[i + 1] ?? 0) - (ring[j + 1] ?? 0)
    const edge = Math.sqrt(dx * dx + dy * dy)
    length += edge
    if (edge > longestEdge) longestEdge = edge
  }
  const extent = { length, longestEdge }
  extents.set(ring, extent)
  return extent
}

function spacedVerticesOf({ ring, spacing, kind }: RingAt): Grips {
  const least = spacing * spacing
  const [points, vertices]: [number[], number[]] = [[], []]
  let lastX = ring[0] ?? 0
  let lastY = ring[1] ?? 0
  for (let i = 0; i < ring.length; i += 2) {
    const x = ring[i] ?? 0
    const y = ring[i + 1] ?? 0
    const dx = x - lastX
    const dy = y - lastY
    if (dx * dx + dy * dy < least && i > 0) continue
    points.push(x, y)
    vertices.push(i / 2)
    lastX = x
    lastY = y
  }
  return { role: kind === 'box' ? 'corner' : 'vertex', grid: new PointGrid(points), vertices }
}

/** Edges of less than twice the spacing get none. */
function midpointsOf({ ring, spacing, kind }: RingAt): Grips {
  const least = 4 * spacing * spacing
  const [points, vertices]: [number[], number[]] = [[], []]
  const end = { outline: ring.length, line: ring.length - 2, box: 0 }[kind]
  for (let i = 0; i < end; i += 2) {
    const next = i + 2 === ring.length ? 0 : i + 2
    const x = ring[i] ?? 0
    const y = ring[i + 1] ?? 0
    const dx = (ring[next] ?? 0) - x
    const dy = (ring[next + 1] ?? 0) - y
    if (dx * dx + dy * dy < least) continue
    points.push(x + dx / 2, y + dy / 2)
    vertices.push(i / 2)
  }
  return { role: 'midpoint', grid: new PointGrid(points), vertices }
}

/** The handles in a box of the image, midpoints first, as they are painted. */
export function handlesIn({ geometry, outlines: rings, lines }: Handles, box: Box): Handle[] {
  const ofRings = rings.in(box, ringsTouching(geometry, box))
  const ofLines = lines.in(box, lines.numbers)
  return [...ofRings[0], ...ofLines[0], ...ofRings[1], ...ofLines[1]]
}

/**
 * The handle that a press takes: the vertex that it is on, else the nearest handle within reach of the
 * pointer.
 */
export function handleAt(annotation: Annotation, view: View, aim: Aim): Handle | null {
  const handles = handlesOf(annotation, view)
  if (handles === null) return null
  const reach = reachOfHandles(annotation, view, aim)
  const near = handlesIn(handles, growBox({ ...aim.at, width: 0, height: 0 }, reach))
    .map((handle) => ({ handle, away: distance(handle.at, aim.at) }))
    .filter(({ away }) => away <= reach)
    .toSorted((a, b) => a.away - b.away)
  const vertex = near.find(({ handle, away }) => handle.role !== 'midpoint' && isOn(away, view))
  return (vertex ?? near[0])?.handle ?? null
}

/** Whether a distance in image pixels is no farther than a handle reaches for any pointer. */
export function isOn(away: number, view: View): boolean {
  return away <= inImagePixels(view, handleReach)
}

/** In image pixels. The middle of an area moves it, and so is left free. */
export function reachOfHandles(annotation: Annotation, view: View, aim: Aim): number {
  const box = extentOf(annotation)
  return box !== null && coversPoint(annotation.geometry, aim.at)
    ? reachInside(box, aim, view)
    : reachOf(aim, view)
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
