import type { Point } from '#geometry/point'
import { type Box, boxHolds, boxOf, sameBox } from '#geometry/box'
import type { MultiLine } from '#geometry/line'
import type { MultiPolygon, Ring, VertexAddress } from '#geometry/polygon'
import { ringsOf, vertexCount } from '#geometry/polygon'
import { type MovedVertex, ringNear, ringsNear } from '#geometry/spans'
import { moveVertex, ringAt } from '#geometry/vertices'

import { type DetailLevel, thinnedOut, thinnedRing } from './detail.ts'

/** A path to fill and stroke. */
export interface Outline {
  readonly path: Path2D
  readonly vertices: number
  /** Whether it is, or is a part of, one with very many vertices at its level of detail. */
  readonly isComplex: boolean
}

interface Wanted {
  readonly level: DetailLevel
  /** The part of the image that is painted, lines included. */
  readonly seen: Box
}

/** A shape of more vertices gets a path for the part of the image that is painted. */
export const manyVertices = 1500

/** A shape at one level of detail. */
interface Thinned {
  readonly shape: MultiPolygon
  readonly vertices: number
  readonly box: Box | null
  whole: Outline | null
  /** The last one that was wanted: several layers paint the same part. */
  near: { readonly seen: Box; readonly outline: Outline } | null
}

const thinned = new WeakMap<MultiPolygon, Map<DetailLevel, Thinned>>()

function thinnedAt(shape: MultiPolygon, level: DetailLevel): Thinned {
  const levels = thinned.get(shape) ?? new Map<DetailLevel, Thinned>()
  thinned.set(shape, levels)
  const known = levels.get(level)
  if (known !== undefined) return known
  const thin = thinnedOut(shape, level)
  const made = {
    shape: thin,
    vertices: vertexCount(thin),
    box: boxOf(thin),
    whole: null,
    near: null,
  }
  levels.set(level, made)
  return made
}

/**
 * The outline of a shape as it looks in a part of the image. Complete paths, and that of the last part,
 * are kept for as long as the shape exists.
 */
export function outlineOf(shape: MultiPolygon, { level, seen }: Wanted): Outline {
  const thin = thinnedAt(shape, level)
  const isComplex = thin.vertices > manyVertices
  if (isComplex && (thin.box === null || !boxHolds(seen, thin.box))) {
    if (thin.near !== null && sameBox(thin.near.seen, seen)) return thin.near.outline
    const near = thin.shape.flatMap(ringsOf).flatMap((ring) => nearOf(ring, seen))
    thin.near = { seen, outline: traced(near, isComplex) }
    return thin.near.outline
  }
  thin.whole ??= traced(thin.shape.flatMap(ringsOf), isComplex)
  return thin.whole
}

/** A vertex that is elsewhere for a moment. */
export interface Bend {
  readonly address: VertexAddress
  readonly to: Point
}

interface BentPart {
  readonly bend: Bend
  readonly wanted: Wanted
  readonly outline: Outline
}

/** The last one of each shape, which several layers paint. */
const bentParts = new WeakMap<MultiPolygon, BentPart>()

/** The outline of a shape with a vertex elsewhere. */
export function bentOutlineOf(
  shape: MultiPolygon,
  bend: Bend,
  { isPart, ...wanted }: Wanted & { readonly isPart: boolean },
): Outline {
  if (!isPart) return outlineOf(moveVertex(shape, bend.address, bend.to), wanted)
  const known = bentParts.get(shape)
  if (known !== undefined && isSamePart(known, bend, wanted)) return known.outline
  const outline = bentPartOf(shape, bend, wanted)
  bentParts.set(shape, { bend, wanted, outline })
  return outline
}

function isSamePart(known: BentPart, bend: Bend, { level, seen }: Wanted): boolean {
  return known.bend === bend && known.wanted.level === level && sameBox(known.wanted.seen, seen)
}

function bentPartOf(shape: MultiPolygon, { address, to }: Bend, wanted: Wanted): Outline {
  const { level, seen } = wanted
  const bent = ringAt(shape, address)
  const rings = [
    ...othersNear(shape, bent, wanted),
    // Only what is near is thinned out, because the ring is another at every move.
    ...(bent === null ? [] : nearOf(bent, seen, { vertex: address.vertex, to })).map((near) =>
      thinnedRing(near, level),
    ),
  ]
  // A part of few vertices is stroked as usual: for a moment it may differ by half a display pixel.
  const vertices = rings.reduce((count, ring) => count + ring.length / 2, 0)
  return traced(rings, vertices > manyVertices)
}

/** The outline of a shape without the two edges at a vertex, to be stroked. */
export function outlineWithoutVertex(
  shape: MultiPolygon,
  address: VertexAddress,
  wanted: Wanted,
): Outline {
  const open = ringAt(shape, address)
  const outline = traced(othersNear(shape, open, wanted), true)
  if (open === null) return outline
  const from = 2 * address.vertex
  const [near = []] = nearOf([...open.slice(from), ...open.slice(0, from)], wanted.seen)
  const line = thinnedRing(near.slice(2), wanted.level)
  if (line.length > 2) traceLine(outline.path, line)
  return { ...outline, vertices: outline.vertices + line.length / 2 }
}

function othersNear(shape: MultiPolygon, but: Ring | null, { level, seen }: Wanted): Ring[] {
  const others = ringsNear(shape, seen).filter((ring) => ring !== but)
  return others.flatMap((ring) => nearOf(thinnedRing(ring, level), seen))
}

/** The ring near a part of the image, if it encloses anything of it. */
function nearOf(ring: Ring, seen: Box, moved: MovedVertex | null = null): Ring[] {
  const near = ringNear(ring, seen, moved)
  return near === null ? [] : [near]
}

/** Each ring ends where it began, unclosed, because closing costs Chromium time for the whole path. */
function traced(rings: readonly Ring[], isComplex: boolean): Outline {
  const path = new Path2D()
  let vertices = 0
  for (const ring of rings) {
    traceLine(path, ring)
    path.lineTo(ring[0] ?? 0, ring[1] ?? 0)
    vertices += ring.length / 2
  }
  return { path, vertices, isComplex }
}

/** Adds an open line to a path or a context; a single point becomes a line of zero length, a dot. */
export function traceLine(path: Pick<Path2D, 'moveTo' | 'lineTo'>, line: Ring): void {
  path.moveTo(line[0] ?? 0, line[1] ?? 0)
  if (line.length === 2) path.lineTo(line[0] ?? 0, line[1] ?? 0)
  for (let i = 2; i < line.length; i += 2) path.lineTo(line[i] ?? 0, line[i + 1] ?? 0)
}

const linePaths = new WeakMap<MultiLine, Path2D>()

/** The path of open lines, to be stroked; kept for as long as the lines exist. */
export function pathOfLines(lines: MultiLine): Path2D {
  const known = linePaths.get(lines)
  if (known !== undefined) return known
  const path = new Path2D()
  for (const line of lines) {
    path.moveTo(line[0] ?? 0, line[1] ?? 0)
    for (let i = 2; i < line.length; i += 2) path.lineTo(line[i] ?? 0, line[i + 1] ?? 0)
  }
  linePaths.set(lines, path)
  return path
}
