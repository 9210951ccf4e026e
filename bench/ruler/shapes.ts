import type { Point } from '#geometry/point'
import { centralEquivalent } from '#retina/calibres/calibre'
import type { MeasureName } from '#retina/eye-measures'
import { polar } from '#retina/testing/drawn-eye'

/** Scale of the pictures, in micrometres. */
export const pictureSide = 10_240
/** The optic disc and vessels of the two kinds, in micrometres. */
export const disc = 1800
const arteriole = 80
const venule = 120

export type Kind = 'arteriole' | 'venule'
/** A vessel: its centre line in micrometres from the disc's centre, and its width in micrometres. */
interface Vessel {
  readonly kind: Kind
  readonly line: readonly Point[]
  readonly width: number
}

/** A shape whose measures are known in closed form. */
export interface Shape {
  readonly name: string
  readonly vessels: readonly Vessel[]
  /** Its lines lie so near to each other that only the largest pictures show them apart. */
  readonly isFine?: true
  readonly expected: Partial<Readonly<Record<MeasureName, number>>>
}

export const origin: Point = { x: 0, y: 0 }
const turn = 2 * Math.PI

/** Straight vessels that run from near the disc to beyond zone C. */
function spokes(widths: Readonly<Record<Kind, readonly number[]>>): Shape {
  const kinds = ['arteriole', 'venule'] as const
  const count = widths.arteriole.length + widths.venule.length
  const [from, to] = [0.6 * disc, 2.8 * disc]
  const vessels = kinds.flatMap((kind, k) =>
    widths[kind].map((width, i): Vessel => {
      const angle = (turn * (2 * i + k)) / count
      return { kind, width, line: [polar(origin, from, angle), polar(origin, to, angle)] }
    }),
  )
  const crae = centralEquivalent(widths.arteriole, 'arteriole') ?? NaN
  const crve = centralEquivalent(widths.venule, 'venule') ?? NaN
  // Round ends add half a circle on either side.
  const densityOf = (chosen: readonly Vessel[]): number =>
    chosen.reduce((sum, { width }) => sum + width * (to - from) + Math.PI * (width / 2) ** 2, 0) /
    (Math.PI * (pictureSide / 2) ** 2)
  return {
    name: `${count} straight vessels`,
    vessels,
    expected: {
      crae,
      crve,
      avr: crae / crve,
      craeInDiscs: crae / disc,
      crveInDiscs: crve / disc,
      craeZoneC: crae,
      crveZoneC: crve,
      avrZoneC: crae / crve,
      arteriolarTortuosity: 1,
      venularTortuosity: 1,
      vesselDensity: densityOf(vessels),
      arteriolarDensity: densityOf(vessels.filter(({ kind }) => kind === 'arteriole')),
      venularDensity: densityOf(vessels.filter(({ kind }) => kind === 'venule')),
      branchings: 0,
      discFoveaDistance: 2.5,
      crossings: 0,
    },
  }
}

/** Arcs with a radius in disc diameters, each of which would pass through the disc's centre. */
function arcs(radius: number): Shape {
  const at = (away: number): number => 2 * Math.asin(away / (2 * radius))
  const [from, to] = [at(0.7), at(2.8)]
  const vessels = Array.from({ length: 8 }, (_, i): Vessel => {
    const angle = (turn * i) / 8
    const centre = polar(origin, radius * disc, angle)
    const line = Array.from({ length: 161 }, (__, step) =>
      polar(centre, radius * disc, angle + Math.PI + from + ((to - from) * step) / 160),
    )
    const kind = i % 2 === 0 ? 'arteriole' : 'venule'
    return { kind, line, width: kind === 'arteriole' ? arteriole : venule }
  })
  const angle = at(2.5) - at(1)
  const arcOverChord = angle / (2 * Math.sin(angle / 2))
  return {
    name: `arcs of radius ${radius} DD`,
    vessels,
    expected: {
      arteriolarTortuosity: arcOverChord,
      venularTortuosity: arcOverChord,
      arteriolarCurvature: 1 / radius,
      venularCurvature: 1 / radius,
      arteriolarSquaredCurvature: 1 / radius ** 2,
      venularSquaredCurvature: 1 / radius ** 2,
    },
  }
}

/** The arcades of two kinds, at the given angle in degrees at the disc, and smaller vessels between them. */
function arcades(apart: Readonly<Record<Kind, number>>): Shape {
  const spoke = (kind: Kind, degrees: number, width: number): Vessel => {
    const angle = (Math.PI * degrees) / 180
    const line = [polar(origin, 0.6 * disc, angle), polar(origin, 2 * disc, angle)]
    return { kind, width, line }
  }
  const sides = [-0.5, 0.5]
  return {
    name: `arcades ${apart.arteriole}° and ${apart.venule}° apart`,
    vessels: [
      ...sides.map((side) => spoke('arteriole', side * apart.arteriole, 95)),
      ...sides.map((side) => spoke('venule', side * apart.venule, 130)),
      ...[-20, 25].map((degrees) => spoke('arteriole', degrees, 60)),
      ...[-35, 40, 180].map((degrees) => spoke('venule', degrees, 70)),
    ],
    expected: { arteriolarArcadeAngle: apart.arteriole, venularArcadeAngle: apart.venule },
  }
}

/** Vessels that divide once at 1.5 disc diameters from the disc's centre. */
function bifurcations(degrees: number, [first, second]: readonly [number, number]): Shape {
  const widths = { arteriole, venule }
  const vessels = Array.from({ length: 6 }, (_, i): Vessel[] => {
    const angle = (turn * i) / 6
    const kind = i % 2 === 0 ? 'arteriole' : 'venule'
    const at = polar(origin, 1.5 * disc, angle)
    const half = (Math.PI * degrees) / 360
    const line = (side: number): Point[] => [at, polar(at, 0.8 * disc, angle + side * half)]
    return [
      { kind, line: [polar(origin, 0.7 * disc, angle), at], width: widths[kind] },
      { kind, line: line(1), width: first * widths[kind] },
      { kind, line: line(-1), width: second * widths[kind] },
    ]
  }).flat()
  const coefficient = first ** 2 + second ** 2
  return {
    name: `bifurcations of ${degrees}°`,
    vessels,
    expected: {
      branchings: 6,
      arteriolarBranchingAngle: degrees,
      venularBranchingAngle: degrees,
      arteriolarBranchingCoefficient: coefficient,
      venularBranchingCoefficient: coefficient,
    },
  }
}

/** Arterioles that each cross a venule at a right angle, 1.7 disc diameters from the disc's centre. */
function crossings(count: number): Shape {
  const vessels = Array.from({ length: count }, (_, i): Vessel[] => {
    const angle = (turn * i) / count
    const at = polar(origin, 1.7 * disc, angle)
    const across = (side: number): Point => polar(at, 0.4 * disc, angle + (side * Math.PI) / 2)
    const along = [polar(origin, 0.7 * disc, angle), polar(origin, 2.4 * disc, angle)]
    return [
      { kind: 'venule', line: along, width: venule },
      { kind: 'arteriole', line: [across(1), across(-1)], width: arteriole },
    ]
  }).flat()
  return { name: `${count} crossings`, vessels, expected: { crossings: count, branchings: 0 } }
}

interface Curve {
  readonly generator: readonly Point[]
  readonly depth: number
  readonly length: number
  readonly isFine?: true
}

/** A curve that each step replaces every line of by a smaller copy of the generator. */
function fractal(name: string, { generator, depth, length, ...fineness }: Curve): Shape {
  let line: Point[] = [
    { x: -length / 2, y: 0 },
    { x: length / 2, y: 0 },
  ]
  for (let i = 0; i < depth; i++)
    line = line.flatMap((a, k) => copiesBetween(a, line[k + 1], generator))
  const pieces = generator.length
  const reduction = Math.hypot(generator[0]?.x ?? 0, generator[0]?.y ?? 0)
  return {
    name,
    vessels: [{ kind: 'arteriole', line, width: 10 }],
    ...fineness,
    expected: { fractalDimension: Math.log(pieces) / -Math.log(reduction) },
  }
}

/** The generator between two places, without its last one; only the first if there is no second. */
function copiesBetween(a: Point, b: Point | undefined, generator: readonly Point[]): Point[] {
  if (b === undefined) return [a]
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const placed = generator.map(({ x, y }) => ({
    x: a.x + x * dx - y * dy,
    y: a.y + x * dy + y * dx,
  }))
  return [a, ...placed.slice(0, -1)]
}

/** The corners behind the first, from 0, 0 to 1, 0. */
const koch: readonly Point[] = [
  { x: 1 / 3, y: 0 },
  { x: 1 / 2, y: Math.sqrt(3) / 6 },
  { x: 2 / 3, y: 0 },
  { x: 1, y: 0 },
]
const quadratic: readonly Point[] = [
  { x: 1 / 3, y: 0 },
  { x: 1 / 3, y: 1 / 3 },
  { x: 2 / 3, y: 1 / 3 },
  { x: 2 / 3, y: 0 },
  { x: 1, y: 0 },
]

const quadraticType2: readonly Point[] = [
  { x: 1 / 4, y: 0 },
  { x: 1 / 4, y: 1 / 4 },
  { x: 1 / 2, y: 1 / 4 },
  { x: 1 / 2, y: 0 },
  { x: 1 / 2, y: -1 / 4 },
  { x: 3 / 4, y: -1 / 4 },
  { x: 3 / 4, y: 0 },
  { x: 1, y: 0 },
]

export const shapes: readonly Shape[] = [
  spokes({
    arteriole: Array.from({ length: 6 }, () => arteriole),
    venule: Array.from({ length: 6 }, () => venule),
  }),
  spokes({
    arteriole: [100, 95, 88, 80, 72, 65, 58],
    venule: [150, 140, 132, 120, 108, 95, 84],
  }),
  arcs(1.6),
  arcs(3),
  arcs(8),
  arcades({ arteriole: 130, venule: 150 }),
  arcades({ arteriole: 110, venule: 96 }),
  bifurcations(50, [0.8, 0.8]),
  bifurcations(75, [0.9, 0.6]),
  bifurcations(100, [0.7, 0.7]),
  crossings(5),
  fractal('straight line', {
    generator: [
      { x: 1 / 2, y: 0 },
      { x: 1, y: 0 },
    ],
    depth: 9,
    length: 8000,
  }),
  fractal('Koch curve', { generator: koch, depth: 5, length: 8000 }),
  fractal('quadratic Koch curve', { generator: quadratic, depth: 5, length: 8000, isFine: true }),
  fractal('quadratic Koch curve of type 2', { generator: quadraticType2, depth: 4, length: 8000 }),
]
