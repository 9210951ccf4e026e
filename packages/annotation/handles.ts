import { nearestEdge } from '#geometry/locate'
import type { Point } from '#geometry/point'
import { distance, midpoint } from '#geometry/point'
import type { MultiPolygon, Ring, VertexAddress } from '#geometry/polygon'
import { pointOf, ringsOf } from '#geometry/polygon'
import type { Annotation } from './document.ts'
import { extentOf } from './commands.ts'
import { selectSettings } from './tools/select/settings.ts'
import type { View } from './view.ts'
import { inImagePixels } from './view.ts'

/** A grip on the outline: a vertex to be moved, or the middle of an edge to put a vertex at. */
export interface Handle {
  readonly role: 'vertex' | 'midpoint' | 'corner'
  readonly address: VertexAddress
  readonly at: Point
}

/** Within how many screen pixels a handle is taken. */
export const handleReach = 7
/** Distance in screen pixels that the pointer must move for a press to count as a drag. */
export const dragDistance = 3
/** Minimum distance between handles in screen pixels; closer vertices need a larger zoom. */
const handleSpacing = 12
/** Below this size on the screen, in pixels, an annotation can be moved, but has no handles. */
const smallestWithHandles = 24

/**
 * The handles of an annotation at the view's zoom. If vertices crowd on the screen, some are
 * omitted, so that only distinguishable ones can be dragged.
 */
export function handlesOf(annotation: Annotation, view: View): readonly Handle[] {
  const known = computed.get(annotation)
  if (known?.zoom === view.zoom) return known.handles
  const handles = computeHandles(annotation, view)
  computed.set(annotation, { zoom: view.zoom, handles })
  return handles
}

/** For every move of the pointer the handles are asked for, and they are many. */
const computed = new WeakMap<Annotation, { zoom: number; handles: readonly Handle[] }>()

function computeHandles(annotation: Annotation, view: View): Handle[] {
  const box = extentOf(annotation)
  const smallest = inImagePixels(view, smallestWithHandles)
  if (box === null || Math.max(box.width, box.height) < smallest) return []
  const spacing = inImagePixels(view, handleSpacing)
  return ringsAddressed(annotation.geometry).flatMap(([ring, at]) => {
    const vertices = spacedVertices(ring, spacing).map((vertex): Handle => {
      const role = annotation.isBox ? 'corner' : 'vertex'
      return { role, address: { ...at, vertex }, at: pointOf(ring, vertex) }
    })
    return annotation.isBox ? vertices : [...vertices, ...midpoints(ring, at, spacing)]
  })
}

/** The handle that a press at a point takes, vertices before midpoints, the nearest first. */
export function handleAt(annotation: Annotation, view: View, point: Point): Handle | null {
  const reach = inImagePixels(view, handleReach)
  const near = handlesOf(annotation, view)
    .map((handle) => ({ handle, away: distance(handle.at, point) }))
    .filter(({ away }) => away <= reach)
    .toSorted((a, b) => rank(a.handle) - rank(b.handle) || a.away - b.away)
  return near[0]?.handle ?? null
}

/** The place on the outline that a press at a point means for a new vertex, or null. */
export function edgeAt(annotation: Annotation, view: View, point: Point): Handle | null {
  const edge = nearestEdge(annotation.geometry, point)
  const reach = inImagePixels(view, selectSettings.valuesIn(view.preferences).tolerance)
  if (edge === null || edge.distance > reach) return null
  return { role: 'midpoint', address: edge.address, at: edge.at }
}

function rank({ role }: Handle): number {
  return role === 'midpoint' ? 1 : 0
}

function ringsAddressed(shape: MultiPolygon): [Ring, Omit<VertexAddress, 'vertex'>][] {
  return shape.flatMap((rings, polygon) =>
    ringsOf(rings).map((ring, index): [Ring, Omit<VertexAddress, 'vertex'>] => [
      ring,
      { polygon, ring: index },
    ]),
  )
}

function spacedVertices(ring: Ring, spacing: number): number[] {
  const kept: number[] = []
  let last: Point | null = null
  for (let vertex = 0; vertex < ring.length / 2; vertex++) {
    const at = pointOf(ring, vertex)
    if (last !== null && distance(last, at) < spacing) continue
    kept.push(vertex)
    last = at
  }
  return kept
}

function midpoints(ring: Ring, at: Omit<VertexAddress, 'vertex'>, spacing: number): Handle[] {
  return Array.from({ length: ring.length / 2 }, (_, vertex) => vertex).flatMap((vertex) => {
    const from = pointOf(ring, vertex)
    const to = pointOf(ring, vertex + 1)
    if (distance(from, to) < 2 * spacing) return []
    return [{ role: 'midpoint' as const, address: { ...at, vertex }, at: midpoint(from, to) }]
  })
}
